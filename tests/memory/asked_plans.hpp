// Plans whose memory is measured, on either backend.
#pragma once

#include "compute/model/frame_request.hpp"
#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "compute/workloads/triangle/plan.hpp"
#include "tests/memory/peak.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include <fmt/core.h>

namespace mariani::tests {

using ExpectClose = void (*)(const std::string& plan, const MemoryEstimate& estimate,
                             const std::function<void()>& work);

inline triangle::Plan triangle_plan(triangle::MapKind map, triangle::Task test, int side) {
    triangle::Plan plan;
    plan.map = map;
    plan.test = test;
    plan.side = side;
    if (test == triangle::Task::collision) {
        plan.layout = triangle::Layout::tiles;
        plan.diagonal = false;
        plan.features = 3;
    }
    return plan;
}

struct AskedGasket {
    gasket::EngineKind engine;
    const char* fractal;
    int level;
    int rho = 16;
    std::optional<int> tile = {};
};

inline void measure(const AskedGasket& asked, Backend backend, ExpectClose expect_close) {
    gasket::Problem problem;
    problem.fractal = gasket::parse_fractal(asked.fractal);
    problem.level = asked.level;
    gasket::Method method;
    method.rho = asked.rho;
    method.tile = asked.tile;
    expect_close(fmt::format("gasket {} {} r {} rho {}", asked.fractal, name_of(asked.engine),
                             asked.level, asked.rho),
                 memory_of(asked.engine, backend, problem, method), [&] {
                     std::atomic<double> progress{0};
                     const auto engine =
                         gasket::find_engine(asked.engine, backend)->make(problem, method);
                     engine->set_random_state({}, {}, progress);
                     engine->advance(1, {});
                 });
}

struct AskedFrame {
    EngineKind engine;
    std::optional<Scheme> scheme;
    int side;
    int B = 16;
    std::uint32_t dwell_limit = 512;
    bool regions = false, smooth = false, exterior = false, work = false;
    Length height = 3;
    PlanePoint centre{-0.75, 0};

    // " regions smooth": those that it has, each after a blank.
    std::string fields() const {
        return fmt::format("{}{}{}{}", regions ? " regions" : "", smooth ? " smooth" : "",
                           exterior ? " distances" : "", work ? " work" : "");
    }
};

inline FrameRequest request_of(const AskedFrame& asked, Backend backend) {
    FrameRequest request;
    request.engine = asked.engine;
    request.scheme = asked.scheme;
    request.backend = backend;
    request.view = {asked.centre, asked.height};
    request.image = {asked.side, asked.side};
    request.part = whole(request.image);
    request.dwell_limit = asked.dwell_limit;
    request.B = asked.B;
    request.g = 4;
    request.r = 2;
    request.keep_regions = asked.regions;
    request.smooth = asked.smooth;
    request.exterior = asked.exterior;
    request.count_work = asked.work;
    return request;
}

}  // namespace mariani::tests
