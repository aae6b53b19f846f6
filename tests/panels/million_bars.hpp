// A timeline as long as they get.
#pragma once

#include "app/measure/timeline.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace mariani::app {

// 10^6 blocks, one after the other in each of the rows.
inline std::shared_ptr<const Timeline> million_bars(unsigned rows) {
    std::mt19937 random(1);
    BlockTrace trace;
    std::vector<std::uint32_t> free_from(rows, 0);
    for (std::uint32_t i = 0; i < 1'000'000; ++i) {
        const std::size_t row = i % rows;
        const std::uint32_t begin = free_from[row] + static_cast<std::uint32_t>(random() % 100);
        free_from[row] = begin + 100 + static_cast<std::uint32_t>(random() % 3000);
        trace.push_back({i, static_cast<std::uint16_t>(row), 0, static_cast<BlockUse>(random() % 3),
                         begin, free_from[row]});
    }
    return std::make_shared<const Timeline>(timeline_of(trace, Backend::cpu, "blocks"));
}

// DP's regions, 16 in each of the level before, all launched: of 6 levels 1,118,481.
inline std::shared_ptr<const Timeline> launched_bars(unsigned rows, int levels) {
    FramePlan plan;
    plan.engine = EngineKind::dp;
    plan.subdivision = {1, 4, 1};
    RegionTimes times;
    std::int64_t now = 0;
    std::uint32_t side = 1;
    for (int level = 0; level < levels; ++level, side *= 4) {
        const Outcome outcome = level + 1 < levels ? Outcome::subdivided : Outcome::leaf;
        for (std::uint32_t i = 0; i < side * side; ++i, now += 100) {
            const std::uint32_t ix = i % side, iy = i / side;
            times.spans.push_back({{static_cast<int>(ix), static_cast<int>(iy), 1, 1},
                                   {ix, iy},
                                   now,
                                   now + 90,
                                   static_cast<std::uint16_t>(i % rows),
                                   static_cast<std::uint8_t>(level),
                                   outcome,
                                   RegionPart::border,
                                   level > 0});
        }
    }
    return std::make_shared<const Timeline>(timeline_of(times, plan));
}

}  // namespace mariani::app
