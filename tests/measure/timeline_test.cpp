#include "app/measure/timeline.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

BlockTrace random_trace(std::size_t blocks, unsigned units, unsigned at_a_time, unsigned seed) {
    std::mt19937 random(seed);
    BlockTrace trace;
    std::vector<std::uint32_t> free_from(std::size_t{units} * at_a_time, 0);
    for (std::size_t i = 0; i < blocks; ++i) {
        const auto slot = random() % free_from.size();
        const std::uint32_t begin = free_from[slot] + static_cast<std::uint32_t>(random() % 50),
                            took = 1 + static_cast<std::uint32_t>(random() % 1000);
        free_from[slot] = begin + took;
        trace.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint16_t>(slot % units), 0,
                         static_cast<BlockUse>(random() % 3), begin, begin + took});
    }
    return trace;
}

Timeline random_timeline(std::size_t blocks = 3000, unsigned units = 3, unsigned at_a_time = 2) {
    return timeline_of(random_trace(blocks, units, at_a_time, 1), Backend::cuda, "test");
}

TEST(TimelineTest, EachBarIsInOneTrackOfItsRowAndNothingInATrackOverlaps) {
    const BlockTrace trace = random_trace(3000, 3, 2, 1);
    const Timeline timeline = timeline_of(trace, Backend::cuda, "test");
    ASSERT_EQ(timeline.bars.size(), trace.size());
    EXPECT_EQ(timeline.units, (std::vector<std::uint16_t>{0, 1, 2}));
    std::size_t next = 0;
    std::set<std::uint32_t> blocks;
    for (const TimelineTrack& track : timeline.tracks) {
        EXPECT_EQ(track.first, next);
        next = track.last;
        for (std::size_t i = track.first; i < track.last; ++i) {
            const TimelineBar& bar = timeline.bars[i];
            EXPECT_EQ(track_of(timeline, i),
                      static_cast<std::size_t>(&track - &timeline.tracks[0]));
            EXPECT_EQ(bar.row, track.row);
            EXPECT_EQ(bar.begin_ns, trace[bar.item].begin_ns);
            EXPECT_EQ(bar.end_ns, trace[bar.item].end_ns);
            EXPECT_EQ(timeline.units[bar.row], trace[bar.item].unit);
            if (i > track.first) {
                EXPECT_LE(timeline.bars[i - 1].end_ns, bar.begin_ns);
            }
            blocks.insert(bar.item);
        }
    }
    EXPECT_EQ(next, trace.size());
    EXPECT_EQ(blocks.size(), trace.size());
    EXPECT_EQ(timeline.tracks_of, (std::vector<std::uint32_t>{2, 2, 2}))
        << "as many as ran at a time";
}

// Plain: every bar, one after the other.
std::set<std::size_t> bars_in_view(const Timeline& timeline, const TimelineTrack& track,
                                   const TimelineView& view, double width) {
    std::set<std::size_t> seen;
    for (std::size_t i = track.first; i < track.last; ++i)
        if (view.x(static_cast<double>(timeline.bars[i].end_ns)) > 0 &&
            view.x(static_cast<double>(timeline.bars[i].begin_ns)) < width)
            seen.insert(i);
    return seen;
}

TEST(TimelineTest, TheBarsInViewAreSeenOnceEachAloneOrMerged) {
    const Timeline timeline = random_timeline();
    constexpr double width = 400;
    TimelineView view = whole_of(timeline, width);
    for (int step = 0; step < 12; ++step) {
        SCOPED_TRACE(step);
        for (const TimelineTrack& track : timeline.tracks) {
            std::vector<SeenBar> seen;
            append_seen_bars(timeline, track, view, width, seen);
            EXPECT_LE(seen.size(), 2 * width + 2) << "two a pixel, however many bars";
            std::set<std::size_t> found;
            for (const SeenBar& each : seen) {
                for (std::size_t i = each.first; i < each.first + each.count; ++i) {
                    EXPECT_TRUE(found.insert(i).second);
                    const auto from = view.x(static_cast<double>(timeline.bars[i].begin_ns));
                    EXPECT_GE(from, each.from - 1e-6);
                    EXPECT_LT(from, each.to + 1e-6);
                    if (each.count > 1) {
                        EXPECT_LT(timeline.bars[i].end_ns - timeline.bars[i].begin_ns,
                                  view.ns_per_pixel);
                    }
                }
            }
            EXPECT_EQ(found, bars_in_view(timeline, track, view, width));
        }
        view = zoomed(view, timeline, width, 123, 0.6);
    }
}

