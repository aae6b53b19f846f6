#include "tests/property/laws.hpp"

#include "compute/model/work_sums.hpp"
#include "tests/engines/frames.hpp"
#include "tests/engines/reference.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace mariani::tests {
namespace {

constexpr int none = -1;

std::string text_of(const Region& region) {
    const auto& [x, y, width, height] = region.rect;
    return fmt::format("the {} region of level {} at {},{} of {}x{}", name_of(region.outcome),
                       region.level, x, y, width, height);
}

bool on_ring(PixelRect rect, int x, int y) {
    return x == rect.x || y == rect.y || x == rect.x + rect.width - 1 ||
           y == rect.y + rect.height - 1;
}

std::int64_t inner_pixels(PixelRect rect) {
    return std::int64_t{std::max(0, rect.width - 2)} * std::max(0, rect.height - 2);
}

std::int64_t recomputed_pixels(PixelRect rect) {
    return pixel_count(rect) - inner_pixels(rect);
}

template <typename Visit>
void for_pixels(PixelRect rect, const Visit& visit) {
    for (int y = rect.y; y < rect.y + rect.height; ++y)
        for (int x = rect.x; x < rect.x + rect.width; ++x) visit(x, y);
}

bool lies_within(PixelRect inner, PixelRect outer) {
    return inner.x >= outer.x && inner.y >= outer.y &&
           inner.x + inner.width <= outer.x + outer.width &&
           inner.y + inner.height <= outer.y + outer.height;
}

// By pixel: the region that determined it, and the coarsest level on whose borders it lies.
struct Origins {
    std::vector<int> last;
    std::vector<int> line;
};

Origins origins_of(const Facts& facts) {
    constexpr int no_line = 1000;
    Origins origins{std::vector<int>(facts.dwells.size(), none),
                    std::vector<int>(facts.dwells.size(), no_line)};
    for (std::size_t i = 0; i < facts.regions.size(); ++i) {
        const Region& region = facts.regions[i];
        for_pixels(region.rect, [&](int x, int y) {
            const auto at = facts.index(x, y);
            if (region.outcome != Outcome::subdivided) origins.last[at] = static_cast<int>(i);
            if (on_ring(region.rect, x, y))
                origins.line[at] = std::min<int>(origins.line[at], region.level);
        });
    }
    return origins;
}

// How often each pixel is iterated: with every border that it lies on, and within a leaf; at most
// once if borders are kept, or if the engine does not subdivide.
std::vector<std::uint32_t> times_iterated(const Facts& facts) {
    std::vector<std::uint32_t> times(facts.dwells.size(), 0);
    for (const auto& region : facts.regions)
        for_pixels(region.rect, [&](int x, int y) {
            if (region.outcome == Outcome::leaf || on_ring(region.rect, x, y))
                ++times[facts.index(x, y)];
        });
    if (!recomputes_borders(facts.plan))
        for (auto& count : times) count = std::min(count, 1U);
    return times;
}

struct Counted {
    std::int64_t regions = 0, filled = 0, subdivided = 0, leaves = 0;
    std::int64_t pixels_filled = 0, pixels_iterated = 0, leaf_pixels = 0;
    bool operator==(const Counted&) const = default;
};

// A level's counts from its regions. A border pixel is iterated with the coarsest level having it.
std::vector<Counted> counted_levels(const Facts& facts) {
    std::vector<Counted> levels(facts.stats.levels.size());
    const auto origins = origins_of(facts);
    const bool recomputed = recomputes_borders(facts.plan);
    for (const auto& region : facts.regions) {
        Counted& level = levels.at(region.level);
        const bool leaf = region.outcome == Outcome::leaf;
        ++level.regions;
        level.filled += region.outcome == Outcome::filled;
        level.subdivided += region.outcome == Outcome::subdivided;
        level.leaves += leaf;
        if (region.outcome == Outcome::filled) level.pixels_filled += inner_pixels(region.rect);
        if (leaf)
            level.leaf_pixels +=
                facts.subdivided() ? inner_pixels(region.rect) : pixel_count(region.rect);
        for_pixels(region.rect, [&](int x, int y) {
            if (!on_ring(region.rect, x, y))
                level.pixels_iterated += leaf;
            else if (recomputed || origins.line[facts.index(x, y)] == region.level)
                ++level.pixels_iterated;
        });
    }
    return levels;
}

Counted counts_of(const LevelStats& level) {
    return {level.regions,       level.filled,          level.subdivided, level.leaves,
            level.pixels_filled, level.pixels_iterated, level.leaf_pixels};
}

std::string broken_level(const Facts& facts, std::size_t i, const Counted& counted) {
    const auto& levels = facts.stats.levels;
    const LevelStats& level = levels[i];
    const auto& [x, y, width, height] =
        facts.subdivided() ? whole(facts.plan.image) : facts.plan.part;
    const auto& [g, r, B] = facts.plan.subdivision;
    if (level.level != static_cast<int>(i))
        return fmt::format("level {} is called {}", i, level.level);
    if (!(counts_of(level) == counted))
        return fmt::format("the counts of level {} are not those of its regions", i);
    if (level.filled + level.subdivided + level.leaves != level.regions)
        return fmt::format("the outcomes of level {} are not its regions", i);
    if (subdivision_probability(level) !=
        static_cast<double>(counted.subdivided) / static_cast<double>(counted.regions))
        return fmt::format("P_{} is not the share of subdivided regions", i);
    const std::int64_t below = i + 1 < levels.size() ? levels[i + 1].regions : 0;
    if (facts.subdivided() &&
        below != level.subdivided * std::int64_t{r} * r - level.empty_children)
        return fmt::format("level {} does not have the children of level {}", i + 1, i);
    double lattice = facts.subdivided() ? g : 1;
    for (std::size_t k = 0; k < i; ++k) lattice *= r;
    if (level.side != std::max(width, height) / lattice)
        return fmt::format("the side of level {} is {}", i, level.side);
    return level.ms >= 0 ? "" : fmt::format("level {} took {} ms", i, level.ms);
}

std::string broken_ring(const Facts& facts, const Region& region) {
    std::uint32_t min = 0xFFFFFFFF, max = 0;
    for_pixels(region.rect, [&](int x, int y) {
        if (!on_ring(region.rect, x, y)) return;
        min = std::min(min, facts.dwells[facts.index(x, y)]);
        max = std::max(max, facts.dwells[facts.index(x, y)]);
    });
    if (min != region.border_min || max != region.border_max)
        return fmt::format("the border of {} has dwells {} to {}, not {} to {}", text_of(region),
                           min, max, region.border_min, region.border_max);
    if (region.outcome == Outcome::filled && min != max)
        return text_of(region) + " has a border that is not uniform";
    return {};
}

bool same(const LevelStats& a, const LevelStats& b, Sharing sharing) {
    const auto tree = [](const LevelStats& level) {
        return std::tuple(level.level, level.side, level.regions, level.filled, level.subdivided,
                          level.leaves, level.empty_children, level.pixels_filled,
                          level.leaf_pixels);
    };
    const auto work = [](const LevelStats& level) {
        return std::tuple(level.pixels_iterated, level.iterations, level.leaf_iterations);
    };
    return tree(a) == tree(b) && (sharing == Sharing::tree || work(a) == work(b));
}

// The pixels and steps of each category, from the regions alone.
WorkSums counted_sums(const Facts& facts) {
    const auto origins = origins_of(facts);
    WorkSums sums;
    sums.levels.resize(facts.stats.levels.size());
    for (std::size_t at = 0; at < facts.work.size(); ++at) {
        const Region& last = facts.regions[static_cast<std::size_t>(origins.last[at])];
        auto level = static_cast<std::size_t>(last.level);
        auto outcome = PixelOutcome::filled;
        if (const auto line = static_cast<std::size_t>(origins.line[at]); line < level) {
            outcome = PixelOutcome::shared;
            level = line;
        } else if (last.outcome == Outcome::leaf) {
            outcome = PixelOutcome::leaf;
        } else if (line == level) {
            outcome = PixelOutcome::border;
        }
        for (WorkShare* share :
             {&sums.outcomes[static_cast<std::size_t>(outcome)], &sums.levels[level]}) {
            ++share->pixels;
            share->iterations += facts.work[at];
        }
        sums.max = std::max(sums.max, facts.work[at]);
    }
    return sums;
}

// The steps within leaves; without shortcuts they must equal those of the truth.
std::string broken_leaf_work(const Facts& facts, const Dwells& truth) {
    std::vector<std::int64_t> of_level(facts.stats.levels.size(), 0);
    for (const auto& region : facts.regions) {
        if (region.outcome != Outcome::leaf) continue;
        for_pixels(region.rect, [&](int x, int y) {
            if (!facts.subdivided() || !on_ring(region.rect, x, y))
                of_level[region.level] += truth[facts.index(x, y)];
        });
    }
    for (std::size_t i = 0; i < of_level.size(); ++i) {
        const LevelStats& level = facts.stats.levels[i];
        if (level.leaf_iterations > level.iterations ||
            (takes_all_steps(facts.plan) && level.leaf_iterations != of_level[i]))
            return fmt::format("the steps in the leaves of level {} are not those of their pixels",
                               i);
    }
    return {};
}

}  // namespace

