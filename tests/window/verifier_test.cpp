// Verification at rest: a damaged fill is found and corrected, right pixels are kept, every dwell
// is proven, a stop is obeyed.
#include "app/window/verifier.hpp"

#include "compute/service/engine_dispatcher.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <semaphore>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using namespace std::chrono_literals;

RunEngine engines() {
    return [dispatcher = std::make_shared<EngineDispatcher>()](const FrameRequest& request,
                                                               std::stop_token stop) {
        FrameProgress unwatched;
        return dispatcher->compute(request, std::move(stop), unwatched);
    };
}

// A view in which fills get some pixels wrong, and many right.
FrameRequest seahorse() {
    FrameRequest request;
    request.view = {{-0.745, 0.113}, 0.02};
    request.image = {512, 512};
    request.part = whole(request.image);
    request.dwell_limit = 1024;
    request.precision = Precision::f64;
    request.engine = EngineKind::ask;
    request.backend = Backend::cpu;
    set_subdivision(request, {4, 2, 2});
    request.keep_regions = true;
    request.smooth = request.exterior = true;
    return request;
}

std::shared_ptr<const PreparedFrame> prepared(const FrameRequest& request) {
    EngineDispatcher dispatcher;
    FrameProgress progress;
    return std::make_shared<const PreparedFrame>(*prepare_frame(dispatcher, request, {}, progress));
}

std::vector<WrongPixel> wrong_of(const Frame& frame) {
    FrameRequest request = request_for(frame.plan);
    request.engine = EngineKind::ex;
    request.keep_regions = false;
    const auto truth = engines()(request, {});
    return wrong_pixels(frame.dwells.host<std::uint32_t>(), truth->dwells.host<std::uint32_t>(),
                        render::RegionIndex(frame.regions->on_host()));
}

TEST(VerifierTest, MakesAPictureThatOfEx) {
    const auto frame = prepared(seahorse());
    const auto before = wrong_of(frame->frame);
    ASSERT_FALSE(before.empty());
    std::atomic<double> progress = 0;
    const auto verification = verify_fills(frame, engines(), {}, progress);
    ASSERT_TRUE(verification);
    EXPECT_EQ(progress, 1);
    EXPECT_EQ(verification->wrong.size(), before.size());
    EXPECT_GT(verification->regions, 0);
    ASSERT_NE(verification->frame, frame);
    EXPECT_TRUE(wrong_of(verification->frame->frame).empty());
    EXPECT_EQ(verification->frame->summary.escaped,
              frame->summary.escaped + static_cast<std::int64_t>(before.size()));
    // A corrected pixel gets its fraction too.
    const auto fractions = verification->frame->frame.fractions.host<float>();
    ASSERT_TRUE(fractions);
    EXPECT_GT(fractions.at(before[0].x, before[0].y), 0);
    const auto [distances, normals] = on_host(verification->frame->frame.exterior);
    ASSERT_TRUE(distances && normals);
    for (const WrongPixel& pixel : before) {
        EXPECT_GT(distances.at(pixel.x, pixel.y), 0);
        EXPECT_GT(normals.at(pixel.x, pixel.y), 0);
    }
}

TEST(VerifierTest, LeavesARightPictureAsItIs) {
    auto request = seahorse();
    request.view = {};
    request.B = 32;
    const auto frame = prepared(request);
    ASSERT_TRUE(wrong_of(frame->frame).empty());
    std::atomic<double> progress = 0;
    const auto verification = verify_fills(frame, engines(), {}, progress);
    ASSERT_TRUE(verification);
    EXPECT_EQ(verification->frame, frame);
    EXPECT_TRUE(verification->wrong.empty());
}

TEST(VerifierTest, KnowsWhatNeedsNoVerification) {
    auto request = seahorse();
    EXPECT_FALSE(fills_are_proven(prepared(request)->frame));
    request.fill = FillRule::safe;
    EXPECT_TRUE(fills_are_proven(prepared(request)->frame));
    request = seahorse();
    request.engine = EngineKind::ex;
    EXPECT_TRUE(fills_are_proven(prepared(request)->frame));
}

// A view so deep that doubles tell its pixels apart, and compute other dwells for many.
FrameRequest at_the_end_of_doubles() {
    auto request = seahorse();
    request.view = {{-0.743643887037151, 0.131825904205330}, 1e-12};
    request.image = {48, 48};
    request.part = whole(request.image);
    request.dwell_limit = 4000;
    request.engine = EngineKind::ex;
    return request;
}

