// The picture compared with: what of a frame was computed, and where another engine's differs.
#include "app/window/comparison.hpp"

#include "compute/model/growing_frame.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

std::shared_ptr<const PreparedFrame> frame_by(EngineKind engine) {
    FrameRequest request;
    request.view = {{-0.7, 0.3}, 1.1};
    request.image = {64, 48};
    request.part = whole(request.image);
    request.dwell_limit = 200;
    request.engine = engine;
    request.backend = Backend::cpu;
    set_subdivision(request, {2, 2, 4});
    request.keep_regions = true;
    EngineDispatcher dispatcher;
    FrameProgress progress;
    return std::make_shared<PreparedFrame>(*prepare_frame(dispatcher, request, {}, progress));
}

TEST(Comparison, WithoutFillsOnlyPixelsInsideFilledRegionsAreNotKnown) {
    const auto shown = frame_by(EngineKind::ask);
    const auto [frame, filled] = without_fills(*shown);
    std::int64_t inside = 0;
    for (const auto& region : *shown->frame.regions->on_host())
        if (region.outcome == Outcome::filled)
            inside += std::int64_t{std::max(region.rect.width - 2, 0)} *
                      std::max(region.rect.height - 2, 0);
    EXPECT_GT(filled, 0);
    EXPECT_EQ(filled, inside);
    const auto before = shown->frame.dwells.host<std::uint32_t>();
    const auto after = frame->frame.dwells.host<std::uint32_t>();
    std::int64_t unknown = 0;
    for (std::size_t i = 0; i < before.values.size(); ++i) {
        unknown += after.values[i] == unknown_dwell;
        EXPECT_TRUE(after.values[i] == unknown_dwell || after.values[i] == before.values[i]);
    }
    EXPECT_EQ(unknown, filled);
    EXPECT_EQ(frame->summary, shown->summary) << "its colours are those of the picture";
}

TEST(Comparison, ExFillsNothing) {
    const auto shown = frame_by(EngineKind::ex);
    EXPECT_EQ(without_fills(*shown).differing, 0);
}

TEST(Comparison, CountsThePixelsThatAnotherEngineHasOtherwise) {
    const auto shown = frame_by(EngineKind::ask), other = frame_by(EngineKind::ex);
    const FrameWorker::Compute compute = [&](const FrameRequest&, const std::stop_token&,
                                             FrameProgress&) { return std::optional(*other); };
    const auto made = compared_frame({Compared::engine, {}, shown}, compute, {});
    ASSERT_TRUE(made);
    const auto a = shown->frame.dwells.host<std::uint32_t>();
    const auto b = other->frame.dwells.host<std::uint32_t>();
    std::int64_t differing = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i) differing += a.values[i] != b.values[i];
    EXPECT_EQ(made->differing, differing);
    const FrameWorker::Compute stopped = [](const FrameRequest&, const std::stop_token&,
                                            FrameProgress&) -> std::optional<PreparedFrame> {
        return std::nullopt;
    };
    EXPECT_FALSE(compared_frame({Compared::engine, {}, shown}, stopped, {}));
}

}  // namespace
}  // namespace mariani::app