bool takes_all_steps(const FramePlan& plan) {
    return !plan.shortcuts && !is_deep(plan.precision);
}

std::string broken_tiling(const Facts& facts) {
    std::vector<int> above, here(facts.dwells.size(), none);
    std::vector<int> covered(facts.dwells.size(), 0);
    int level = 0;
    for (std::size_t i = 0; i < facts.regions.size(); ++i) {
        const Region& region = facts.regions[i];
        if (empty(region.rect) || !lies_within(region.rect, facts.plan.part))
            return text_of(region) + " is not within the picture";
        if (region.level != level) {
            if (region.level != ++level) return text_of(region) + " is out of order";
            above = std::exchange(here, std::vector<int>(facts.dwells.size(), none));
        }
        if (level > 0) {
            const int parent = above[facts.index(region.rect.x, region.rect.y)];
            if (parent == none ||
                facts.regions[static_cast<std::size_t>(parent)].outcome != Outcome::subdivided ||
                !lies_within(region.rect, facts.regions[static_cast<std::size_t>(parent)].rect))
                return text_of(region) + " has no parent";
        }
        bool disjoint = true;
        for_pixels(region.rect, [&](int x, int y) {
            disjoint =
                disjoint && std::exchange(here[facts.index(x, y)], static_cast<int>(i)) == none;
            covered[facts.index(x, y)] += region.outcome != Outcome::subdivided;
        });
        if (!disjoint) return text_of(region) + " overlaps another one of its level";
    }
    const auto wrong = std::ranges::count_if(covered, [](int times) { return times != 1; });
    return wrong == 0 ? "" : fmt::format("{} pixels are not covered exactly once", wrong);
}

