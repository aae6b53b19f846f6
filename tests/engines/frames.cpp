#include "tests/engines/frames.hpp"

#include "compute/service/dwell_access.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <stdexcept>
#include <tuple>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

std::int64_t ring_pixels(PixelRect rect) {
    const std::int64_t inside =
        std::max(0, rect.width - 2) * std::int64_t{std::max(0, rect.height - 2)};
    return pixel_count(rect) - inside;
}

// The borders of subdivided regions, if they are recomputed with the children's.
std::int64_t recomputed_pixels(const Frame& frame) {
    std::int64_t sum = 0;
    if (!recomputes_borders(frame.plan)) return sum;
    for (const auto& region : regions_of(frame))
        if (region.outcome == Outcome::subdivided) sum += ring_pixels(region.rect);
    return sum;
}

void expect_levels_add_up(const Frame& frame) {
    const auto& levels = frame.stats.levels;
    const std::int64_t r = frame.plan.subdivision.r;
    ASSERT_FALSE(levels.empty());
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const auto& level = levels[i];
        EXPECT_EQ(level.level, static_cast<int>(i));
        EXPECT_GT(level.regions, 0);
        EXPECT_EQ(level.filled + level.subdivided + level.leaves, level.regions);
        const std::int64_t next = i + 1 < levels.size() ? levels[i + 1].regions : 0;
        EXPECT_EQ(next, level.subdivided * r * r - level.empty_children) << "below level " << i;
        EXPECT_GE(level.ms, 0);
    }
    EXPECT_EQ(frame.stats.total().pixels_filled + frame.stats.total().pixels_iterated,
              pixel_count(frame.plan.part) + recomputed_pixels(frame));
}

void expect_regions_match_counts(const Frame& frame) {
    for (const auto& level : frame.stats.levels) {
        LevelStats counted;
        std::uint64_t iterations = 0;
        for (const auto& region : regions_of(frame)) {
            if (region.level != level.level) continue;
            counted.filled += region.outcome == Outcome::filled;
            counted.subdivided += region.outcome == Outcome::subdivided;
            counted.leaves += region.outcome == Outcome::leaf;
            iterations += region.iterations;
        }
        EXPECT_EQ(counted.filled, level.filled);
        EXPECT_EQ(counted.subdivided, level.subdivided);
        EXPECT_EQ(counted.leaves, level.leaves);
        EXPECT_EQ(static_cast<std::int64_t>(iterations), level.iterations);
    }
}

void expect_tiled_once(const Frame& frame) {
    const auto& part = frame.plan.part;
    std::vector<int> covered(static_cast<std::size_t>(pixel_count(part)), 0);
    for (const auto& region : regions_of(frame)) {
        if (region.outcome == Outcome::subdivided) continue;
        for (int y = region.rect.y; y < region.rect.y + region.rect.height; ++y)
            for (int x = region.rect.x; x < region.rect.x + region.rect.width; ++x)
                ++covered[static_cast<std::size_t>(y - part.y) *
                              static_cast<std::size_t>(part.width) +
                          static_cast<std::size_t>(x - part.x)];
    }
    EXPECT_TRUE(std::all_of(covered.begin(), covered.end(), [](int n) { return n == 1; }));
}

auto place(const Region& region) {
    return std::tuple(region.level, region.rect.y, region.rect.x);
}

template <typename T>
std::vector<T> copied(const Field& field, PixelRect part) {
    if (!field) return {};
    EXPECT_EQ(field.extent(), part);
    const Field on_host = host_copy(field);
    const auto values = on_host.host<T>().values;
    return {values.begin(), values.end()};
}

}  // namespace

bool recomputes_borders(const FramePlan& plan) {
    return plan.backend == Backend::cuda && plan.scheme != Scheme::wpr && !is_deep(plan.precision);
}

FramePlan plan(int width, int height, std::uint32_t dwell_limit, const View& view) {
    FramePlan made;
    made.view = view;
    made.image = {width, height};
    made.part = whole(made.image);
    made.dwell_limit = dwell_limit;
    made.precision = Precision::f64;
    made.shortcuts = false;
    made.keep_regions = true;
    return made;
}

FrameRequest request_like(int width, int height, std::uint32_t dwell_limit, const View& view) {
    FrameRequest made = request_for(plan(width, height, dwell_limit, view));
    made.engine.reset();
    made.scheme.reset();
    made.backend.reset();
    made.g.reset();
    made.r.reset();
    made.block.reset();
    made.threads.reset();
    return made;
}

Frame compute(Engine& engine, FramePlan plan) {
    FrameProgress progress;
    auto frame = engine.compute(plan, {}, progress);
    if (!frame) throw std::runtime_error("the engine returned no frame though nobody stopped it");
    EXPECT_EQ(progress.pixels_done.load(), progress.pixels_total.load());
    return std::move(*frame);
}

std::vector<std::uint32_t> dwells_of(const Frame& frame) {
    return copied<std::uint32_t>(frame.dwells, frame.plan.part);
}

std::vector<float> fractions_of(const Frame& frame) {
    return copied<float>(frame.fractions, frame.plan.part);
}

std::vector<std::uint32_t> work_of(const Frame& frame) {
    return copied<std::uint32_t>(frame.work, frame.plan.part);
}

std::vector<Region> regions_of(const Frame& frame) {
    return *frame.regions->on_host();
}

void expect_consistent(const Frame& frame) {
    ASSERT_TRUE(frame.regions);
    expect_levels_add_up(frame);
    expect_regions_match_counts(frame);
    expect_tiled_once(frame);
    const auto regions = regions_of(frame);
    EXPECT_TRUE(
        std::is_sorted(regions.begin(), regions.end(),
                       [](const Region& a, const Region& b) { return place(a) < place(b); }));
}

void expect_same(const Frame& a, const Frame& b) {
    EXPECT_EQ(dwells_of(a), dwells_of(b));
    EXPECT_EQ(fractions_of(a), fractions_of(b));
    EXPECT_EQ(regions_of(a), regions_of(b));
    EXPECT_EQ(work_of(a), work_of(b));
    ASSERT_EQ(a.stats.levels.size(), b.stats.levels.size());
    for (std::size_t i = 0; i < a.stats.levels.size(); ++i) {
        const auto &of_a = a.stats.levels[i], &of_b = b.stats.levels[i];
        EXPECT_EQ(of_a.regions, of_b.regions);
        EXPECT_EQ(of_a.pixels_filled, of_b.pixels_filled);
        EXPECT_EQ(of_a.pixels_iterated, of_b.pixels_iterated);
        EXPECT_EQ(of_a.iterations, of_b.iterations);
    }
}

std::vector<Candidate> all_candidates() {
    std::vector<Candidate> all;
    for (const auto& entry : engine_registry()) {
        all.push_back({&entry, Scheme::sbr});
        if (entry.kind != EngineKind::ex) all.push_back({&entry, Scheme::mbr});
        if (entry.kind == EngineKind::ask) all.push_back({&entry, Scheme::wpr});
    }
    return all;
}

std::string name_of_candidate(const Candidate& candidate) {
    return std::string(name_of(candidate.entry->kind)) + "_" +
           std::string(name_of(candidate.scheme)) + "_" +
           std::string(name_of(candidate.entry->backend));
}

}  // namespace mariani::tests
