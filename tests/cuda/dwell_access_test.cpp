// Operations on dwells on the GPU give the same results as on their copy in host memory.
#include "compute/service/dwell_access.hpp"

#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace mariani {
namespace {

class DwellAccess : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
        engine_ = find_engine(EngineKind::ex, Backend::cuda)->make();
    }

    Frame frame_of(const View& view, ImageSize size, std::uint32_t limit, bool smooth = false) {
        FramePlan plan;
        plan.view = view;
        plan.image = size;
        plan.part = whole(size);
        plan.dwell_limit = limit;
        plan.precision = Precision::f64;
        plan.engine = EngineKind::ex;
        plan.backend = Backend::cuda;
        plan.smooth = smooth;
        FrameProgress progress;
        return *engine_->compute(plan, {}, progress);
    }

    std::unique_ptr<Engine> engine_;
};

TEST_F(DwellAccess, CountsASummaryAsTheHostDoes) {
    const std::vector<View> views{{{-0.5, 0}, 2},  // the whole set
                                  {{-0.745, 0.113}, 0.02},
                                  {{-0.2, 0}, 0.01},  // nothing escapes
                                  {{5, 5}, 1e-3},     // all escape at once
                                  {{-0.75, 0.001}, 0.01}};
    for (const auto& view : views)
        for (const std::uint32_t limit : {1U, 300U, 20'000U, 65'534U, 65'535U, 65'536U})
            for (const ImageSize size : {ImageSize{1, 1}, {255, 3}, {700, 500}}) {
                const Field dwells = frame_of(view, size, limit).dwells;
                ASSERT_EQ(dwells.type() == ElementType::uint16, limit < 65535);
                const auto expected = summarise(host_copy(dwells), limit);
                EXPECT_EQ(summarise(dwells, limit), expected)
                    << "least " << expected.min << " most " << expected.max;
            }
}

TEST_F(DwellAccess, CopiesDwellsAndFractions) {
    const ImageSize size{301, 207};
    for (const std::uint32_t limit : {2000U, 70'000U}) {
        const Frame frame = frame_of({{-0.745, 0.113}, 0.02}, size, limit, true);
        Frame copy = frame;
        copy_to_host(copy);
        const auto dwells = copy.dwells.host<std::uint32_t>();  // 4 bytes in host memory
        const auto fractions = copy.fractions.host<float>();
        ASSERT_TRUE(fractions);
        EXPECT_EQ(host_copy(copy.dwells).values(), copy.dwells.values()) << "it is there already";
        int with_fraction = 0;
        for (int y = 0; y < size.height; y += 13)
            for (int x = 0; x < size.width; x += 7) {
                EXPECT_EQ(value_at(frame.dwells, x, y), dwells.at(x, y));
                EXPECT_EQ(value_at(copy.dwells, x, y), dwells.at(x, y));
                with_fraction += fractions.at(x, y) > 0;
            }
        EXPECT_GT(with_fraction, 100);
    }
}

TEST_F(DwellAccess, CopiesNothingThatAFrameDoesNotHave) {
    Frame frame = frame_of({{-0.5, 0}, 2}, {64, 48}, 300);
    copy_to_host(frame);
    EXPECT_TRUE(frame.dwells.on_host());
    EXPECT_FALSE(frame.fractions);
    EXPECT_FALSE(frame.work);
}

// 2-byte dwells are copied piece by piece; the larger picture exceeds the pinned memory.
TEST_F(DwellAccess, CopiesPicturesOfManyPieces) {
    for (const ImageSize size : {ImageSize{2111, 1999}, {8209, 8209}}) {
        const Field dwells = frame_of({{-0.745, 0.113}, 0.02}, size, 3000).dwells;
        ASSERT_EQ(dwells.type(), ElementType::uint16);
        const Field copy = host_copy(dwells);
        EXPECT_EQ(summarise(copy, 3000), summarise(dwells, 3000));
        const auto copied = copy.host<std::uint32_t>();
        const std::size_t last = copied.values.size() - 1;
        for (std::size_t at = 0; at < last; at += last / 997) {
            const int x = static_cast<int>(at) % size.width, y = static_cast<int>(at) / size.width;
            ASSERT_EQ(copied.values[at], value_at(dwells, x, y)) << x << "," << y;
        }
        EXPECT_EQ(copied.values[last], value_at(dwells, size.width - 1, size.height - 1));
    }
}

// Compared with the host's maps of the same regions, for many sizes of pictures and regions.
TEST(RegionMaps, AreThoseThatTheHostMakes) {
    if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    for (const EngineKind kind : {EngineKind::ex, EngineKind::dp, EngineKind::ask})
        for (const ImageSize size : {ImageSize{1, 1}, {97, 61}, {1920, 1080}})
            for (const SubdivisionParams& params :
                 {SubdivisionParams{1, 2, 1}, {3, 3, 4}, {16, 2, 2}, {1, 2, 65536}}) {
                FramePlan plan;
                plan.view = {{-0.745, 0.113}, 0.02};
                plan.image = size;
                plan.part = whole(size);
                plan.precision = Precision::f64;
                plan.engine = kind;
                plan.backend = Backend::cuda;
                plan.subdivision = params;
                plan.keep_regions = true;
                FrameProgress progress;
                const auto engine = find_engine(kind, Backend::cuda)->make();
                const auto frame = engine->compute(plan, {}, progress);
                const auto regions = frame->regions->on_host();
                const RegionMap expected = map_regions(*regions, size);
                RegionMap map = frame->regions->map(size);
                EXPECT_FALSE(map.kinds.on_host());
                copy_to_host(map);
                ASSERT_TRUE(std::ranges::equal(map.kinds.host<RegionKind>().values,
                                               expected.kinds.host<RegionKind>().values))
                    << name_of(kind) << " " << size.width << "x" << size.height << " g " << params.g
                    << " B " << params.B;
                ASSERT_EQ(map.levels.size(), expected.levels.size());
                for (std::size_t i = 0; i < map.levels.size(); ++i) {
                    EXPECT_EQ(map.levels[i].side, expected.levels[i].side);
                    EXPECT_EQ(map.levels[i].columns, expected.levels[i].columns);
                    EXPECT_EQ(map.levels[i].rows, expected.levels[i].rows);
                }
            }
}

}  // namespace
}  // namespace mariani