std::string broken_dwells(const Facts& facts, const Dwells& truth) {
    for (const auto& region : facts.regions) {
        if (auto why = broken_ring(facts, region); !why.empty()) return why;
        bool right = true;
        for_pixels(region.rect, [&](int x, int y) {
            const auto at = facts.index(x, y);
            const bool filled = region.outcome == Outcome::filled && !on_ring(region.rect, x, y);
            if (filled)
                right = right && facts.dwells[at] == region.border_min;
            else if (region.outcome != Outcome::subdivided)
                right = right && facts.dwells[at] == truth[at];
        });
        if (!right) return text_of(region) + " has dwells that it must not have";
    }
    return {};
}

std::string broken_part(const Facts& part, const Facts& picture) {
    const auto& [left, top, width, height] = part.plan.part;
    for (int y = top; y < top + height; ++y)
        for (int x = left; x < left + width; ++x)
            if (part.dwells[part.index(x, y)] != picture.dwells[picture.index(x, y)])
                return fmt::format("the dwell at {},{} is not that of the whole picture", x, y);
    if (!part.subdivided()) return {};
    std::vector<Region> regions;
    std::ranges::copy_if(picture.regions, std::back_inserter(regions), [&](const Region& region) {
        return lies_within(region.rect, part.plan.part);
    });
    return regions == part.regions ? "" : "the regions are not those of the whole picture";
}

std::string broken_safety(const Facts& facts) {
    if (facts.plan.fill != FillRule::safe) return {};
    for (const auto& region : facts.regions) {
        if (region.outcome != Outcome::filled) continue;
        if (region.border_min != facts.plan.dwell_limit) continue;
        if (facts.plan.view.julia) return text_of(region) + " of a Julia set is filled as inside";
        if (!reference::in_one_component(facts.plan, region.rect).value_or(true))
            return text_of(region) + " is not in the cardioid or the disc";
    }
    return {};
}

