#include "compute/workloads/curves/cpu/engines.hpp"
#include "compute/workloads/curves/cpu/vertex_lanes.hpp"

#include <algorithm>

namespace mariani::curves::cpu {

void tessellate_lines(const Job& job, std::span<Count> counts, Point* room) {
    constexpr std::int64_t chunk = 256;  // lines
    job.pool.for_each((job.plan.lines + chunk - 1) / chunk, job.stop, [&](std::int64_t part) {
        const std::int64_t end = std::min(job.plan.lines, (part + 1) * chunk);
        for (std::int64_t i = part * chunk; i < end; ++i) {
            const auto at = static_cast<std::size_t>(i);
            counts[at] = count_of(job.plan.rule, job.lines[at]);
            const std::uint32_t count = counts[at].vertices;
            record_placing(job, at, [&] {
                place_vertices(job.lines[at], count, 0, count, room + i * job.plan.rule.cap);
            });
        }
    });
}

}  // namespace mariani::curves::cpu
