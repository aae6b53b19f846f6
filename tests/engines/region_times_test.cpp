// When and where regions were computed, as the engines of the processor record it.
#include "tests/engines/frames.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

using Place = std::tuple<int, int, int>;  // level, y, x

Place place_of(PixelRect rect, int level) {
    return {level, rect.y, rect.x};
}

class RegionTimesTest : public testing::TestWithParam<std::pair<EngineKind, Scheme>> {
  protected:
    static Frame run(bool recorded, bool smooth = true) {
        const auto [kind, scheme] = GetParam();
        FramePlan asked = plan(400, 300, 800, seahorse);
        asked.scheme = scheme;
        asked.subdivision = {3, 2, 8};
        asked.threads = 2;
        asked.smooth = smooth;
        asked.record_times = recorded;
        return compute(*find_engine(kind, Backend::cpu)->make(), asked);
    }
};

TEST_P(RegionTimesTest, AFrameThatIsRecordedIsTheSame) {
    const Frame plain = run(false), recorded = run(true);
    EXPECT_EQ(plain.times, nullptr);
    ASSERT_NE(recorded.times, nullptr);
    EXPECT_EQ(dwells_of(plain), dwells_of(recorded));
    EXPECT_EQ(fractions_of(plain), fractions_of(recorded));
    EXPECT_EQ(regions_of(plain), regions_of(recorded));
    expect_consistent(recorded);
}

TEST_P(RegionTimesTest, EachRegionHasItsBorderAndBehindItItsInside) {
    const Frame frame = run(true);
    if (GetParam().first == EngineKind::ex) return;
    std::map<Place, std::int64_t> border_end;
    for (const RegionTime& span : frame.times->spans)
        if (span.part == RegionPart::border) {
            const bool first =
                border_end.emplace(place_of(span.rect, span.level), span.end_ns).second;
            EXPECT_TRUE(first);
        }
    const auto regions = regions_of(frame);
    ASSERT_EQ(border_end.size(), regions.size());
    std::size_t insides = 0;
    for (const Region& region : regions) {
        ASSERT_TRUE(border_end.contains(place_of(region.rect, region.level)));
        insides += region.outcome != Outcome::subdivided && region.rect.width > 2 &&
                   region.rect.height > 2;
    }
    std::map<Place, std::int64_t> inside;
    for (const RegionTime& span : frame.times->spans)
        if (span.part == RegionPart::inside) {
            EXPECT_GE(span.begin_ns, border_end.at(place_of(span.rect, span.level)));
            EXPECT_NE(span.outcome, Outcome::subdivided);
            ++inside[place_of(span.rect, span.level)];
        }
    EXPECT_EQ(inside.size(), insides);
}

TEST_P(RegionTimesTest, NoThreadIsAtTwoPlacesAtOnce) {
    const Frame frame = run(true);
    auto spans = frame.times->spans;
    ASSERT_FALSE(spans.empty());
    std::ranges::sort(spans, {}, [](const RegionTime& span) {
        return std::tuple(span.unit, span.begin_ns, span.end_ns);
    });
    for (std::size_t i = 0; i < spans.size(); ++i) {
        EXPECT_LT(spans[i].unit, 2);
        EXPECT_LE(0, spans[i].begin_ns);
        EXPECT_LE(spans[i].begin_ns, spans[i].end_ns);
        EXPECT_LE(static_cast<double>(spans[i].end_ns), 1e6 * frame.stats.compute_ms);
        if (i > 0 && spans[i].unit == spans[i - 1].unit) {
            EXPECT_LE(spans[i - 1].end_ns, spans[i].begin_ns);
        }
    }
}

TEST_P(RegionTimesTest, AskSaysWhenEachLevelBegins) {
    const Frame frame = run(true);
    const auto& begin = frame.times->begin_ns;
    if (GetParam().first != EngineKind::ask) {
        EXPECT_TRUE(begin.empty());
        return;
    }
    ASSERT_EQ(begin.size(), frame.stats.levels.size());
    for (const RegionTime& span : frame.times->spans) {
        EXPECT_GE(span.begin_ns, begin[span.level]);
        if (span.level + std::size_t{1} < begin.size()) {
            EXPECT_LE(span.end_ns, begin[span.level + std::size_t{1}]);
        }
    }
}

TEST_P(RegionTimesTest, OnlyDpLaunchesChildrenAndMbrInsides) {
    const auto [kind, scheme] = GetParam();
    const Frame frame = run(true);
    for (const RegionTime& span : frame.times->spans) {
        const bool launches =
            span.part == RegionPart::border ? span.level > 0 : scheme == Scheme::mbr;
        EXPECT_EQ(span.launched, kind == EngineKind::dp && launches);
    }
}

INSTANTIATE_TEST_SUITE_P(Cpu, RegionTimesTest,
                         testing::Values(std::pair(EngineKind::ex, Scheme::sbr),
                                         std::pair(EngineKind::dp, Scheme::sbr),
                                         std::pair(EngineKind::dp, Scheme::mbr),
                                         std::pair(EngineKind::ask, Scheme::sbr),
                                         std::pair(EngineKind::ask, Scheme::mbr)));

}  // namespace
}  // namespace mariani::tests