std::string broken_counts(const Facts& facts) {
    if (facts.regions.empty() ||
        facts.regions.back().level + std::size_t{1} != facts.stats.levels.size())
        return "there are not as many levels as the regions have";
    const auto counted = counted_levels(facts);
    for (std::size_t i = 0; i < counted.size(); ++i)
        if (auto why = broken_level(facts, i, counted[i]); !why.empty()) return why;
    std::int64_t recomputed = 0;
    if (recomputes_borders(facts.plan))
        for (const auto& region : facts.regions)
            if (region.outcome == Outcome::subdivided) recomputed += recomputed_pixels(region.rect);
    if (facts.stats.total().pixels_filled + facts.stats.total().pixels_iterated !=
        pixel_count(facts.plan.part) + recomputed)
        return "filled and iterated pixels are not all pixels";
    return {};
}

std::string broken_work(const Facts& facts, const Dwells& truth) {
    std::vector<std::int64_t> of_level(facts.stats.levels.size(), 0);
    for (const auto& region : facts.regions)
        of_level[region.level] += static_cast<std::int64_t>(region.iterations);
    for (std::size_t i = 0; i < of_level.size(); ++i)
        if (facts.stats.levels[i].iterations != of_level[i])
            return fmt::format("the steps of level {} are not those of its regions", i);
    if (auto why = broken_leaf_work(facts, truth); !why.empty()) return why;
    const auto times = times_iterated(facts);
    std::int64_t expected = 0;
    for (std::size_t at = 0; at < times.size(); ++at)
        expected += std::int64_t{times[at]} * truth[at];
    if (takes_all_steps(facts.plan) && facts.stats.total().iterations != expected)
        return "the steps are not those that the pixels take";
    if (facts.work.empty()) return {};
    const std::int64_t spent =
        std::accumulate(facts.work.begin(), facts.work.end(), std::int64_t{0});
    if (facts.stats.total().iterations != spent) return "the pixels' steps are not all steps";
    for (std::size_t at = 0; at < times.size(); ++at)
        if (takes_all_steps(facts.plan) ? times[at] * truth[at] != facts.work[at]
                                        : times[at] == 0 && facts.work[at] != 0)
            return fmt::format("pixel {} took {} steps", at, facts.work[at]);
    return {};
}

std::string broken_sums(const Facts& facts) {
    if (facts.work.empty() || facts.plan.part != whole(facts.plan.image)) return {};
    const WorkSums sums = sum_work({facts.plan.part, facts.work}, facts.map);
    if (!(sums == counted_sums(facts))) return "pixels or steps are in the wrong category";
    const auto total = sums.total();
    if (total.pixels != pixel_count(facts.plan.part) ||
        total.iterations != facts.stats.total().iterations)
        return "the categories are not all pixels and all steps";
    return {};
}

std::string broken_law(const Facts& facts, const Dwells& truth) {
    if (auto why = broken_tiling(facts); !why.empty()) return why;
    if (auto why = broken_dwells(facts, truth); !why.empty()) return why;
    if (auto why = broken_safety(facts); !why.empty()) return why;
    if (auto why = broken_counts(facts); !why.empty()) return why;
    if (auto why = broken_work(facts, truth); !why.empty()) return why;
    return broken_sums(facts);
}

std::string difference(const Facts& a, const Facts& b, Sharing sharing) {
    if (a.dwells != b.dwells) return "dwells differ";
    if (sharing == Sharing::all && a.fractions != b.fractions) return "fractions differ";
    if (sharing != Sharing::tree && a.work != b.work) return "the pixels' steps differ";
    if (!std::ranges::equal(a.regions, b.regions, [&](Region of_a, const Region& of_b) {
            if (sharing == Sharing::tree) of_a.iterations = of_b.iterations;
            return of_a == of_b;
        }))
        return "regions differ";
    if (!std::ranges::equal(
            a.stats.levels, b.stats.levels,
            [&](const auto& of_a, const auto& of_b) { return same(of_a, of_b, sharing); }))
        return "counts differ";
    return {};
}

WrongPixels wrong_pixels(const Facts& facts, const Dwells& truth) {
    WrongPixels wrong;
    for (std::size_t at = 0; at < truth.size(); ++at) {
        if (facts.dwells[at] == truth[at]) continue;
        const bool uniform = facts.plan.fill == FillRule::uniform;
        ++(facts.dwells[at] == facts.plan.dwell_limit ? wrong.inside
           : facts.plan.view.julia && uniform         ? wrong.pieces
                                                      : wrong.outside);
    }
    return wrong;
}

}  // namespace mariani::tests