TEST(TimelineTest, MergedBarsHaveTheKindThatTakesMostOfTheirTime) {
    BlockTrace trace;
    for (std::uint32_t i = 0; i < 10; ++i)
        trace.push_back({i, 0, 0, i == 3 ? BlockUse::wasted : BlockUse::useful, 100 * i,
                         100 * i + (i == 3 ? 90 : 5)});
    trace.push_back({10, 0, 0, BlockUse::useful, 1'000'000, 1'000'001});
    const Timeline timeline = timeline_of(trace, Backend::cpu, "test");
    std::vector<SeenBar> seen;
    append_seen_bars(timeline, timeline.tracks[0], whole_of(timeline, 100), 100, seen);
    ASSERT_GE(seen.size(), 2u);
    EXPECT_EQ(seen[0].count, 10u);
    EXPECT_EQ(seen[0].kind, BarKind::wasted);
}

TEST(TimelineTest, ZoomingKeepsWhatIsUnderTheMouseAndNeverLeavesTheWhole) {
    const Timeline timeline = random_timeline();
    const TimelineView whole = whole_of(timeline, 500);
    EXPECT_DOUBLE_EQ(whole.ns(500), static_cast<double>(timeline.whole_ns));
    const TimelineView closer = zoomed(whole, timeline, 500, 200, 0.25);
    EXPECT_DOUBLE_EQ(closer.ns_per_pixel, 0.25 * whole.ns_per_pixel);
    EXPECT_NEAR(closer.ns(200), whole.ns(200), 1e-6);
    EXPECT_EQ(zoomed(closer, timeline, 500, 0, 1e9), whole);
    EXPECT_GE(zoomed(whole, timeline, 500, 200, 1e-12).ns_per_pixel * 500, 10) << "some ns";
    const TimelineView right = moved(closer, timeline, 500, 50);
    EXPECT_NEAR(right.ns(150), closer.ns(200), 1e-6);
    EXPECT_DOUBLE_EQ(moved(closer, timeline, 500, -1e9).begin_ns, 0);
    EXPECT_NEAR(moved(closer, timeline, 500, 1e9).ns(500), static_cast<double>(timeline.whole_ns),
                1e-3);
}

TEST(TimelineTest, TheBarAtAMomentIsTheOneThatRunsThen) {
    const Timeline timeline = random_timeline();
    for (const TimelineTrack& track : timeline.tracks)
        for (std::int64_t ns = 0; ns < timeline.whole_ns; ns += 997) {
            std::optional<std::size_t> running;
            for (std::size_t i = track.first; i < track.last; ++i)
                if (timeline.bars[i].begin_ns <= ns && ns < timeline.bars[i].end_ns) running = i;
            EXPECT_EQ(bar_at(timeline, track, static_cast<double>(ns)), running);
        }
}

TEST(TimelineTest, TheStatisticsOfASelectionAreThoseOfItsBars) {
    const Timeline timeline = random_timeline();
    std::mt19937 random(7);
    for (int round = 0; round < 50; ++round) {
        const auto whole = static_cast<std::uint32_t>(timeline.whole_ns);
        std::int64_t from = random() % whole, to = random() % whole;
        if (from == to) continue;
        if (from > to) std::swap(from, to);
        std::vector<std::int64_t> durations;
        double busy = 0;
        for (const TimelineBar& bar : timeline.bars) {
            if (bar.end_ns <= from || bar.begin_ns >= to) continue;
            durations.push_back(bar.end_ns - bar.begin_ns);
            for (std::int64_t ns = std::max(from, bar.begin_ns); ns < std::min(to, bar.end_ns);
                 ++ns)
                ++busy;
        }
        std::ranges::sort(durations);
        const auto found =
            statistics_of(timeline, static_cast<double>(from), static_cast<double>(to));
        ASSERT_EQ(found.bars, durations.size());
        if (durations.empty()) continue;
        EXPECT_NEAR(found.busy, busy / static_cast<double>(6 * (to - from)), 1e-9);
        EXPECT_EQ(found.median_ns, durations[durations.size() / 2]);
        EXPECT_EQ(found.longest_ns, durations.back());
    }
    EXPECT_EQ(statistics_of(timeline, 1e12, 2e12).bars, 0u);
}

