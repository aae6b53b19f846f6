// A picture computed in parts is the picture computed in one go, for each engine and scheme of the
// registry.
#include "compute/subdivision/parts.hpp"

#include "tests/engines/each_engine.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

// What is the same whether a picture is computed in parts or not.
struct Picture {
    std::vector<std::uint32_t> dwells;
    std::vector<float> fractions;
    std::vector<std::uint32_t> work;
    std::vector<Region> regions;
    std::vector<LevelStats> levels;

    explicit Picture(ImageSize image)
        : dwells(static_cast<std::size_t>(pixel_count(image))),
          fractions(dwells.size()),
          work(dwells.size()),
          width_(image.width) {}

    void add(const Frame& frame) {
        const PixelRect& part = frame.plan.part;
        place(dwells_of(frame), part, dwells);
        place(fractions_of(frame), part, fractions);
        place(work_of(frame), part, work);
        std::ranges::copy(regions_of(frame), std::back_inserter(regions));
        std::ranges::sort(regions, {}, [](const Region& region) {
            return std::tuple(region.level, region.rect.y, region.rect.x);
        });
        const auto& more = frame.stats.levels;
        levels.resize(std::max(levels.size(), more.size()));
        for (std::size_t i = 0; i < more.size(); ++i) {
            levels[i] += more[i];
            levels[i].side = more[i].side;
        }
    }

  private:
    template <typename V>
    void place(const std::vector<V>& values, const PixelRect& part, std::vector<V>& all) const {
        for (int y = 0; y < part.height; ++y)
            std::copy_n(values.begin() + std::ptrdiff_t{y} * part.width, part.width,
                        all.begin() + std::ptrdiff_t{part.y + y} * width_ + part.x);
    }

    int width_;
};

void expect_same(const Picture& a, const Picture& b) {
    EXPECT_EQ(a.dwells, b.dwells);
    EXPECT_EQ(a.fractions, b.fractions);
    EXPECT_EQ(a.work, b.work);
    EXPECT_EQ(a.regions, b.regions);
    ASSERT_EQ(a.levels.size(), b.levels.size());
    for (std::size_t i = 0; i < a.levels.size(); ++i) {
        EXPECT_EQ(a.levels[i].side, b.levels[i].side);
        for (const auto& count : region_counts<std::int64_t>)
            EXPECT_EQ(a.levels[i].*count.member, b.levels[i].*count.member)
                << count.name << " of level " << i;
    }
}

struct Cutting {
    ImageSize image;
    SubdivisionParams subdivision;
    std::vector<int> sides;  // of the parts at most; 1: a region each
};

const std::vector<Cutting> cuttings{
    {{301, 203}, {5, 3, 7}, {150, 1}}, {{64, 64}, {4, 2, 4}, {32, 40, 1}},
    {{640, 480}, {2, 2, 16}, {1}},     {{211, 97}, {37, 5, 2}, {50}},
    {{900, 3}, {7, 2, 3}, {200, 1}},   {{2, 500}, {16, 2, 4}, {90}},
    {{13, 9}, {32, 3, 1}, {5, 1}},     {{90, 7}, {11, 4, 1}, {20}}};

class PartsSuite : public EachEngine {
  protected:
    FramePlan asked(const Cutting& cutting, const View& view) const {
        FramePlan asked = plan(cutting.image.width, cutting.image.height, 150, view);
        asked.subdivision = cutting.subdivision;
        asked.smooth = asked.count_work = true;
        return own(asked);
    }

    Picture computed(FramePlan asked, const Parts& parts) {
        Picture picture(asked.image);
        for (const auto& row : parts)
            for (const PixelRect& part : row) {
                asked.part = part;
                const Frame frame = compute(*engine_, asked);
                expect_consistent(frame);
                picture.add(frame);
            }
        return picture;
    }
};

TEST_P(PartsSuite, AreThePictureComputedInOneGo) {
    for (const Cutting& cutting : cuttings)
        for (const View& view : {paper, seahorse, View{{0, 0}, 9}})
            for (const int side : cutting.sides) {
                SCOPED_TRACE(testing::Message() << cutting.image.width << "x"
                                                << cutting.image.height << " side " << side);
                FramePlan plan = asked(cutting, view);
                if (side % 2 == 0) plan.precision = Precision::f32;
                const Picture all = computed(plan, {{whole(plan.image)}});
                if (subdivides()) {
                    const int g = cutting.subdivision.g;
                    expect_same(computed(plan, parts_on_lattice(plan.image, g, side)), all);
                } else {
                    const Picture parts = computed(plan, parts_of(plan.image, side + 29));
                    EXPECT_EQ(parts.dwells, all.dwells);
                    EXPECT_EQ(parts.fractions, all.fractions);
                    EXPECT_EQ(parts.work, all.work);
                }
            }
}

TEST_P(PartsSuite, AreRefusedWhereTheyCutThroughRegions) {
    FramePlan plan = asked({{64, 64}, {4, 2, 4}, {}}, paper);
    plan.part = {16, 0, 33, 64};
    if (subdivides())
        EXPECT_THROW(compute(*engine_, plan), std::invalid_argument);
    else
        EXPECT_NO_THROW(compute(*engine_, plan));
}

INSTANTIATE_TEST_SUITE_P(Registry, PartsSuite, testing::ValuesIn(all_candidates()),
                         [](const auto& candidate) { return name_of_candidate(candidate.param); });

}  // namespace
}  // namespace mariani::tests
