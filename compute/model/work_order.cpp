#include "compute/model/work_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace mariani {
namespace {

constexpr std::size_t moments = 1025;
constexpr float unknown = 2;  // later than any moment

using Index = std::uint32_t;

PixelRect inside_of(PixelRect rect) {
    return {rect.x + 1, rect.y + 1, std::max(0, rect.width - 2), std::max(0, rect.height - 2)};
}

// Calls take() with each pixel of a region's border, row by row at the top, then at the bottom,
// then the left and the right side.
template <typename Take>
void each_of_border(PixelRect rect, const Take& take) {
    const int right = rect.x + rect.width - 1, bottom = rect.y + rect.height - 1;
    for (int x = rect.x; x <= right; ++x) take(x, rect.y);
    for (int x = rect.x; rect.height > 1 && x <= right; ++x) take(x, bottom);
    for (int y = rect.y + 1; y < bottom; ++y) take(rect.x, y);
    for (int y = rect.y + 1; rect.width > 1 && y < bottom; ++y) take(right, y);
}

template <typename Take>
void each_of(PixelRect rect, const Take& take) {
    for (int y = rect.y; y < rect.y + rect.height; ++y)
        for (int x = rect.x; x < rect.x + rect.width; ++x) take(x, y);
}

// The children of each region, by number; first those of none.
class Tree {
  public:
    Tree(std::span<const Region> regions, PixelRect part) : first_(regions.size() + 2, 0) {
        const auto parents = parents_of(regions, part);
        for (const Index parent : parents) ++first_[parent + 1];
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        children_.resize(regions.size());
        std::vector<Index> next = first_;
        for (std::size_t i = 0; i < parents.size(); ++i)
            children_[next[parents[i]]++] = static_cast<Index>(i);
    }

    std::span<const Index> first_regions() const { return children_at(0); }
    std::span<const Index> children_of(Index region) const { return children_at(region + 1); }

  private:
    // Each as one more than its number, or 0: the region of the level above around its corner.
    static std::vector<Index> parents_of(std::span<const Region> regions, PixelRect part) {
        std::vector<Index> above(static_cast<std::size_t>(pixel_count(part)), 0);
        std::vector<Index> parents;
        parents.reserve(regions.size());
        for (const Region& region : regions) {
            const PixelRect& rect = region.rect;
            parents.push_back(above[index(part, rect.x, rect.y)]);
            if (region.outcome != Outcome::subdivided) continue;
            for (int y = rect.y; y < rect.y + rect.height; ++y)
                std::fill_n(above.begin() + static_cast<std::ptrdiff_t>(index(part, rect.x, y)),
                            rect.width, static_cast<Index>(parents.size()));
        }
        return parents;
    }

    std::span<const Index> children_at(Index place) const {
        return std::span(children_).subspan(first_[place], first_[place + 1] - first_[place]);
    }

    std::vector<Index> first_;
    std::vector<Index> children_;
};

// The clock and the books of the one worker.
class Worker {
  public:
    Worker(std::vector<double> step_of_level, const HostField<std::uint32_t>& work)
        : step_of_level_(std::move(step_of_level)),
          work_(work),
          known_at_(work.values.size(), unknown),
          iterations_at_(moments, 0) {}

    void border(const Region& region) {
        each_of_border(region.rect, [&](int x, int y) { taken_.push_back(work_.index(x, y)); });
        const auto all = static_cast<std::int64_t>(region.iterations);
        const bool leaf = region.outcome == Outcome::leaf;
        iterate(leaf ? all - iterations_in(inside_of(region.rect)) : all, region.level);
    }

    // A filled region's pixels, or a leaf's.
    void inside(const Region& region) {
        const PixelRect rest = inside_of(region.rect);
        if (region.outcome == Outcome::filled) return fill(rest, region.level);
        if (region.outcome != Outcome::leaf) return;
        all_of(rest, region.level);
    }

