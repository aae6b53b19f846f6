#include "app/measure/timeline.hpp"

#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace mariani::app {
namespace {

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