TEST(TimelineTest, RowsThatSumUpOthersAreNoneOfASelections) {
    Timeline timeline = timeline_of_levels(
        {{"level 0", {{0, 0, 10}}}, {"thread 0", {{0, 0, 4}}}, {"thread 1", {{0, 2, 10}}}},
        "a run");
    const auto end = static_cast<double>(timeline.whole_ns);
    EXPECT_EQ(statistics_of(timeline, 0, end).bars, 3u);
    timeline.summaries = 1;
    const auto found = statistics_of(timeline, 0, end);
    EXPECT_EQ(found.bars, 2u);
    EXPECT_NEAR(found.busy, 12.0 / 20, 1e-6);
    EXPECT_EQ(found.longest_ns, 8'000'000);
}

RegionTimes family() {
    RegionTimes times;
    using enum RegionPart;
    times.spans = {{{0, 0, 64, 64}, {0, 0}, 0, 100, 0, 0, Outcome::subdivided, border, false},
                   {{0, 0, 32, 32}, {0, 0}, 150, 200, 1, 1, Outcome::leaf, border, true},
                   {{32, 0, 32, 32}, {1, 0}, 100, 180, 0, 1, Outcome::filled, border, true},
                   {{0, 0, 32, 32}, {}, 210, 400, 1, 1, Outcome::leaf, inside, true},
                   {{32, 0, 32, 32}, {}, 180, 190, 0, 1, Outcome::filled, inside, false}};
    return times;
}

FramePlan family_plan() {
    FramePlan plan;
    plan.engine = EngineKind::dp;
    plan.image = {64, 64};
    plan.subdivision = {1, 2, 16};
    return plan;
}

TEST(TimelineTest, ALaunchIsLinkedToTheBorderThatMadeIt) {
    const Timeline timeline = timeline_of(family(), family_plan());
    int launched = 0;
    for (const TimelineBar& bar : timeline.bars) {
        if (bar.launched_by == TimelineBar::nobody) continue;
        ++launched;
        const TimelineBar& by = timeline.bars[bar.launched_by];
        EXPECT_EQ(by.part, RegionPart::border);
        const PixelRect parent{0, 0, 64, 64}, own = timeline.regions[bar.item].rect;
        EXPECT_EQ(timeline.regions[by.item].rect, bar.part == RegionPart::border ? parent : own);
    }
    EXPECT_EQ(launched, 3) << "two children and an inside";
}

// The four regions below this cell of 2^level a side, in turn on two threads.
void add_family(RegionTimes& times, LatticeCell cell, int level, int levels) {
    const auto i = static_cast<std::int64_t>(times.spans.size());
    times.spans.push_back({{static_cast<int>(cell.ix), static_cast<int>(cell.iy), 1, 1},
                           cell,
                           100 * i,
                           100 * i + 50,
                           static_cast<std::uint16_t>(i % 2),
                           static_cast<std::uint8_t>(level),
                           level < levels - 1 ? Outcome::subdivided : Outcome::leaf,
                           RegionPart::border,
                           level > 0});
    for (std::uint32_t child = 0; level < levels - 1 && child < 4; ++child)
        add_family(times, {2 * cell.ix + child % 2, 2 * cell.iy + child / 2}, level + 1, levels);
}

Timeline tree_of_launches() {  // 1 + 4 + 16 + 64 regions
    RegionTimes times;
    add_family(times, {0, 0}, 0, 4);
    return timeline_of(times, family_plan());
}

TEST(TimelineTest, OnlyRegionsThatTheirParentsLaunchedAreLaunchesByLevel) {
    const Timeline few = timeline_of(family(), family_plan());
    EXPECT_EQ(few.launched.size(), 2u) << "not the inside that its border launched";
    const Timeline timeline = tree_of_launches();
    ASSERT_EQ(timeline.launched.size(), 84u);
    for (const std::size_t most : std::vector<std::size_t>{0, 4, 10, 20, 84, 1000}) {
        SCOPED_TRACE(most);
        const auto first = first_launched(timeline, most);
        ASSERT_EQ(first.size(), std::min<std::size_t>(most, 84));
        EXPECT_EQ(std::set(first.begin(), first.end()).size(), first.size());
        for (std::size_t i = 0; i < first.size(); ++i)
            EXPECT_EQ(timeline.bars[first[i]].level, i < 4 ? 1 : i < 20 ? 2 : 3);
    }
    std::set<std::uint32_t> parents;
    for (const std::uint32_t i : first_launched(timeline, 36))
        if (timeline.bars[i].level == 3) parents.insert(timeline.bars[i].launched_by);
    EXPECT_EQ(parents.size(), 16u) << "of the level that is too many, one of each parent";
}