TEST(VerifierTest, ProvesEveryDwellAndMendsThoseThatDoublesGotWrong) {
    const auto frame = prepared(at_the_end_of_doubles());
    auto request = at_the_end_of_doubles();
    request.precision = Precision::many_digits;
    const auto truth = engines()(request, {});
    const auto right = truth->dwells.host<std::uint32_t>();
    const auto shown = frame->frame.dwells.host<std::uint32_t>();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < right.values.size(); ++i)
        wrong += right.values[i] != shown.values[i] ? 1 : 0;
    ASSERT_GT(wrong, 100U);

    std::atomic<double> progress = 0;
    const auto proof = prove_dwells(frame, engines(), {}, progress);
    ASSERT_TRUE(proof);
    EXPECT_EQ(progress, 1);
    EXPECT_EQ(proof->check, Check::dwells);
    EXPECT_EQ(proof->wrong.size(), wrong);
    const Frame& proven = proof->frame->frame;
    EXPECT_TRUE(std::ranges::equal(proven.dwells.host<std::uint32_t>().values, right.values));
    EXPECT_EQ(proven.plan, frame->frame.plan);
    const auto& stats = proven.stats.deltas.value();
    EXPECT_EQ(stats.pixels_of(Rung::none) + stats.pixels_of(Rung::filled), 0);
    EXPECT_EQ(std::accumulate(stats.pixels.begin(), stats.pixels.end(), std::int64_t{0}), 48 * 48);
    for (const WrongPixel& pixel : proof->wrong)
        if (pixel.right < 4000) {
            ASSERT_NE(proven.fractions.host<float>().at(pixel.x, pixel.y), 0);
        }
}

TEST(VerifierTest, KnowsWhatHasNoProof) {
    auto plan = prepared(at_the_end_of_doubles())->frame.plan;
    EXPECT_TRUE(can_be_proven(plan));
    plan.quality = Quality::preview;
    EXPECT_FALSE(can_be_proven(plan));
    plan.quality = Quality::proven;
    plan.view.julia = PlanePoint{-0.8, 0.156};
    EXPECT_FALSE(can_be_proven(plan));
}

TEST(VerifierTest, AProofThatIsStoppedProvesNothing) {
    std::stop_source stop;
    const RunEngine run = [&](const FrameRequest& request, std::stop_token token) {
        stop.request_stop();
        return engines()(request, token);
    };
    std::atomic<double> progress = 0;
    EXPECT_FALSE(prove_dwells(prepared(seahorse()), run, stop.get_token(), progress));
    EXPECT_LT(progress, 1);
}

TEST(VerifierTest, CancellingEndsItAtOnceAndNothingComesOfIt) {
    std::binary_semaphore began{0};
    std::atomic<int> runs = 0;
    const RunEngine run = [&](const FrameRequest& request,
                              std::stop_token stop) -> std::optional<Frame> {
        if (++runs > 1) return engines()(request, stop);
        began.release();
        while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
        return std::nullopt;
    };
    Verifier verifier(run, [] {});
    const auto frame = prepared(seahorse());
    verifier.begin(Check::fills, frame);
    began.acquire();
    EXPECT_TRUE(verifier.busy());
    verifier.cancel();
    while (verifier.busy()) std::this_thread::sleep_for(1ms);
    EXPECT_FALSE(verifier.poll());
    EXPECT_EQ(runs, 1);

    verifier.begin(Check::fills, frame);
    while (verifier.busy()) std::this_thread::sleep_for(1ms);
    const auto done = verifier.poll();
    ASSERT_TRUE(done);
    EXPECT_FALSE(done->wrong.empty());
    EXPECT_FALSE(verifier.poll());
}

TEST(VerifierTest, TellsWhyItCouldNot) {
    const RunEngine run = [](const FrameRequest&, const std::stop_token&) -> std::optional<Frame> {
        throw std::runtime_error("the engine broke");
    };
    Verifier verifier(run, [] {});
    verifier.begin(Check::fills, prepared(seahorse()));
    while (verifier.busy()) std::this_thread::sleep_for(1ms);
    const auto done = verifier.poll();
    ASSERT_TRUE(done);
    EXPECT_EQ(done->error, "the engine broke");
}

}  // namespace
}  // namespace mariani::app