    void all_of(PixelRect rect, int level) {
        each_of(rect, [&](int x, int y) { taken_.push_back(work_.index(x, y)); });
        iterate(iterations_in(rect), level);
    }

    WorkOrder order(PixelRect part) && {
        std::vector<WorkDone> done(moments);
        for (const float at : known_at_) ++done[place_of(at)].pixels;
        for (std::size_t i = 0; i < moments; ++i) {
            done[i].iterations = iterations_at_[i];
            if (i == 0) continue;
            done[i].pixels += done[i - 1].pixels;
            done[i].iterations += done[i - 1].iterations;
        }
        return {field_of(part, std::move(known_at_)), std::move(done)};
    }

  private:
    std::int64_t iterations_in(PixelRect rect) const {
        std::int64_t sum = 0;
        each_of(rect, [&](int x, int y) { sum += work_.at(x, y); });
        return sum;
    }

    // The pixels taken: those that become known by it share its iterations as they share all. Where
    // all are known, it repeats what another region did, evenly.
    void iterate(std::int64_t iterations, int level) {
        const auto is_new = [&](std::size_t at) { return known_at_[at] == unknown; };
        double sum = 0, pixels = 0;
        for (const std::size_t at : taken_) {
            if (!is_new(at)) continue;
            sum += work_.values[at];
            pixels += 1;
        }
        const double begin = clock_, step = step_of_level_[static_cast<std::size_t>(level)];
        const auto all = static_cast<double>(iterations);
        double before = 0, count = 0, passed = 0;
        std::int64_t spent = 0;
        for (const std::size_t at : taken_) {
            passed += 1;
            if (is_new(at)) {
                before += work_.values[at];
                count += 1;
            }
            const double share = sum > 0      ? before / sum
                                 : pixels > 0 ? count / pixels
                                              : passed / static_cast<double>(taken_.size());
            clock_ = begin + step * (share * all + count);
            known_at_[at] = std::min(known_at_[at], moment());
            const auto by_now = std::llround(share * all);
            iterations_at_[place_of(moment())] += by_now - std::exchange(spent, by_now);
        }
        taken_.clear();
    }

    void fill(PixelRect rect, int level) {
        clock_ += step_of_level_[static_cast<std::size_t>(level)] *
                  static_cast<double>(pixel_count(rect));
        each_of(rect, [&](int x, int y) { known_at_[work_.index(x, y)] = moment(); });
    }

    // Sums of rounded times may end a little beside 1.
    float moment() const { return static_cast<float>(std::min(clock_, 1.0)); }

    static std::size_t place_of(float moment) {
        return static_cast<std::size_t>(
            std::ceil(std::min(moment, 1.0F) * static_cast<float>(moments - 1)));
    }

    const std::vector<double> step_of_level_;
    const HostField<std::uint32_t>& work_;
    std::vector<float> known_at_;
    std::vector<std::int64_t> iterations_at_;
    std::vector<std::size_t> taken_;
    double clock_ = 0;
};

// By level: its iterations, and one for each pixel that becomes known by it.
std::vector<double> steps_of(std::size_t levels, PixelRect part, std::span<const Region> regions) {
    std::vector<double> steps(levels, 0);
    std::vector<bool> known(static_cast<std::size_t>(pixel_count(part)), false);
    for (const Region& region : regions) {
        double& sum = steps.at(region.level);
        sum += static_cast<double>(region.iterations);
        const auto take = [&](int x, int y) {
            const std::size_t at = index(part, x, y);
            if (!known[at]) sum += 1;
            known[at] = true;
        };
        each_of_border(region.rect, take);
        if (region.outcome != Outcome::subdivided) each_of(inside_of(region.rect), take);
    }
    return steps;
}

// By level, how much of the frame's time one step takes.
std::vector<double> step_times(const EngineStats& stats, const std::vector<double>& steps) {
    std::vector<double> shares(steps.size(), 0);
    for (std::size_t i = 0; i < shares.size(); ++i)
        if (steps[i] > 0) shares[i] = stats.levels[i].ms;
    double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    if (!(sum > 0)) {  // not measured
        shares = steps;
        sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    }
    for (std::size_t i = 0; i < shares.size(); ++i)
        if (steps[i] > 0) shares[i] /= sum * steps[i];
    return shares;
}

class Walk {
  public:
    Walk(const FramePlan& plan, std::span<const Region> regions, Worker& worker)
        : plan_(plan), regions_(regions), tree_(regions, plan.part), worker_(worker) {}

