// What is computed if the user leaves it to the program, and why.
#include "compute/service/resolve.hpp"

#include "compute/engine.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

const AutomaticEngine nothing_observed;

FrameRequest asked(int width = 1920, int height = 1080) {
    FrameRequest request;
    request.image = {width, height};
    request.part = whole(request.image);
    return request;
}

Hardware with_gpu() {
    Hardware hardware;
    hardware.device = 1;
    hardware.threads = 6;
    return hardware;
}

Hardware without_gpu() {
    Hardware hardware = with_gpu();
    hardware.cuda_unavailable = "there is no GPU";
    return hardware;
}

FramePlan plan_of(const FrameRequest& request, const Hardware& hardware) {
    return resolve(request, hardware, nothing_observed).plan;
}

TEST(Resolve, APartMustNotCutThroughRegions) {
    FrameRequest request;
    request.image = {360, 300};
    request.part = {3, 5, 100, 200};
    request.g = 5;
    const auto planned = [&](std::optional<EngineKind> engine) {
        request.engine = engine;
        return plan_of(request, without_gpu());
    };
    EXPECT_THROW(planned(EngineKind::ask), std::invalid_argument);
    EXPECT_THROW(planned(EngineKind::dp), std::invalid_argument);
    EXPECT_THROW(planned({}), std::invalid_argument) << "whichever is chosen";
    EXPECT_EQ(planned(EngineKind::ex).part, request.part);
    request.part = {72, 60, 144, 180};
    EXPECT_EQ(planned({}).part, request.part);
}

TEST(Resolve, KeepsWhatWasAskedFor) {
    FramePlan plan;
    plan.view = {{-0.75, 0.125}, 0.0625};
    plan.image = {360, 300};
    plan.part = {72, 60, 144, 180};
    plan.dwell_limit = 1000;
    plan.precision = Precision::f32;
    plan.engine = EngineKind::dp;
    plan.scheme = Scheme::mbr;
    plan.backend = Backend::cuda;
    plan.subdivision = {5, 3, 7};
    plan.fill = FillRule::safe;
    plan.shortcuts = false;
    plan.smooth = plan.keep_regions = plan.count_work = true;
    plan.block = {32, 8};
    plan.device = 2;
    plan.threads = 3;
    EXPECT_EQ(plan_of(request_for(plan), without_gpu()), plan);
    plan.backend = Backend::cpu;
    plan.device = 0;
    EXPECT_EQ(plan_of(request_for(plan), with_gpu()), plan);
    plan.resume = true;  // as the window has it: a measurement of its frame has not
    EXPECT_FALSE(request_for(plan).resume);
}

TEST(Resolve, ChoosesAskOnTheProcessorWithTheUsualValues) {
    const auto [plan, reasons] = resolve(asked(), without_gpu(), nothing_observed);
    EXPECT_EQ(plan.backend, Backend::cpu);
    EXPECT_EQ(plan.threads, 6);
    EXPECT_EQ(plan.engine, EngineKind::ask);
    EXPECT_EQ(plan.scheme, Scheme::sbr);
    EXPECT_EQ(plan.subdivision, (SubdivisionParams{4, 2, 16}));
    EXPECT_EQ(plan.precision, Precision::f32);
    EXPECT_EQ(reasons.engine, "ASK: nothing has been measured here yet");
    EXPECT_EQ(reasons.scheme, "");
    EXPECT_EQ(reasons.backend_failure, "");
}

TEST(Resolve, ChoosesWprOnAGpuWithWhatSuitsThePicture) {
    const FramePlan plan = plan_of(asked(), with_gpu());
    EXPECT_EQ(plan.backend, Backend::cuda);
    EXPECT_EQ(plan.device, 1);
    EXPECT_EQ(plan.scheme, Scheme::wpr);
    EXPECT_EQ(plan.subdivision, suited_subdivision(plan.image, 16));
    EXPECT_EQ(plan.block, BlockSize{}) << "the other one suits Ex";
}

TEST(Resolve, ChoosesATreeOnAGpuWhereRegionsAreShown) {
    FrameRequest request = asked();
    request.subdivide = true;
    EXPECT_EQ(plan_of(request, with_gpu()).subdivision, suited_tree(request.image, 16));
    EXPECT_EQ(plan_of(request, without_gpu()).subdivision, SubdivisionParams{});
    request.g = 9;
    EXPECT_EQ(plan_of(request, with_gpu()).subdivision, (SubdivisionParams{9, 2, 16}));
}

TEST(Resolve, KeepsASchemeWhereTheEngineIsAutomatic) {
    FrameRequest request = asked();
    request.scheme = Scheme::mbr;
    const FramePlan plan = plan_of(request, with_gpu());
    EXPECT_EQ(plan.scheme, Scheme::mbr);
    EXPECT_EQ(plan.subdivision, SubdivisionParams{}) << "the others suit a warp per region";
}

