// What a window sees of a frame while it is computed: pixels that are finished, and no others.
#include "compute/model/growing_frame.hpp"

#include "tests/engines/each_engine.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

std::int64_t finished_pixels(const GrowingPicture& picture) {
    const auto dwells = picture.dwells.host<std::uint32_t>();
    return std::ranges::count_if(dwells.values, [](auto d) { return d != unknown_dwell; });
}

// Every finished pixel has the dwell and, where they are exact too, the fraction of the frame.
void expect_final(const GrowingPicture& picture, const Frame& frame) {
    const auto dwells = picture.dwells.host<std::uint32_t>();
    const auto fractions = picture.fractions.host<float>();
    const auto final_dwells = dwells_of(frame);
    const auto final_fractions = fractions_of(frame);
    const bool exact = frame.plan.backend == Backend::cpu;
    EXPECT_EQ(picture.plan.part, frame.plan.part);
    ASSERT_EQ(dwells.values.size(), final_dwells.size());
    ASSERT_EQ(fractions.values.size(), final_fractions.size());
    for (std::size_t i = 0; i < final_dwells.size(); ++i) {
        if (dwells.values[i] == unknown_dwell) continue;
        ASSERT_EQ(dwells.values[i], final_dwells[i]) << i;
        if (exact && !fractions.values.empty()) {
            ASSERT_EQ(fractions.values[i], final_fractions[i]) << i;
        }
    }
}

class GrowingFrameSuite : public EachEngine {
  protected:
    // Watches a frame from beside it, and says what has become of it at last.
    void watch(FramePlan asked) {
        asked = own(asked);
        FrameProgress progress;
        progress.growing = std::make_shared<GrowingFrame>();
        std::vector<GrowingPicture> seen;
        std::atomic<bool> over = false;
        std::optional<Frame> frame;
        {
            const std::jthread engine([&] {
                frame = engine_->compute(asked, {}, progress);
                over = true;
            });
            while (!over)
                if (auto picture = progress.growing->picture()) seen.push_back(std::move(*picture));
        }
        if (auto last = progress.growing->picture()) seen.push_back(std::move(*last));
        ASSERT_TRUE(frame);
        std::int64_t before = 0;
        for (const auto& picture : seen) {
            expect_final(picture, *frame);
            EXPECT_GE(finished_pixels(picture), before);
            before = finished_pixels(picture);
        }
        if (asked.backend == Backend::cpu) {
            EXPECT_EQ(before, pixel_count(asked.part));
        }
    }
};

TEST_P(GrowingFrameSuite, ShowsWhatIsFinishedAndNothingElse) {
    for (const bool smooth : {false, true})
        for (const int B : {1, 8, 64}) {
            SCOPED_TRACE(testing::Message() << "B " << B << " smooth " << smooth);
            FramePlan asked = plan(311, 203, 3000, seahorse);
            asked.subdivision = {3, 2, B};
            asked.smooth = smooth;
            watch(asked);
        }
}

TEST_P(GrowingFrameSuite, ShowsAPartInItsOwnPixels) {
    FramePlan asked = plan(300, 200, 500);
    asked.subdivision = {5, 2, 4};
    asked.part = {60, 40, 180, 120};
    watch(asked);
}

TEST_P(GrowingFrameSuite, ShowsDwellsAroundTheGreatestOf2Bytes) {
    for (const std::uint32_t limit : {65534U, 65535U}) {
        FramePlan asked = plan(101, 67, limit, {{-0.75, 4.7938e-5}, 2e-8});
        asked.shortcuts = true;
        asked.subdivision = {2, 2, 4};
        watch(asked);
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, GrowingFrameSuite, testing::ValuesIn(all_candidates()),
                         [](const auto& candidate) { return name_of_candidate(candidate.param); });

TEST(GrowingFrame, ShowsNothingOfAnEngineThatGaveUp) {
    GrowingFrame growing;
    const FramePlan asked = plan(2, 1, 100);
    const auto values_of = [](std::uint32_t left, std::uint32_t right) {
        const std::shared_ptr<std::uint32_t[]> values(new std::uint32_t[2]{left, right});
        return values;
    };
    const PixelRect left{0, 0, 1, 1}, right{1, 0, 1, 1};
    growing.begin(asked, values_of(1, 2), nullptr);
    growing.add({&left, 1});
    ASSERT_TRUE(growing.picture());
    growing.add({&right, 1});
    growing.begin(asked, values_of(7, 8), nullptr);
    EXPECT_FALSE(growing.picture()) << "what was finished was of the other engine";
    growing.add({&right, 1});
    const auto picture = growing.picture();
    ASSERT_TRUE(picture);
    const auto dwells = picture->dwells.host<std::uint32_t>();
    EXPECT_EQ(dwells.at(0, 0), unknown_dwell);
    EXPECT_EQ(dwells.at(1, 0), 8U);
    EXPECT_FALSE(growing.picture()) << "nothing new";
}

TEST(GrowingFrame, WantsACopyOnceThereIsAReader) {
    GrowingFrame growing;
    const FramePlan asked = plan(1, 1, 100);
    growing.begin(asked, nullptr, nullptr);
    EXPECT_TRUE(growing.wanted());
    growing.publish({asked, field_of<std::uint32_t>(asked.part, {5}), {}});
    EXPECT_FALSE(growing.wanted()) << "nobody has taken the last one";
    const auto picture = growing.picture();
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->dwells.host<std::uint32_t>().at(0, 0), 5U);
    EXPECT_TRUE(growing.wanted());
    EXPECT_FALSE(growing.picture());
}

}  // namespace
}  // namespace mariani::tests
