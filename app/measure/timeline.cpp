#include "app/measure/timeline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

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

const char* unit_name(Backend backend) {
    return backend == Backend::cuda ? "SM" : "thread";
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

std::pair<int, std::uint32_t> launch_key(const TimelineBar& bar) {
    return {bar.level, bar.launched_by};
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
    for (std::uint32_t i = 0; i < bars.size(); ++i)
        if (of_launched_region(bars[i])) timeline.launched.push_back(i);
    std::ranges::stable_sort(timeline.launched, {},
                             [&](std::uint32_t i) { return launch_key(bars[i]); });
}

std::uint64_t key_of(LatticeCell cell) {
    return std::uint64_t{cell.iy} << 32 | cell.ix;
}

// Regions of a level differ in their upper left corners.
std::uint64_t corner_of(const PixelRect& rect) {
    return key_of({static_cast<std::uint32_t>(rect.x), static_cast<std::uint32_t>(rect.y)});
}

// The borders of a level among the bars, by cell and by corner.
struct LevelBorders {
    std::unordered_map<std::uint64_t, std::uint32_t> by_cell, by_corner;
};

// DP: a region's border launches its inside and its children. The bars are in the order of the
// spans.
void link_launches(Timeline& timeline, const RegionTimes& times, int r) {
    std::vector<LevelBorders> levels;
    for (std::size_t i = 0; i < times.spans.size(); ++i) {
        const RegionTime& span = times.spans[i];
        if (span.part != RegionPart::border) continue;
        if (levels.size() <= span.level) levels.resize(span.level + std::size_t{1});
        LevelBorders& level = levels[span.level];
        level.by_corner[corner_of(span.rect)] = static_cast<std::uint32_t>(i);
        if (span.outcome == Outcome::subdivided)
            level.by_cell[key_of(span.cell)] = static_cast<std::uint32_t>(i);
    }
    const auto by = static_cast<std::uint32_t>(r);
    const auto link = [&](TimelineBar& bar, const auto& borders, std::uint64_t key) {
        if (const auto found = borders.find(key); found != borders.end())
            bar.launched_by = found->second;
    };
    for (std::size_t i = 0; i < times.spans.size(); ++i) {
        const RegionTime& span = times.spans[i];
        if (!span.launched) continue;
        if (span.part == RegionPart::inside)
            link(timeline.bars[i], levels[span.level].by_corner, corner_of(span.rect));
        else
            link(timeline.bars[i], levels[span.level - std::size_t{1}].by_cell,
                 key_of({span.cell.ix / by, span.cell.iy / by}));
    }
}

// The threads of the format are tracks, in which nothing overlaps.
class TraceText {
  public:
    explicit TraceText(const Timeline& timeline) : timeline_(timeline) {}

    void head() {
        const std::string& title = timeline_.title;
        add(R"({{"displayTimeUnit":"ns","traceEvents":[)"
            "\n"
            R"({{"ph":"M","pid":1,"name":"process_name","args":{{"name":"{}"}}}})",
            title);
        for (std::size_t track = 0; track < timeline_.tracks.size(); ++track)
            add(",\n"
                R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name","args":{{"name":"{}"}}}})",
                track, name_of(timeline_.tracks[track]));
        for (std::size_t level = 0; level < timeline_.launches.size(); ++level)
            add(",\n"
                R"({{"ph":"i","s":"p","pid":1,"tid":0,"ts":{:.3f},"name":"launch {}"}})",
                us(timeline_.launches[level]), level);
    }

    void bar(std::size_t track, std::size_t i) {
        const TimelineBar& bar = timeline_.bars[i];
        const bool region = bar.item < timeline_.regions.size();
        const char* part = bar.part == RegionPart::border ? " border" : " inside";
        add(",\n"
            R"({{"ph":"X","pid":1,"tid":{},"ts":{:.3f},"dur":{:.3f},"name":"{}{}",)"
            R"("args":{{"level":{})",
            track, us(bar.begin_ns), us(bar.end_ns - bar.begin_ns), kind_name(bar.kind),
            region ? part : "", bar.level);
        if (bar.kind == BarKind::level) return add("}}}}");
        if (!region) return add(R"(,"block":{}}}}})", bar.item);
        const PixelRect& rect = timeline_.regions[bar.item].rect;
        add(R"(,"x":{},"y":{},"width":{},"height":{}}}}})", rect.x, rect.y, rect.width,
            rect.height);
    }

    // An arrow from its parent's bar.
    void launch(std::size_t track, std::size_t i) {
        const std::uint32_t parent = timeline_.bars[i].launched_by;
        flow("s", track_of(timeline_, parent), parent, i);
        flow(R"(f","bp":"e)", track, i, i);
    }

    std::string ended() {
        add("\n]}}\n");
        return fmt::to_string(out_);
    }

  private:
    static double us(std::int64_t ns) { return static_cast<double>(ns) / 1000; }

    template <typename... Values>
    void add(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
    }
    std::string name_of(const TimelineTrack& track) const {
        const std::string name = row_label(timeline_, track.row);
        return timeline_.tracks_of[track.row] == 1 ? name : fmt::format("{}.{}", name, track.place);
    }
    void flow(const char* phase, std::size_t track, std::size_t bar, std::size_t number) {
        add(",\n"
            R"({{"ph":"{}","pid":1,"tid":{},"ts":{:.3f},"id":{},)"
            R"("name":"launch","cat":"launch"}})",
            phase, track, us(timeline_.bars[bar].begin_ns), number);
    }

    const Timeline& timeline_;
    fmt::memory_buffer out_;
};

}  // namespace