TEST(Resolve, GivesANamedEngineTheUsualValues) {
    FrameRequest request = asked();
    request.engine = EngineKind::ask;
    const auto [plan, reasons] = resolve(request, with_gpu(), nothing_observed);
    EXPECT_EQ(plan.scheme, Scheme::sbr);
    EXPECT_EQ(plan.subdivision, SubdivisionParams{});
    EXPECT_EQ(plan.block, BlockSize{});
    EXPECT_EQ(reasons.engine, "") << "the user chose it";
}

TEST(Resolve, ChoosesGOrRAlone) {
    FrameRequest request = asked();
    request.r = 4;
    EXPECT_EQ(plan_of(request, without_gpu()).subdivision, (SubdivisionParams{4, 4, 16}));
    request.r.reset();
    request.g = 9;
    request.B = 5;
    EXPECT_EQ(plan_of(request, without_gpu()).subdivision, (SubdivisionParams{9, 2, 5}));
}

// Where filling saves nothing, and Ex is the faster one.
AutomaticEngine observed_that_ex_is_faster(const FramePlan& plan) {
    AutomaticEngine observations;
    FramePlan ex = plan;
    ex.engine = EngineKind::ex;
    for (int i = 0; i < 4; ++i) {
        EngineStats stats;
        stats.compute_ms = 20;
        observations.learn(plan, stats);
        stats.compute_ms = 10;
        observations.learn(ex, stats);
    }
    return observations;
}

TEST(Resolve, SubdividesWhereRegionsAreShownWhateverIsFaster) {
    FrameRequest request = asked();
    const auto observed = observed_that_ex_is_faster(plan_of(request, without_gpu()));
    EXPECT_EQ(resolve(request, without_gpu(), observed).plan.engine, EngineKind::ex);
    request.subdivide = true;
    const auto [plan, reasons] = resolve(request, without_gpu(), observed);
    EXPECT_EQ(plan.engine, EngineKind::ask);
    EXPECT_EQ(reasons.engine, "ASK: its regions are shown");
    request.engine = EngineKind::ex;
    EXPECT_EQ(resolve(request, without_gpu(), observed).plan.engine, EngineKind::ex)
        << "which was asked for by name";
}

TEST(Resolve, WprNeedsAGpu) {
    FrameRequest request = asked();
    request.scheme = Scheme::wpr;
    const auto [plan, reasons] = resolve(request, without_gpu(), nothing_observed);
    EXPECT_EQ(plan.scheme, Scheme::sbr);
    EXPECT_EQ(reasons.scheme, "a warp per region (WPR) needs a GPU: SBR is used instead");
    request.backend = Backend::cpu;
    EXPECT_THROW(plan_of(request, with_gpu()), std::invalid_argument);
}

TEST(Resolve, AFailedGpuIsReplacedWhereTheBackendIsAutomatic) {
    Hardware hardware = with_gpu();
    hardware.failed_devices[1] = "an illegal address";
    const auto [plan, reasons] = resolve(asked(), hardware, nothing_observed);
    EXPECT_EQ(plan.backend, Backend::cpu);
    EXPECT_EQ(plan.scheme, Scheme::sbr);
    EXPECT_EQ(plan.subdivision, SubdivisionParams{});
    EXPECT_EQ(reasons.backend_failure, "an illegal address");

    FrameRequest other = asked();
    other.device = 0;
    EXPECT_EQ(plan_of(other, hardware).backend, Backend::cuda);

    FrameRequest named = asked();
    named.backend = Backend::cuda;
    EXPECT_THROW(plan_of(named, hardware), BackendFailure);
    hardware.always_fall_back = true;
    EXPECT_EQ(plan_of(named, hardware).backend, Backend::cpu);
}

TEST(Resolve, RefusesWhatMayNotBe) {
    FrameRequest request = asked();
    request.dwell_limit = 0;
    EXPECT_THROW(plan_of(request, without_gpu()), std::invalid_argument);
}

FrameRequest asked_deep(const char* height) {
    FrameRequest request = asked();
    request.view = {{-0.75, 0.1}, *parse_length(height)};
    return request;
}

