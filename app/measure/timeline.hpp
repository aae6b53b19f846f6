// Who worked at what, and when, in a run that was recorded: bars in rows, for a view that zooms and
// for files.
#pragma once

#include "compute/model/block_trace.hpp"
#include "compute/model/frame_request.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// What became of a region, how much of a block had something to do, or a whole level.
enum class BarKind : std::uint8_t { filled, subdivided, leaf, useful, partial, wasted, level };
inline constexpr std::size_t bar_kinds = 7;

std::string_view kind_name(BarKind kind);

struct TimelineBar {
    static constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

    std::int64_t begin_ns = 0, end_ns = 0;
    std::uint32_t item = 0;              // the place in `regions`, or the number of the block
    std::uint32_t launched_by = nobody;  // another bar
    std::uint16_t row = 0;
    std::uint8_t level = 0;  // or the number of its launch
    BarKind kind = BarKind::leaf;
    RegionPart part = RegionPart::border;
};

// Whether its region was launched, by the parent's bar; an inside is launched by its own border.
inline bool of_launched_region(const TimelineBar& bar) {
    return bar.launched_by != TimelineBar::nobody && bar.part == RegionPart::border;
}

// Bars that follow one another in a row: where several run at a time, it has several.
struct TimelineTrack {
    std::uint32_t row = 0;
    std::uint32_t place = 0;          // among its row's
    std::size_t first = 0, last = 0;  // of the bars; `last` is the first of the next
};

struct TimelineRegion {
    PixelRect rect;
    std::uint8_t level = 0;
    bool operator==(const TimelineRegion&) const = default;
};

struct Timeline {
    std::string title;                     // "ASK-SBR on CPU"
    std::string row_name;                  // "thread", "SM"
    std::vector<std::uint16_t> units;      // of the rows
    std::vector<std::string> names;        // of units, where they have others
    std::vector<std::uint32_t> tracks_of;  // how many each row has
    std::size_t summaries = 0;             // the first rows, of what the others have one by one
    std::vector<TimelineTrack> tracks;     // by row, then place
    std::vector<TimelineBar> bars;         // by track, then begin
    std::vector<std::int64_t> launches;    // by the host: when each level's began
    std::vector<TimelineRegion> regions;   // that the bars are about; empty where they are blocks
    std::vector<std::uint32_t> launched;   // bars of regions that their parents launched: by level,
                                           // then by the bar that launched them
    std::int64_t whole_ns = 0;             // until the last bar ended
};

std::string run_title(std::string_view engine, Backend backend);  // "DP-SBR on CPU"

// A recorded run of the plan.
FrameRequest recording_request(const FramePlan& plan);
// Why a run of the plan cannot be recorded: "deep zoom records no times of regions".
std::optional<std::string> why_not_recorded(const FramePlan& plan);
Timeline timeline_of(const RegionTimes& times, const FramePlan& plan);
// `engine`: what ran, as its label says.
Timeline timeline_of(const BlockTrace& trace, Backend backend, std::string_view engine);
// Whole levels, which may overlap from row to row.
struct LevelBar {
    int level = 0;
    double begin_ms = 0, end_ms = 0;
};
struct LevelRow {
    std::string name;
    std::vector<LevelBar> bars;
};
Timeline timeline_of_levels(const std::vector<LevelRow>& rows, std::string title);

std::string row_label(const Timeline& timeline, std::size_t row);         // "thread 0"
std::string bar_label(const Timeline& timeline, const TimelineBar& bar);  // "level 3, leaf"

// What is shown of it: the moment at the left edge, and how much time a pixel is.
struct TimelineView {
    double begin_ns = 0, ns_per_pixel = 0;
    double x(double ns) const { return (ns - begin_ns) / ns_per_pixel; }
    double ns(double x) const { return begin_ns + x * ns_per_pixel; }
    bool operator==(const TimelineView&) const = default;
};

// All of it in this width.
TimelineView whole_of(const Timeline& timeline, double width);
// The same, `factor` times as much of it, with what is at x staying there; and moved by so many
// pixels. Neither leaves the timeline, nor shows less than a few nanoseconds.
TimelineView zoomed(const TimelineView& view, const Timeline& timeline, double width, double x,
                    double factor);
TimelineView moved(const TimelineView& view, const Timeline& timeline, double width, double pixels);

// A bar as it is drawn, or several that are less than a pixel each.
struct SeenBar {
    double from = 0, to = 0;           // pixels from the left edge
    std::size_t first = 0, count = 1;  // among the timeline's bars
    BarKind kind = BarKind::leaf;      // of several, the one that takes most of their time
};

// What is seen of a track in this width, from left to right; the cost is that of the pixels, not of
// the bars.
void append_seen_bars(const Timeline& timeline, const TimelineTrack& track,
                      const TimelineView& view, double width, std::vector<SeenBar>& seen);

// The place of the bar's track.
std::size_t track_of(const Timeline& timeline, std::size_t bar);

// At most so many of the bars that were launched: those of the first levels, and of the level that
// is too many some from all over it.
std::vector<std::uint32_t> first_launched(const Timeline& timeline, std::size_t most);
// Those of these bars, their ancestors and their descendants that were launched; at most so many,
// the nearest first.
std::vector<std::uint32_t> launch_chain(const Timeline& timeline,
                                        const std::vector<std::size_t>& bars, std::size_t most);

// The track's bar at a moment.
std::optional<std::size_t> bar_at(const Timeline& timeline, const TimelineTrack& track, double ns);

// The bars that have a part in a span of time.
struct TimelineStatistics {
    std::size_t bars = 0;
    double busy = 0;                             // share of the span, over all tracks
    std::int64_t median_ns = 0, longest_ns = 0;  // whole durations; of two medians the longer
};
TimelineStatistics statistics_of(const Timeline& timeline, double from_ns, double to_ns);

// In Chrome's trace event format, which Perfetto opens and Tracy imports: a thread a row, an event
// a bar; launches of regions by their parents are flows, those by the host instants.
std::string trace_json(const Timeline& timeline);

}  // namespace mariani::app
