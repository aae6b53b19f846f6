#include "compute/workloads/volume/plan.hpp"
#include "tests/model/knob_checks.hpp"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace mariani::volume {
namespace {

const std::optional<std::string> has_cuda;
const std::optional<std::string> has_none = "no NVIDIA GPU was found";

std::string refusal(const Request& request) {
    return tests::refusal_of([&] { resolve(request, has_none); });
}

TEST(VolumeKnobsTest, AreSound) {
    tests::expect_sound_knobs<Problem>();
}

// On a GPU, where all engines have several schemes.
TEST(VolumeKnobsTest, TheEnginesUseWhatTheySayTheyUse) {
    const auto plan_of = [](const Problem& problem, EngineKind engine) {
        Request request;
        static_cast<Problem&>(request) = problem;
        request.engine = engine;
        return resolve(request, has_cuda);
    };
    tests::expect_true_masks<Problem, EngineKind>(Backend::cuda, plan_of);
}

TEST(VolumeKnobsTest, AProblemHasAllThatAPlanChose) {
    Request request;
    request.engine = EngineKind::surface;
    request.side = 512;
    const Plan plan = resolve(request, has_cuda);
    static_cast<Problem&>(request) = problem_of(plan);
    EXPECT_EQ(resolve(request, has_cuda), plan);
    for (const Knob& knob : knob_table<Problem>().knobs)
        EXPECT_NE(to_text(knob, knob.get(&request)), automatic_name) << knob.id;
}

TEST(VolumeRequestTest, AsksForASmallJulibrotByDefault) {
    const Plan plan = resolve({}, has_none);
    EXPECT_EQ(plan, Plan{});
    EXPECT_EQ(resolve({}, has_cuda).backend, Backend::cuda);
}

TEST(VolumeRequestTest, ThePrecisionFollowsTheHeight) {
    Request request;
    EXPECT_EQ(resolve(request, has_none).precision, Precision::f32);
    request.axes = 2;
    request.height = 1e-9;
    EXPECT_EQ(resolve(request, has_none).precision, Precision::f64);
    request.precision = Precision::f32;
    EXPECT_EQ(resolve(request, has_none).precision, Precision::f32);
    request.height = 1e-20;
    EXPECT_TRUE(
        refusal(request).starts_with("the view's height is 1e-20: it must be from 6.39488462184"));
    EXPECT_TRUE(
        refusal(request).ends_with("e-14 (below that, doubles do not tell voxels apart) to 1e+06"));
    for (const double height : {0.0, -1.0, 1e7}) {
        request.height = height;
        EXPECT_TRUE(refusal(request).ends_with("a number from 1e-300 to 1000000")) << height;
    }
}

TEST(VolumeRequestTest, TheMandelbulbsLimitsAreItsOwn) {
    Request request;
    request.function = Function::mandelbulb;
    request.side = 300;
    request.axes = 4;
    EXPECT_EQ(refusal(request), "k is 4: the Mandelbulb is three-dimensional, so choose k 2 or 3");
    request.axes = 5;
    EXPECT_EQ(refusal(request), "k is 5: it must be a whole number from 2 to 4");
}

TEST(VolumeRequestTest, FunctionsAndEnginesHaveTheirDefaults) {
    Request request;
    request.function = Function::mandelbulb;
    EXPECT_EQ(resolve(request, has_none).centre_re, 0);
    EXPECT_EQ(resolve(request, has_none).height, 2.4);
    request = {};
    request.engine = EngineKind::surface;
    EXPECT_EQ(resolve(request, has_none).B, 16);
    request.side = 4;
    EXPECT_EQ(resolve(request, has_none).g, 4);
}

TEST(VolumeRequestTest, WhatCannotBeRunIsRefused) {
    const auto with = [](auto change) {
        Request request;
        change(request);
        return refusal(request);
    };
    EXPECT_EQ(with([](Request& r) { r.axes = 5; }),
              "k is 5: it must be a whole number from 2 to 4");
    EXPECT_EQ(with([](Request& r) { r.side = 70'000; }),
              "n is 70000: it must be a whole number from 1 to 2048");
    EXPECT_EQ(with([](Request& r) { r.axes = 4, r.side = 257; }),
              "n is 257: it must be a whole number from 1 to 256");
    EXPECT_EQ(with([](Request& r) { r.g = 100; }), "g is 100: it must be at most n, which is 96");
    EXPECT_EQ(with([](Request& r) { r.encoding = Encoding::morton, r.r = 3; }),
              "the encoding is morton with g 8 and r 3: it needs powers of two; levels does not");
    EXPECT_EQ(with([](Request& r) { r.encoding = Encoding::hilbert, r.g = 6; }),
              "the encoding is hilbert with g 6 and r 2: it needs powers of two; levels does not");
    EXPECT_EQ(with([](Request& r) { r.encoding = Encoding::levels, r.g = 6, r.r = 3; }), "");
    EXPECT_EQ(with([](Request& r) { r.engine = EngineKind::dp, r.pool = 0; }),
              "pool is 0: it must be a whole number from 1 to 1048576");
    EXPECT_EQ(with([](Request& r) { r.scheme = Scheme::wpr; }),
              "a warp per region (WPR) needs a GPU; the CPU has SBR and MBR");
    EXPECT_EQ(with([](Request& r) { r.engine = EngineKind::dp, r.scheme = Scheme::mbr; }),
              "several blocks per region (MBR) of DP need a GPU; DP on cpu has the scheme SBR");
    EXPECT_EQ(with([](Request& r) { r.function = Function::mandelbulb, r.rule = Rule::sides; }),
              "the rule is sides: only julibrot has a c whose faces tell about the inside, so "
              "choose uniform or interior");
    EXPECT_EQ(with([](Request& r) { r.function = Function::mandelbulb, r.axes = 4, r.side = 9; }),
              "k is 4: the Mandelbulb is three-dimensional, so choose k 2 or 3");
    EXPECT_EQ(with([](Request& r) { r.backend = Backend::cuda; }),
              "the backend is cuda: no NVIDIA GPU was found");
}

TEST(VolumePlanTest, DwellsHave32BitsWhere16AreTooFew) {
    Plan plan;
    plan.dwell_limit = 65'534;
    EXPECT_FALSE(has_wide_dwells(plan));
    EXPECT_EQ(output_bytes(plan), 2 * 96 * 96 * 96);
    plan.dwell_limit = 65'535;
    EXPECT_TRUE(has_wide_dwells(plan));
    EXPECT_EQ(output_bytes(plan), 4 * 96 * 96 * 96);
}

// Whatever the machine has: nothing is run.
TEST(VolumeRequestTest, SurfacesOnAGpuHaveOneLevelOfManyRegionsWhereThereIsRoom) {
    Request request;
    request.engine = EngineKind::surface;
    request.backend = Backend::cuda;
    const auto shape = [&](int side) {
        request.side = side;
        const Plan plan = resolve(request, std::nullopt);
        return std::array{plan.g, plan.B, last_level(plan)};
    };
    EXPECT_EQ(shape(511), (std::array{8, 16, 1}));
    EXPECT_EQ(shape(512), (std::array{32, 8, 0}));
    EXPECT_EQ(shape(1000), (std::array{32, 16, 0}));
    EXPECT_EQ(shape(1024), (std::array{32, 16, 0}));
    EXPECT_EQ(resolve(request, std::nullopt).scheme, Scheme::mbr);
    request.B = 4;
    EXPECT_EQ(shape(512), (std::array{32, 4, 1}));
    request.g = 8;
    EXPECT_EQ(shape(512), (std::array{8, 4, 3}));
    request = {};
    request.engine = EngineKind::surface;
    request.backend = Backend::cpu;
    EXPECT_EQ(shape(512), (std::array{8, 16, 1}));
}

// As the largest of its cells.
TEST(VolumeRequestTest, ALevelIsAsWideAsItsWidestRegion) {
    Plan plan;
    plan.g = 3;
    plan.r = 2;
    plan.B = 2;
    for (const Sides& side :
         {Sides{{48, 48, 48, 1}}, Sides{{50, 7, 20, 1}}, Sides{{20, 49, 47, 1}}}) {
        plan.side = side;
        for (int level = 0; level <= last_level(plan); ++level) {
            const std::uint32_t lattice = code_of(plan).lattice(level);
            std::uint32_t widest = 0;
            for (std::uint16_t at = 0; at < lattice; ++at)
                widest = std::max(
                    widest, longest(box_of(side, plan.axes, lattice, {{at, at, at, 0}}).side));
            EXPECT_EQ(side_of_level(plan, level), widest) << side.of[0] << " at " << level;
        }
    }
}

}  // namespace
}  // namespace mariani::volume
