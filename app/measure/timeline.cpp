#include "app/measure/timeline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include <fmt/core.h>

namespace mariani::app {
namespace {

BarKind kind_of(Outcome outcome) {
    if (outcome == Outcome::filled) return BarKind::filled;
    return outcome == Outcome::subdivided ? BarKind::subdivided : BarKind::leaf;
}

BarKind kind_of(BlockUse use) {
    if (use == BlockUse::useful) return BarKind::useful;
    return use == BlockUse::partial ? BarKind::partial : BarKind::wasted;
}

// The rows of the units that worked, in their order.
void number_rows(Timeline& timeline, std::vector<std::uint16_t> units) {
    std::vector<std::uint16_t> sorted = units;
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (std::size_t i = 0; i < units.size(); ++i)
        timeline.bars[i].row =
            static_cast<std::uint16_t>(std::ranges::lower_bound(sorted, units[i]) - sorted.begin());
    timeline.units = std::move(sorted);
}

// The place of each bar in its row, in the order of `order`: the first that is free when it begins.
std::vector<std::uint32_t> places_of(const Timeline& timeline,
                                     const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> places(order.size());
    std::vector<std::int64_t> free_from;  // of the row's places
    for (std::size_t i = 0; i < order.size(); ++i) {
        const TimelineBar& bar = timeline.bars[order[i]];
        if (i == 0 || timeline.bars[order[i - 1]].row != bar.row) free_from.clear();
        const auto free = std::ranges::find_if(
            free_from, [&](std::int64_t from) { return from <= bar.begin_ns; });
        places[order[i]] = static_cast<std::uint32_t>(free - free_from.begin());
        if (free == free_from.end())
            free_from.push_back(bar.end_ns);
        else
            *free = bar.end_ns;
    }
    return places;
}

// Sorts the bars, which name one another by their present places, into tracks.
void arrange(Timeline& timeline) {
    std::vector<TimelineBar>& bars = timeline.bars;
    std::vector<std::uint32_t> order(bars.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto key = [&](std::uint32_t i) {
        return std::tuple(bars[i].row, bars[i].begin_ns, bars[i].end_ns, i);
    };
    std::ranges::sort(order, {}, key);
    const auto places = places_of(timeline, order);
    std::ranges::stable_sort(order, {},
                             [&](std::uint32_t i) { return std::pair(bars[i].row, places[i]); });
    std::vector<std::uint32_t> now_at(bars.size());
    for (std::size_t i = 0; i < order.size(); ++i) now_at[order[i]] = static_cast<std::uint32_t>(i);
    std::vector<TimelineBar> sorted;
    sorted.reserve(bars.size());
    timeline.tracks_of.assign(timeline.units.size(), 0);
    for (const std::uint32_t i : order) {
        TimelineBar bar = bars[i];
        if (bar.launched_by != TimelineBar::nobody) bar.launched_by = now_at[bar.launched_by];
        auto& tracks = timeline.tracks;
        if (tracks.empty() || tracks.back().row != bar.row || tracks.back().place != places[i]) {
            tracks.push_back({bar.row, places[i], sorted.size(), sorted.size()});
            ++timeline.tracks_of[bar.row];
        }
        timeline.whole_ns = std::max(timeline.whole_ns, bar.end_ns);
        sorted.push_back(bar);
        tracks.back().last = sorted.size();
    }
    bars = std::move(sorted);
}

std::uint64_t key_of(LatticeCell cell) {
    return std::uint64_t{cell.iy} << 32 | cell.ix;
}

// DP: the bar of a region launched those of its children. The bars are in the order of the spans.
void link_children(Timeline& timeline, const RegionTimes& times, int r) {
    std::vector<std::unordered_map<std::uint64_t, std::uint32_t>> parents;
    const auto each_border = [&](const auto& act) {
        for (std::size_t i = 0; i < times.spans.size(); ++i)
            if (times.spans[i].part == RegionPart::border)
                act(times.spans[i], static_cast<std::uint32_t>(i));
    };
    each_border([&](const RegionTime& span, std::uint32_t i) {
        if (span.outcome != Outcome::subdivided) return;
        if (parents.size() <= span.level) parents.resize(span.level + std::size_t{1});
        parents[span.level][key_of(span.cell)] = i;
    });
    const auto by = static_cast<std::uint32_t>(r);
    each_border([&](const RegionTime& span, std::uint32_t i) {
        if (span.level == 0) return;
        const auto& above = parents[span.level - std::size_t{1}];
        const auto found = above.find(key_of({span.cell.ix / by, span.cell.iy / by}));
        if (found != above.end()) timeline.bars[i].launched_by = found->second;
    });
}

constexpr double least_span_ns = 20;

TimelineView kept_within(TimelineView view, const Timeline& timeline, double width) {
    const auto whole = static_cast<double>(std::max<std::int64_t>(timeline.whole_ns, 1));
    const double pixels = std::max(width, 1.0);
    view.ns_per_pixel =
        std::clamp(view.ns_per_pixel, std::min(least_span_ns, whole) / pixels, whole / pixels);
    view.begin_ns =
        std::clamp(view.begin_ns, 0.0, std::max(0.0, whole - view.ns_per_pixel * pixels));
    return view;
}

// What most time goes to of bars that are less than a pixel each; where they are many a few tell.
BarKind main_kind(const Timeline& timeline, std::size_t first, std::size_t count) {
    constexpr std::size_t looked_at = 16;
    std::array<std::int64_t, bar_kinds> ns{};
    const std::size_t step = std::max<std::size_t>(count / looked_at, 1);
    for (std::size_t i = first; i < first + count; i += step) {
        const TimelineBar& bar = timeline.bars[i];
        ns[static_cast<std::size_t>(bar.kind)] += bar.end_ns - bar.begin_ns + 1;
    }
    return static_cast<BarKind>(std::ranges::max_element(ns) - ns.begin());
}

// The first of the track's bars from `from` on that begins at or after a moment; near ones are
// found fast.
std::size_t first_that_begins(const Timeline& timeline, std::size_t from, std::size_t last,
                              double ns) {
    const auto begins = [&](std::size_t i) {
        return static_cast<double>(timeline.bars[i].begin_ns) >= ns;
    };
    std::size_t step = 1, low = from;
    while (low + step < last && !begins(low + step)) {
        low += step;
        step *= 2;
    }
    std::size_t high = std::min(low + step, last);
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (begins(middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

// The first that ends after a moment.
std::size_t first_that_ends(const Timeline& timeline, const TimelineTrack& track, double ns) {
    const auto begin = timeline.bars.begin();
    const auto found = std::partition_point(
        begin + static_cast<std::ptrdiff_t>(track.first),
        begin + static_cast<std::ptrdiff_t>(track.last),
        [&](const TimelineBar& bar) { return static_cast<double>(bar.end_ns) <= ns; });
    return static_cast<std::size_t>(found - begin);
}

}  // namespace

std::string_view name_of(BarKind kind) {
    constexpr std::array<std::string_view, bar_kinds> names{
        "filled", "subdivided", "leaf", "useful", "partial", "wasted", "level"};
    return names[static_cast<std::size_t>(kind)];
}

Timeline timeline_of(const RegionTimes& times, const FramePlan& plan) {
    Timeline timeline;
    timeline.title = fmt::format("{} on {}", engine_label(plan), choice_of(plan.backend).label);
    timeline.row_name = "thread";
    std::vector<std::uint16_t> units;
    for (const RegionTime& span : times.spans) {
        const auto item = static_cast<std::uint32_t>(timeline.regions.size());
        timeline.regions.push_back({span.rect, span.level});
        timeline.bars.push_back({span.begin_ns, span.end_ns, item, TimelineBar::nobody, 0,
                                 span.level, kind_of(span.outcome), span.part});
        units.push_back(span.unit);
    }
    number_rows(timeline, std::move(units));
    if (plan.engine == EngineKind::dp) link_children(timeline, times, plan.subdivision.r);
    timeline.launches = times.begin_ns;
    arrange(timeline);
    return timeline;
}

Timeline timeline_of(const BlockTrace& trace, Backend backend, std::string title) {
    Timeline timeline;
    timeline.title = std::move(title);
    timeline.row_name = backend == Backend::cuda ? "SM" : "thread";
    std::vector<std::uint16_t> units;
    for (const BlockRecord& record : trace) {
        timeline.bars.push_back({record.begin_ns, record.end_ns, record.block, TimelineBar::nobody,
                                 0, record.pass, kind_of(record.use), RegionPart::inside});
        units.push_back(record.unit);
        const std::size_t pass = record.pass;
        auto& launches = timeline.launches;
        if (launches.size() <= pass)
            launches.resize(pass + 1, std::numeric_limits<std::int64_t>::max());
        launches[pass] = std::min<std::int64_t>(launches[pass], record.begin_ns);
    }
    std::erase(timeline.launches, std::numeric_limits<std::int64_t>::max());
    if (timeline.launches.size() < 2) timeline.launches.clear();
    number_rows(timeline, std::move(units));
    arrange(timeline);
    return timeline;
}

Timeline timeline_of_levels(const std::vector<LevelRow>& rows, std::string title) {
    Timeline timeline;
    timeline.title = std::move(title);
    std::vector<std::uint16_t> units;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        timeline.names.push_back(rows[row].name);
        double ms = 0;
        for (std::size_t level = 0; level < rows[row].ms.size(); ++level) {
            const double begin = std::exchange(ms, ms + rows[row].ms[level]);
            timeline.bars.push_back({std::llround(1e6 * begin), std::llround(1e6 * ms),
                                     static_cast<std::uint32_t>(level), TimelineBar::nobody, 0,
                                     static_cast<std::uint8_t>(level), BarKind::level,
                                     RegionPart::inside});
            units.push_back(static_cast<std::uint16_t>(row));
        }
    }
    number_rows(timeline, std::move(units));
    arrange(timeline);
    return timeline;
}

std::string row_label(const Timeline& timeline, std::size_t row) {
    const std::size_t unit = timeline.units[row];
    return unit < timeline.names.size() ? timeline.names[unit]
                                        : fmt::format("{} {}", timeline.row_name, unit);
}

TimelineView whole_of(const Timeline& timeline, double width) {
    const auto whole = static_cast<double>(std::max<std::int64_t>(timeline.whole_ns, 1));
    return {0, whole / std::max(width, 1.0)};
}

TimelineView zoomed(const TimelineView& view, const Timeline& timeline, double width, double x,
                    double factor) {
    const double fixed = view.ns(x);
    TimelineView next = kept_within({0, view.ns_per_pixel * factor}, timeline, width);
    next.begin_ns = fixed - x * next.ns_per_pixel;
    return kept_within(next, timeline, width);
}

TimelineView moved(const TimelineView& view, const Timeline& timeline, double width,
                   double pixels) {
    return kept_within({view.begin_ns + pixels * view.ns_per_pixel, view.ns_per_pixel}, timeline,
                       width);
}

void append_seen_bars(const Timeline& timeline, const TimelineTrack& track,
                      const TimelineView& view, double width, std::vector<SeenBar>& seen) {
    const std::size_t before = seen.size();
    std::size_t i = first_that_ends(timeline, track, view.begin_ns);
    while (i < track.last) {
        const TimelineBar& bar = timeline.bars[i];
        const double from = view.x(static_cast<double>(bar.begin_ns));
        const double to = view.x(static_cast<double>(bar.end_ns));
        if (from >= width) return;
        if (to - from >= 1) {
            seen.push_back({from, to, i++, 1, bar.kind});
            continue;
        }
        const double left = std::floor(from);
        std::size_t end = first_that_begins(timeline, i, track.last, view.ns(left + 1));
        end = std::max(end, i + 1);
        const TimelineBar& last = timeline.bars[end - 1];  // the others are less than a pixel
        if (end - 1 > i && static_cast<double>(last.end_ns - last.begin_ns) >= view.ns_per_pixel)
            --end;
        const BarKind kind = main_kind(timeline, i, end - i);
        const bool joins = seen.size() > before && seen.back().count > 1 && end - i > 1 &&
                           seen.back().kind == kind && seen.back().to >= left;
        if (joins) {
            seen.back().to = left + 1;
            seen.back().count += end - i;
        } else {
            seen.push_back({left, left + 1, i, end - i, kind});
        }
        i = end;
    }
}

std::size_t track_of(const Timeline& timeline, std::size_t bar) {
    const auto after = std::ranges::upper_bound(timeline.tracks, bar, {}, &TimelineTrack::first);
    return static_cast<std::size_t>(after - timeline.tracks.begin()) - 1;
}

std::optional<std::size_t> bar_at(const Timeline& timeline, const TimelineTrack& track, double ns) {
    const std::size_t i = first_that_ends(timeline, track, ns);
    if (i == track.last || static_cast<double>(timeline.bars[i].begin_ns) > ns) return std::nullopt;
    return i;
}

TimelineStatistics statistics_of(const Timeline& timeline, double from_ns, double to_ns) {
    TimelineStatistics statistics;
    std::vector<std::int64_t> durations;
    double busy = 0;
    for (const TimelineTrack& track : timeline.tracks)
        for (std::size_t i = first_that_ends(timeline, track, from_ns); i < track.last; ++i) {
            const TimelineBar& bar = timeline.bars[i];
            const auto begin = static_cast<double>(bar.begin_ns);
            const auto end = static_cast<double>(bar.end_ns);
            if (begin >= to_ns) break;
            busy += std::min(end, to_ns) - std::max(begin, from_ns);
            durations.push_back(bar.end_ns - bar.begin_ns);
        }
    if (durations.empty() || to_ns <= from_ns) return statistics;
    statistics.bars = durations.size();
    statistics.busy = busy / ((to_ns - from_ns) * static_cast<double>(timeline.tracks.size()));
    const auto middle = durations.begin() + static_cast<std::ptrdiff_t>(durations.size() / 2);
    std::ranges::nth_element(durations, middle);
    statistics.median_ns = *middle;
    statistics.longest_ns = *std::ranges::max_element(durations);
    return statistics;
}

}  // namespace mariani::app
