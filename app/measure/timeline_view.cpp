// What is seen of a timeline, and what is in a span of it.
#include "app/measure/timeline.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace mariani::app {
namespace {

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
    double busy = 0, tracks = 0;
    for (const TimelineTrack& track : timeline.tracks) {
        if (track.row < timeline.summaries) continue;
        ++tracks;
        for (std::size_t i = first_that_ends(timeline, track, from_ns); i < track.last; ++i) {
            const TimelineBar& bar = timeline.bars[i];
            const auto begin = static_cast<double>(bar.begin_ns);
            const auto end = static_cast<double>(bar.end_ns);
            if (begin >= to_ns) break;
            busy += std::min(end, to_ns) - std::max(begin, from_ns);
            durations.push_back(bar.end_ns - bar.begin_ns);
        }
    }
    if (durations.empty() || to_ns <= from_ns) return statistics;
    statistics.bars = durations.size();
    statistics.busy = busy / ((to_ns - from_ns) * tracks);
    const auto middle = durations.begin() + static_cast<std::ptrdiff_t>(durations.size() / 2);
    std::ranges::nth_element(durations, middle);
    statistics.median_ns = *middle;
    statistics.longest_ns = *std::ranges::max_element(durations);
    return statistics;
}

}  // namespace mariani::app
