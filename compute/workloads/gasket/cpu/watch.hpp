// When and where blocks work, on threads of the cpu.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/model/block_trace.hpp"

#include <chrono>
#include <cstdint>

namespace mariani::gasket::cpu {

// Calls work(block), which returns how the block was used, for each of so many.
template <typename Work>
BlockTrace watch_blocks(mariani::cpu::ThreadPool& pool, std::uint32_t blocks, const Work& work) {
    using Clock = std::chrono::steady_clock;
    BlockTrace trace(blocks);
    const auto begin = Clock::now();
    const auto now = [begin] {
        return static_cast<std::uint32_t>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count());
    };
    pool.for_each(blocks, [&](std::int64_t i) {
        BlockRecord& record = trace[static_cast<std::size_t>(i)];
        record.block = static_cast<std::uint32_t>(i);
        record.unit = static_cast<std::uint16_t>(mariani::cpu::ThreadPool::slot());
        record.begin_ns = now();
        record.use = work(i);
        record.end_ns = now();
    });
    count_from_first(trace);
    return trace;
}

}  // namespace mariani::gasket::cpu
