#include "compute/workloads/curves/cpu/engines.hpp"
#include "compute/workloads/curves/cpu/vertex_lanes.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace mariani::curves::cpu {
namespace {

constexpr std::int64_t chunk = 1024;  // lines

// Calls use(chunk's number, its first line, its end) on the pool's threads.
template <typename Use>
void for_each_chunk(const Job& job, const Use& use) {
    job.pool.for_each((job.plan.lines + chunk - 1) / chunk, job.stop, [&](std::int64_t part) {
        use(static_cast<std::size_t>(part), static_cast<std::size_t>(part * chunk),
            static_cast<std::size_t>(std::min(job.plan.lines, (part + 1) * chunk)));
    });
}

}  // namespace

void tessellate_by_scan(const Job& job, std::span<Count> counts, VertexBuffer& vertices) {
    std::vector<std::int64_t> firsts(
        static_cast<std::size_t>((job.plan.lines + chunk - 1) / chunk));
    for_each_chunk(job, [&](std::size_t part, std::size_t begin, std::size_t end) {
        std::int64_t sum = 0;
        for (std::size_t i = begin; i < end; ++i) {
            counts[i] = count_of(job.plan.rule, job.lines[i]);
            sum += counts[i].vertices;
        }
        firsts[part] = sum;
    });
    if (job.stop.stop_requested()) return;
    std::int64_t total = 0;
    for (std::int64_t& first : firsts) total += std::exchange(first, total);
    Point* const room = vertices.reserve(total);
    for_each_chunk(job, [&](std::size_t part, std::size_t begin, std::size_t end) {
        Point* to = room + firsts[part];
        for (std::size_t i = begin; i < end; ++i) {
            record_placing(job, i, [&] {
                place_vertices(job.lines[i], counts[i].vertices, 0, counts[i].vertices, to);
            });
            to += counts[i].vertices;
        }
    });
}

}  // namespace mariani::curves::cpu
