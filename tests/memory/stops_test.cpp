// To make a runner clears nothing, and one that is stopped at once touches next to no memory: what
// would take seconds for large plans is no work that a stop could not end.
#include "compute/workloads/curves/runner.hpp"
#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/points/runner.hpp"
#include "compute/workloads/triangle/runner.hpp"
#include "compute/workloads/volume/runner.hpp"
#include "tests/memory/peak.hpp"

#include <atomic>
#include <stop_token>

#include <gtest/gtest.h>

namespace mariani {
namespace {

constexpr std::int64_t little = 64 << 20;  // of plans of more than half a GiB

std::stop_token stopped() {
    std::stop_source source;
    source.request_stop();
    return source.get_token();
}

void expect_little(const std::string& plan, const std::function<void()>& work) {
    if (tests::sanitized) GTEST_SKIP() << tests::sanitized_reason;
    const std::int64_t touched = tests::peak_of(work);
    EXPECT_GE(touched, 0) << plan;
    EXPECT_LT(touched, little) << plan;
}

TEST(StoppedRunners, OfVolumesTouchNoMemory) {
    using volume::EngineKind;
    for (const auto engine :
         {EngineKind::ex, EngineKind::ask, EngineKind::dp, EngineKind::surface}) {
        volume::Plan plan;
        plan.side = {{700, 700, 700, 1}};
        plan.engine = engine;
        expect_little(std::string(name_of(engine)), [&] {
            volume::Progress progress;
            EXPECT_FALSE(volume::make_runner(plan)->run(stopped(), progress));
        });
    }
}

TEST(StoppedRunners, OfTrianglesTouchNoMemory) {
    triangle::Plan plan;
    plan.test = triangle::Task::edm;
    plan.side = 17'000;
    const auto run = [&] {
        triangle::Progress progress;
        EXPECT_FALSE(triangle::make_runner(plan)->run(stopped(), progress));
    };
    expect_little("ltm", run);
    plan.test = triangle::Task::collision;
    plan.layout = triangle::Layout::tiles;
    plan.diagonal = false;
    plan.features = 3;
    plan.side = 100'000;
    plan.by_grid = true;
    expect_little("grid", run);
    plan.by_grid = false;
    plan.map = triangle::MapKind::rb;
    expect_little("rb", run);
}

TEST(StoppedRunners, OfPointsAndCurvesTouchNoMemory) {
    points::Plan points;
    points.count = 1 << 26;
    for (const auto engine : {points::EngineKind::linear, points::EngineKind::dp}) {
        points.engine = engine;
        expect_little(std::string(name_of(engine)),
                      [&] { EXPECT_FALSE(points::make_runner(points)->run(stopped())); });
    }
    curves::Plan curves;
    curves.lines = 1 << 17;
    curves.rule.cap = 1024;
    curves.engine = curves::EngineKind::flat;
    expect_little("flat", [&] { EXPECT_FALSE(curves::make_runner(curves)->run(stopped())); });
}

TEST(StoppedRunners, OfTheGasketTouchNoMemory) {
    using gasket::EngineKind;
    for (const auto& [kind, level] : {std::pair{EngineKind::bb, 14},
                                      {EngineKind::lambda, 14},
                                      {EngineKind::table, 17},
                                      {EngineKind::bits, 19}}) {
        gasket::Problem problem;
        problem.level = level;
        expect_little(std::string(name_of(kind)), [&] {
            std::atomic<double> progress{0};
            const auto engine = gasket::find_engine(kind, Backend::cpu)->make(problem);
            EXPECT_FALSE(engine->set_random_state({}, stopped(), progress));
        });
    }
}

}  // namespace
}  // namespace mariani
