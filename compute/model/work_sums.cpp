#include "compute/model/work_sums.hpp"

#include <algorithm>
#include <cstddef>

namespace mariani {
namespace {

void add(WorkShare& sum, const WorkShare& more) {
    sum.pixels += more.pixels;
    sum.iterations += more.iterations;
}

}  // namespace

WorkShare WorkSums::total() const {
    WorkShare total;
    for (const WorkShare& share : outcomes) add(total, share);
    return total;
}

WorkSums& WorkSums::operator+=(const WorkSums& other) {
    max = std::max(max, other.max);
    for (std::size_t i = 0; i < outcomes.size(); ++i) add(outcomes[i], other.outcomes[i]);
    levels.resize(std::max(levels.size(), other.levels.size()));
    for (std::size_t i = 0; i < other.levels.size(); ++i) add(levels[i], other.levels[i]);
    return *this;
}

std::int64_t repeats(const WorkSums& sums, const EngineStats& stats) {
    const auto counted = stats.total();
    return counted.pixels_iterated + counted.pixels_filled - sums.total().pixels;
}

std::string_view name_of(PixelOutcome outcome, bool repeats_borders) {
    switch (outcome) {
        case PixelOutcome::filled:
            return "filled";
        case PixelOutcome::border:
            return "border";
        case PixelOutcome::leaf:
            return "leaf";
        default:
            return repeats_borders ? "repeated" : "reused";
    }
}

WorkSums sum_work(const HostField<std::uint32_t>& work, const RegionMap& map) {
    WorkSums sums;
    sums.levels.resize(map.levels.size());
    const auto kinds = map.kinds.host<RegionKind>().values;
    const auto lines = border_lines(map);
    const std::uint8_t* rows = lines.data() + work.extent.width;
    std::size_t at = 0;
    for (int y = 0; y < work.extent.height; ++y)
        for (int x = 0; x < work.extent.width; ++x, ++at) {
            const auto [level, outcome] =
                origin_of(kinds[at], std::min(lines[static_cast<std::size_t>(x)], rows[y]));
            const WorkShare pixel{1, work.values[at]};
            sums.max = std::max(sums.max, work.values[at]);
            add(sums.outcomes[static_cast<std::size_t>(outcome)], pixel);
            add(sums.levels[level], pixel);
        }
    return sums;
}

}  // namespace mariani
