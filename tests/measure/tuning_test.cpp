#include "app/measure/tunings.hpp"
#include "tests/files/subdivision_of.hpp"
#include "tests/measure/fake_stats.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

struct Seen {
    Frame frame;
    DwellSummary summary;
};

// 1000 x 500 pixels, 100000 of them inside.
Seen seen() {
    Seen made;
    made.frame.plan.view = {{-0.75, 0.1}, 0.02};
    made.frame.plan.image = {1000, 500};
    made.frame.plan.part = whole(made.frame.plan.image);
    made.frame.plan.dwell_limit = 2048;
    made.frame.plan.engine = EngineKind::ask;
    made.frame.stats.device = "a CPU, 2 threads";
    made.summary.escaped = 400'000;
    return made;
}

TuningClass class_of(const Seen& seen) {
    return tuning_class(seen.frame, seen.summary);
}

TEST(TuningClass, IsThatOfViewsThatAreAlikeEnough) {
    const auto where = class_of(seen());
    EXPECT_EQ(
        tuning_class_text(where),
        "height 1e-2 to 1e-1, dwell limit 2048 to 4095, longer side 512 to 1023 pixels, up to "
        "a quarter inside");
    Seen alike = seen();
    alike.frame.plan.view = {{0.3, 0}, 0.09};
    alike.frame.plan.dwell_limit = 4095;
    alike.frame.plan.image = {512, 1023};
    alike.frame.plan.subdivision = {32, 2, 32};
    alike.frame.plan.engine = EngineKind::ex;  // the search would use ASK
    alike.summary.escaped = 499'999;
    EXPECT_EQ(class_of(alike), where);
}

TEST(TuningClass, IsAnotherOneWhereAnythingThatMattersDiffers) {
    const auto where = class_of(seen());
    const auto differs = [&](auto change) {
        Seen other = seen();
        change(other);
        return class_of(other) != where;
    };
    EXPECT_TRUE(differs([](Seen& s) { s.frame.plan.view.height = 0.2; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.plan.dwell_limit = 2047; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.plan.image.width = 1024; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.plan.image.height = 1024; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.plan.shortcuts = false; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.plan.scheme = Scheme::mbr; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.plan.fill = FillRule::safe; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.plan.precision = Precision::f32; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.plan.backend = Backend::cuda; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.plan.engine = EngineKind::dp; }));
    EXPECT_TRUE(differs([](Seen& s) { s.frame.stats.device = "a CPU, 4 threads"; }));
    EXPECT_TRUE(differs([](Seen& s) { s.summary.escaped = 500'000; }));
    EXPECT_TRUE(differs([](Seen& s) { s.summary.escaped = 0; }));
}

TEST(Tuning, KeepsWhatWasFoundAndWhen) {
    SweepRow best;
    best.cell = {{32, 2, 16}, {16, 16}};
    best.ms = {2, 1, 3};
    best.ex_ms = best.ms.median * 3;
    const Tuning tuning = tuning_of(class_of(seen()), best);
    EXPECT_EQ(tuning.best, best.cell);
    EXPECT_DOUBLE_EQ(tuning.speedup, 3);
    EXPECT_EQ(tuning.date.size(), 10u);
    EXPECT_EQ(tuning.date[4], '-');
}

TEST(Tuning, IsUsedWithItsBlockWhereThereAreBlocks) {
    Tuning tuning;
    tuning.best = {{32, 2, 16}, {64, 4}};
    tuning.date = "2026-11-20";
    tuning.where.backend = Backend::cpu;
    EXPECT_EQ(tuning_text(tuning), "g 32 r 2 B 16, as tuned on 2026-11-20");
    FrameRequest request;
    use(tuning, request);
    EXPECT_EQ(subdivision_of(request), tuning.best.subdivision);
    EXPECT_EQ(request.block, std::nullopt);
    tuning.where.backend = Backend::cuda;
    EXPECT_EQ(tuning_text(tuning), "g 32 r 2 B 16, block 64x4, as tuned on 2026-11-20");
    use(tuning, request);
    EXPECT_EQ(request.block, tuning.best.block);
}

// Half of the pixels are inside, whatever the size.
RunEngine half_inside(std::vector<FramePlan>& plans) {
    return [&plans](const FrameRequest& asked, const std::stop_token& stop) {
        const FramePlan plan = planned(asked);
        if (stop.stop_requested()) return std::optional<Frame>();
        plans.push_back(plan);
        Frame frame;
        frame.plan = plan;
        std::vector<std::uint32_t> dwells(static_cast<std::size_t>(pixel_count(plan.part)), 1);
        std::fill_n(dwells.begin(), dwells.size() / 2, plan.dwell_limit);
        frame.dwells = field_of(plan.part, std::move(dwells));
        return std::optional(std::move(frame));
    };
}

TEST(TuningClass, OfARequestIsFoundFromAPictureOfFewerPixels) {
    std::vector<FramePlan> asked;
    FrameRequest request;
    request.view = {{-0.75, 0.1}, 1e-3};
    request.image = {500, 4};
    request.part = whole(request.image);
    request.keep_regions = request.smooth = true;
    request.precision = std::nullopt;
    const auto small = tuning_class(request, half_inside(asked), {});
    EXPECT_EQ(small->inside_quarters, 2);
    EXPECT_EQ(small->side_octave, 8);
    request.image = {50'000, 400};
    request.part = whole(request.image);
    const auto large = tuning_class(request, half_inside(asked), {});
    EXPECT_EQ(large->inside_quarters, 2);
    EXPECT_EQ(large->side_octave, 15);
    EXPECT_EQ(large->precision, Precision::f64) << "f32 would do for the smaller one";
    ASSERT_EQ(asked.size(), 2u);
    EXPECT_EQ(asked[0].image, (ImageSize{500, 4}));
    EXPECT_EQ(asked[1].image, (ImageSize{4096, 32}));
    EXPECT_EQ(asked[1].part, whole(asked[1].image));
    EXPECT_FALSE(asked[1].keep_regions || asked[1].smooth);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(tuning_class(request, half_inside(asked), stop.get_token()));
}

}  // namespace
}  // namespace mariani::app