TEST(TimelineTest, AChainIsTheAncestorsOfARegionAndItsDescendants) {
    const Timeline timeline = tree_of_launches();
    for (std::size_t i = 0; i < timeline.bars.size(); ++i) {
        std::set<std::uint32_t> expected;  // plain: whatever leads to it, or to which it leads
        const auto ancestors = [&](std::size_t of) {
            std::vector<std::size_t> all{of};
            while (timeline.bars[all.back()].launched_by != TimelineBar::nobody)
                all.push_back(timeline.bars[all.back()].launched_by);
            return all;
        };
        for (std::uint32_t other = 0; other < timeline.bars.size(); ++other) {
            if (timeline.bars[other].launched_by == TimelineBar::nobody) continue;
            const auto of = ancestors(i), of_other = ancestors(other);
            if (std::ranges::count(of, other) + std::ranges::count(of_other, i) > 0)
                expected.insert(other);
        }
        const auto chain = launch_chain(timeline, {i}, 1000);
        EXPECT_EQ(std::set(chain.begin(), chain.end()), expected);
        EXPECT_EQ(chain.size(), expected.size());
        EXPECT_LE(launch_chain(timeline, {i}, 3).size(), 3u);
    }
}

TEST(TimelineTest, RowsOfAGpuAreItsMultiprocessors) {
    FramePlan plan = family_plan();
    plan.backend = Backend::cuda;
    EXPECT_EQ(row_label(timeline_of(family(), plan), 1), "SM 1");
}

TEST(TimelineTest, TheTraceReadsBackAsTheBars) {
    RegionTimes times = family();
    times.begin_ns = {0, 99};
    const Timeline timeline = timeline_of(times, family_plan());
    const auto trace = nlohmann::json::parse(trace_json(timeline));
    std::map<std::string, int> phases;
    std::map<int, std::string> threads;
    std::vector<nlohmann::json> bars;
    for (const auto& event : trace.at("traceEvents")) {
        ++phases[event.at("ph")];
        if (event.at("name") == "thread_name") threads[event.at("tid")] = event["args"]["name"];
        if (event.at("ph") == "X") bars.push_back(event);
    }
    EXPECT_EQ(phases,
              (std::map<std::string, int>{{"M", 3}, {"X", 5}, {"i", 2}, {"s", 2}, {"f", 2}}))
        << "an arrow to each child, and none to the inside that its border launched";
    EXPECT_EQ(threads, (std::map<int, std::string>{{0, "thread 0"}, {1, "thread 1"}}));
    ASSERT_EQ(bars.size(), timeline.bars.size());
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const TimelineBar& bar = timeline.bars[i];
        EXPECT_EQ(bars[i]["ts"], static_cast<double>(bar.begin_ns) / 1000);
        EXPECT_EQ(bars[i]["dur"], static_cast<double>(bar.end_ns - bar.begin_ns) / 1000);
        EXPECT_EQ(bars[i]["tid"], bar.row);
        EXPECT_EQ(bars[i]["args"]["level"], bar.level);
        EXPECT_EQ(bars[i]["args"]["x"], timeline.regions[bar.item].rect.x);
        EXPECT_EQ(std::string(bars[i]["name"]).find(kind_name(bar.kind)), 0u);
    }
}

TEST(TimelineTest, BlocksThatRunAtATimeAreThreadsOfTheirOwnInTheTrace) {
    const Timeline timeline = random_timeline(100, 2, 3);
    const auto trace = nlohmann::json::parse(trace_json(timeline));
    std::map<int, double> free_from;
    for (const auto& event : trace.at("traceEvents")) {
        if (event.at("ph") != "X") continue;
        const double begin = event["ts"], took = event["dur"];
        EXPECT_GE(begin + 1e-9, free_from[event["tid"]]);
        free_from[event["tid"]] = begin + took;
    }
    EXPECT_EQ(free_from.size(), timeline.tracks.size());
}

}  // namespace
}  // namespace mariani::app