std::string_view kind_name(BarKind kind) {
    constexpr std::array<std::string_view, bar_kinds> names{
        "filled", "subdivided", "leaf", "useful", "partial", "wasted", "level"};
    return names[static_cast<std::size_t>(kind)];
}

std::string run_title(std::string_view engine, Backend backend) {
    return fmt::format("{} on {}", engine, choice_of(backend).label);
}

FrameRequest recording_request(const FramePlan& plan) {
    FrameRequest request = request_for(plan);
    request.keep_regions = request.count_work = request.smooth = request.exterior = false;
    request.record_times = true;
    return request;
}

std::optional<std::string> why_not_recorded(const FramePlan& plan) {
    if (is_deep(plan.precision)) return "deep zoom records no times of regions";
    if (plan.engine == EngineKind::ask && plan.scheme == Scheme::wpr)
        return "WPR records no times of regions: choose the scheme SBR or MBR";
    return std::nullopt;
}

Timeline timeline_of(const RegionTimes& times, const FramePlan& plan) {
    Timeline timeline;
    timeline.title = run_title(engine_label(plan), plan.backend);
    timeline.row_name = unit_name(plan.backend);
    std::vector<std::uint16_t> units;
    for (const RegionTime& span : times.spans) {
        const auto item = static_cast<std::uint32_t>(timeline.regions.size());
        timeline.regions.push_back({span.rect, span.level});
        timeline.bars.push_back({span.begin_ns, span.end_ns, item, TimelineBar::nobody, 0,
                                 span.level, kind_of(span.outcome), span.part});
        units.push_back(span.unit);
    }
    number_rows(timeline, std::move(units));
    if (plan.engine == EngineKind::dp) link_launches(timeline, times, plan.subdivision.r);
    timeline.launches = times.begin_ns;
    arrange(timeline);
    return timeline;
}

Timeline timeline_of(const BlockTrace& trace, Backend backend, std::string_view engine) {
    Timeline timeline;
    timeline.title = run_title(engine, backend);
    timeline.row_name = unit_name(backend);
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
        for (const auto& [level, begin_ms, end_ms] : rows[row].bars) {
            timeline.bars.push_back({std::llround(1e6 * begin_ms), std::llround(1e6 * end_ms),
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

std::string bar_label(const Timeline& timeline, const TimelineBar& bar) {
    if (bar.kind == BarKind::level) return fmt::format("level {}", bar.level);
    return fmt::format("{} {}, {}", timeline.regions.empty() ? "launch" : "level", bar.level,
                       kind_name(bar.kind));
}

std::vector<std::uint32_t> first_launched(const Timeline& timeline, std::size_t most) {
    const auto level_of = [&](std::uint32_t i) { return timeline.bars[i].level; };
    std::vector<std::uint32_t> first;
    for (auto at = timeline.launched.begin();
         at != timeline.launched.end() && first.size() < most;) {
        const auto next =
            std::ranges::upper_bound(at, timeline.launched.end(), level_of(*at), {}, level_of);
        const auto count = static_cast<std::size_t>(next - at);
        const std::size_t taken = std::min(count, most - first.size());
        for (std::size_t i = 0; i < taken; ++i)
            first.push_back(at[static_cast<std::ptrdiff_t>(i * count / taken)]);
        at = next;
    }
    return first;
}

std::vector<std::uint32_t> launch_chain(const Timeline& timeline,
                                        const std::vector<std::size_t>& bars, std::size_t most) {
    std::vector<std::uint32_t> chain;
    for (std::size_t i : bars)
        for (; of_launched_region(timeline.bars[i]); i = timeline.bars[i].launched_by)
            chain.push_back(static_cast<std::uint32_t>(i));
    std::vector<std::size_t> parents = bars;
    for (std::size_t next = 0; next < parents.size() && chain.size() < most; ++next) {
        const auto parent = static_cast<std::uint32_t>(parents[next]);
        const auto key = std::pair(timeline.bars[parent].level + 1, parent);
        const auto key_of = [&](std::uint32_t i) { return launch_key(timeline.bars[i]); };
        // Not equal_range: clang 14 does not compile the subrange that it returns.
        const auto first = std::ranges::lower_bound(timeline.launched, key, {}, key_of);
        const auto last = std::ranges::upper_bound(timeline.launched, key, {}, key_of);
        chain.insert(chain.end(), first, last);
        parents.insert(parents.end(), first, last);
    }
    if (chain.size() > most) chain.resize(most);
    return chain;
}

std::string trace_json(const Timeline& timeline) {
    TraceText text(timeline);
    text.head();
    for (std::size_t track = 0; track < timeline.tracks.size(); ++track)
        for (std::size_t i = timeline.tracks[track].first; i < timeline.tracks[track].last; ++i) {
            text.bar(track, i);
            if (of_launched_region(timeline.bars[i])) text.launch(track, i);
        }
    return text.ended();
}

}  // namespace mariani::app