TEST(Resolve, DeepViewsAreComputedByDeltasAndItSaysWhy) {
    const auto resolved = [](const FrameRequest& request) {
        return resolve(request, without_gpu(), nothing_observed);
    };
    EXPECT_EQ(resolved(asked_deep("1e-11")).plan.precision, Precision::f64);
    EXPECT_EQ(resolved(asked_deep("1e-11")).reasons.precision, "");
    const Resolution deltas = resolved(asked_deep("1e-30"));
    EXPECT_EQ(deltas.plan.precision, Precision::deltas);
    EXPECT_EQ(deltas.reasons.precision, "deltas: doubles cannot separate pixels this small");
    EXPECT_EQ(deltas.plan.engine, EngineKind::ex);
    EXPECT_EQ(deltas.reasons.engine,
              "Ex: fills are not proven, and save only 0 to 16 % of the pixels in deep places");
    const Resolution scaled = resolved(asked_deep("1e-400"));
    EXPECT_EQ(scaled.plan.precision, Precision::scaled);
    EXPECT_EQ(scaled.reasons.precision,
              "scaled deltas: at this height deltas need a separate exponent");
}

TEST(Resolve, DeepZoomHasExAndAsk) {
    FrameRequest request = asked_deep("1e-30");
    const auto resolved = [&] { return resolve(request, with_gpu(), nothing_observed); };
    request.subdivide = true;
    EXPECT_EQ(resolved().plan.engine, EngineKind::ask);
    request.engine = EngineKind::dp;
    EXPECT_EQ(resolved().plan.engine, EngineKind::ask);
    EXPECT_EQ(resolved().reasons.engine,
              "ASK instead of DP: dynamic parallelism computes no deltas");
    request.engine = EngineKind::ask;
    request.scheme = Scheme::wpr;
    EXPECT_EQ(resolved().plan.scheme, Scheme::sbr);
    EXPECT_EQ(resolved().reasons.scheme,
              "deep zoom has no schemes: a level's pixels form one list");
}

TEST(Resolve, ManyDigitsAreTheProcessorsWhateverIsAskedFor) {
    FrameRequest request = asked_deep("1e-30");
    request.precision = Precision::many_digits;
    Hardware hardware = with_gpu();
    for (const std::optional<Backend> backend : {std::optional<Backend>(), {Backend::cuda}}) {
        request.backend = backend;
        const auto [plan, reasons] = resolve(request, hardware, nothing_observed);
        EXPECT_EQ(plan.backend, Backend::cpu);
        EXPECT_EQ(plan.device, 0);
        EXPECT_EQ(reasons.precision, "many digits are computed on the processor only");
        hardware.failed_devices[1] = "it does not matter here";
    }
    request.backend = Backend::cpu;
    EXPECT_EQ(resolve(request, hardware, nothing_observed).reasons.precision, "");
    request.backend.reset();
    EXPECT_EQ(resolve(request, without_gpu(), nothing_observed).reasons.precision, "");
    request.precision = Precision::double_double;
    EXPECT_EQ(plan_of(request, with_gpu()).backend, Backend::cuda);
}

TEST(Resolve, APrecisionIsRefusedWhereItEnds) {
    const auto refusal = [](FrameRequest request, Precision precision) -> std::string {
        request.precision = precision;
        return why_invalid(request).value_or("");
    };
    EXPECT_EQ(refusal(asked_deep("1e-288"), Precision::deltas), "");
    EXPECT_EQ(refusal(asked_deep("1e-290"), Precision::deltas),
              "the precision is deltas: double precision ends at pixels of about 1e-292; choose "
              "scaled, or auto");
    EXPECT_EQ(refusal(asked_deep("1e-290"), Precision::scaled), "");
    EXPECT_EQ(refusal(asked_deep("1e-290"), Precision::f64), "") << "though no pixels differ";
    EXPECT_EQ(refusal(asked_deep("1e-301"), Precision::f64),
              "the precision is f64: it ends at heights of 1e-300, and this one is 1e-301; choose "
              "scaled, or auto");
    FrameRequest julia = asked();
    julia.view.julia = PlanePoint{-0.8, 0.156};
    EXPECT_EQ(refusal(julia, Precision::scaled),
              "the precision is scaled: Julia sets are computed in f32 and f64 only, as they have "
              "no deltas here");
    julia.view.height = *parse_length("1e-301");
    EXPECT_EQ(why_invalid(julia), "the view's height is 1e-301: it must be from 1e-300 to 1e+06");
}

TEST(Resolve, KeepsADeepPlan) {
    FramePlan plan;
    plan.view = asked_deep("1e-400").view;
    plan.image = {360, 300};
    plan.part = {72, 60, 144, 180};
    plan.precision = Precision::double_double;
    plan.quality = Quality::preview;
    plan.engine = EngineKind::ask;
    plan.backend = Backend::cpu;
    plan.subdivision = {5, 3, 7};
    plan.threads = 3;
    EXPECT_EQ(plan_of(request_for(plan), without_gpu()), plan);
}

}  // namespace
}  // namespace mariani::tests
