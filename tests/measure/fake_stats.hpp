// Fake figures of runs: each differs from every other, so that none can be mistaken for another
// unnoticed.
#pragma once

#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_request.hpp"
#include "tests/measure/fake_stats.hpp"

#include <optional>
#include <vector>

namespace mariani::app {

inline LevelStats fake_level(int level, double side, const RegionCounts<std::int64_t>& counts,
                             double ms) {
    LevelStats made;
    made.level = level;
    made.side = side;
    made += counts;
    made.ms = ms;
    return made;
}

// In sum 55 regions: 31 filled, 13 subdivided, 11 leaves; 420 pixels filled and 660 iterated, 510
// of them in leaves; 8200 iterations, 7200 of them in leaves.
inline EngineStats fake_stats(double ms) {
    EngineStats stats;
    stats.device = "a processor, 3 threads";
    stats.levels = {fake_level(0, 160, {16, 4, 10, 2, 100, 250, 3000, 149, 2500, 1}, 1.5),
                    fake_level(1, 80, {39, 27, 3, 9, 320, 410, 5200, 361, 4700, 5}, 2.75)};
    stats.compute_ms = ms;
    stats.launches = 17;
    stats.failed_launches = 6;
    stats.full_table = 8;
    return stats;
}

// Ex has one level, whose region is the picture.
inline EngineStats fake_ex_stats(double ms) {
    EngineStats stats = fake_stats(ms);
    stats.levels = {fake_level(0, 36, {1, 0, 0, 1, 0, 1080, 24'600, 1080, 24'600, 0}, 7.25)};
    stats.launches = 2;
    return stats;
}

// One run for each time; the counts are the same in all.
inline std::vector<EngineStats> fake_runs(EngineKind engine, const std::vector<double>& ms) {
    std::vector<EngineStats> runs;
    for (const double each : ms)
        runs.push_back(engine == EngineKind::ex ? fake_ex_stats(each) : fake_stats(each));
    return runs;
}

// 36 x 30 pixels of a view; nothing in it has its default value.
inline FramePlan fake_plan(EngineKind engine, Scheme scheme) {
    FramePlan plan;
    plan.view = {{-0.75, 0.125}, 0.0625};
    plan.image = {36, 30};
    plan.part = whole(plan.image);
    plan.dwell_limit = 1000;
    plan.precision = Precision::f32;
    plan.engine = engine;
    plan.scheme = scheme;
    plan.backend = Backend::cpu;
    plan.subdivision = {5, 3, 7};
    plan.fill = FillRule::safe;
    plan.shortcuts = false;
    plan.block = {32, 8};
    plan.threads = 3;
    return plan;
}

// The matching request, or one for any engine that the program chooses.
inline FrameRequest fake_request(std::optional<EngineKind> engine, Scheme scheme) {
    FrameRequest request = request_for(fake_plan(engine.value_or(EngineKind::ask), scheme));
    request.engine = engine;
    return request;
}

// The dispatcher's plan for a request to a fake engine; refuses nothing.
inline FramePlan planned(const FrameRequest& request) {
    FramePlan plan;
    plan.view = request.view;
    plan.image = request.image;
    plan.part = request.part;
    plan.dwell_limit = request.dwell_limit;
    plan.precision = request.precision.value_or(Precision::f32);
    plan.engine = request.engine.value_or(EngineKind::ask);
    plan.scheme = request.scheme.value_or(Scheme::sbr);
    plan.backend = request.backend.value_or(Backend::cpu);
    plan.subdivision = {request.g.value_or(4), request.r.value_or(2), request.B};
    plan.fill = request.fill;
    plan.shortcuts = request.shortcuts;
    plan.smooth = request.smooth;
    plan.keep_regions = request.keep_regions;
    plan.count_work = request.count_work;
    plan.block = request.block.value_or(BlockSize{});
    plan.device = request.device.value_or(0);
    plan.threads = request.threads.value_or(1);
    return plan;
}

}  // namespace mariani::app