    void go() {
        if (plan_.engine == EngineKind::ex)
            by_rows();
        else if (plan_.scheme == Scheme::wpr)
            finish_each(tree_.first_regions());
        else if (plan_.engine == EngineKind::dp && plan_.backend == Backend::cpu)
            as_tasks();
        else
            by_levels();
    }

  private:
    const Region& region(Index i) const { return regions_[i]; }

    void by_rows() {
        const PixelRect& part = plan_.part;
        const bool cuda = plan_.backend == Backend::cuda;
        const int width = cuda ? plan_.block.width : part.width;
        const int height = cuda ? plan_.block.height : 1;
        for (int y = 0; y < part.height; y += height)
            for (int x = 0; x < part.width; x += width)
                worker_.all_of({part.x + x, part.y + y, std::min(width, part.width - x),
                                std::min(height, part.height - y)},
                               0);
    }

    void by_levels() {
        const auto first = tree_.first_regions();
        std::vector<Index> level(first.begin(), first.end()), next;
        for (; !level.empty(); level = std::exchange(next, {})) {
            for (const Index i : level) {
                worker_.border(region(i));
                if (plan_.scheme == Scheme::sbr) worker_.inside(region(i));
                const auto children = tree_.children_of(i);
                next.insert(next.end(), children.begin(), children.end());
            }
            if (plan_.scheme == Scheme::sbr) continue;
            for (const Index i : level) worker_.inside(region(i));
        }
    }

    // The regions of a task are examined, then finished; of the tasks that are left the newest is
    // taken next.
    void as_tasks() {
        std::vector<std::span<const Index>> tasks{tree_.first_regions()};
        while (!tasks.empty()) {
            const auto task = tasks.back();
            tasks.pop_back();
            for (const Index i : task) {
                worker_.border(region(i));
                if (!tree_.children_of(i).empty()) tasks.push_back(tree_.children_of(i));
            }
            for (const Index i : task) worker_.inside(region(i));
        }
    }

    void finish_each(std::span<const Index> siblings) {
        for (const Index i : siblings) {
            worker_.border(region(i));
            worker_.inside(region(i));
            finish_each(tree_.children_of(i));
        }
    }

    const FramePlan& plan_;
    const std::span<const Region> regions_;
    const Tree tree_;
    Worker& worker_;
};

}  // namespace

WorkOrder order_of_work(const FramePlan& plan, const EngineStats& stats,
                        std::span<const Region> regions, const HostField<std::uint32_t>& work) {
    if (regions.empty() || !work)
        throw std::logic_error("the order of the work needs the frame's regions and its work");
    Worker worker(step_times(stats, steps_of(stats.levels.size(), plan.part, regions)), work);
    Walk(plan, regions, worker).go();
    return std::move(worker).order(plan.part);
}

WorkDone done_at(const WorkOrder& order, double moment) {
    const double place = std::clamp(moment, 0.0, 1.0) * static_cast<double>(order.done.size() - 1);
    const auto before = static_cast<std::size_t>(place);
    const WorkDone& from = order.done[before];
    const WorkDone& to = order.done[std::min(before + 1, order.done.size() - 1)];
    const double share = place - static_cast<double>(before);
    const auto between = [share](std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(share * static_cast<double>(high - low));
    };
    return {between(from.pixels, to.pixels), between(from.iterations, to.iterations)};
}

}  // namespace mariani
