#include "compute/workloads/curves/runner.hpp"

#include <stdexcept>

#include <fmt/core.h>

namespace mariani::curves {

void refuse_other_count(const Plan& plan, std::span<const Line> lines) {
    if (lines.size() != static_cast<std::size_t>(plan.lines))
        throw std::invalid_argument(
            fmt::format("{} lines are given to a plan for {}: make a runner for that number",
                        lines.size(), plan.lines));
}

void keep_recorded(BlockTrace& trace) {
    std::uint32_t line = 0;
    for (BlockRecord& record : trace) record.block = line++;
    std::erase_if(trace, [](const BlockRecord& record) { return record.use == BlockUse::wasted; });
    count_from_first(trace);
}

std::int64_t moved_bytes(const Plan& plan, std::int64_t vertices) {
    return plan.lines * static_cast<std::int64_t>(sizeof(Line)) +
           vertices * static_cast<std::int64_t>(sizeof(Point));
}

std::unique_ptr<Runner> make_runner(const Plan& plan) {
    return plan.backend == Backend::cpu ? cpu::make_runner(plan) : cuda::make_runner(plan);
}

}  // namespace mariani::curves
