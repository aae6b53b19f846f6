#include "app/measure/plots/canvas.hpp"
#include "app/measure/plots/race_pictures.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using render::Image;
using render::Rgb8;

// 1048576 as 1,048,576.
std::string grouped(std::int64_t value) {
    std::string text = std::to_string(value);
    for (auto at = static_cast<int>(text.size()) - 3; at > 0; at -= 3)
        text.insert(static_cast<std::size_t>(at), 1, ',');
    return text;
}

std::string ms_text(double ms) {
    return fmt::format(fmt::runtime(ms < 10    ? "{:.3f} ms"
                                    : ms < 100 ? "{:.2f} ms"
                                               : "{:.1f} ms"),
                       ms);
}

std::string place_text(std::size_t place) {
    static constexpr const char* endings[] = {"st", "nd", "rd"};
    return fmt::format("{}{}", place + 1, place < 3 ? endings[place] : "th");
}

int columns_for(std::size_t lanes) {
    return lanes > 4 ? 3 : static_cast<int>(lanes);
}

// Where everything lies, in pixels: a head, the panes in rows, and a track for each lane.
struct Layout {
    int columns, rows, margin, gap, text, line, pane_width, pane_height;
    int head, card, tracks;  // heights: of the head, a pane with its caption, all tracks

    Layout(const Race& race, int width) {
        const auto lanes = race.lanes.size();
        columns = columns_for(lanes);
        rows = (static_cast<int>(lanes) + columns - 1) / columns;
        text = std::max(9, width / 68);
        line = text * 3 / 2;
        margin = text * 5 / 4;
        gap = text;
        pane_width = (width - 2 * margin - (columns - 1) * gap) / columns;
        const ImageSize image = race.plan.request.image;
        pane_height = static_cast<int>(
            std::max<std::int64_t>(1, std::int64_t{pane_width} * image.height / image.width));
        measure(lanes);
    }

    // With panes low enough for this height.
    void fit(const Race& race, int height) {
        const int room = (height - head - tracks - margin) / rows - (card - pane_height);
        if (room >= pane_height) return;
        const ImageSize image = race.plan.request.image;
        pane_height = std::max(1, room);
        pane_width = static_cast<int>(
            std::max<std::int64_t>(1, std::int64_t{pane_height} * image.width / image.height));
        measure(race.lanes.size());
    }

    void measure(std::size_t lanes) {
        head = margin + line + gap;
        card = pane_height + 2 * line + gap * 3 / 2;
        tracks = static_cast<int>(lanes) * line * 5 / 4;
    }

    int height() const { return head + rows * card + tracks + margin; }
};

}  // namespace

class RaceFilm::Painter {
  public:
    Painter(const Race& race, ImageSize size, double seconds)
        : race_(race),
          ranked_(ranking(race)),
          pace_(film_pace(race, seconds)),
          size_(size),
          layout_(race, size.width),
          text_(layout_.text) {
        if (!can_be_watched(race))
            throw std::logic_error("a film needs a race that recorded its growth");
        layout_.fit(race, size.height);
        for (const RaceLane& lane : race.lanes)
            name_width_ = std::max(name_width_, text_.width_of(lane_title(lane)));
    }

    Image draw(double second) const {
        Canvas canvas(size_, role::ground);
        const double ms = pace_.ms_at(second);
        draw_head(canvas, ms);
        for (std::size_t i = 0; i < race_.lanes.size(); ++i) draw_card(canvas, i, ms);
        int y = layout_.head + layout_.rows * layout_.card;
        for (std::size_t i = 0; i < race_.lanes.size(); ++i, y += layout_.line * 5 / 4)
            draw_track(canvas, i, y, ms);
        return canvas.image();
    }

  private:
    int text_left() const { return layout_.margin; }
    int right() const { return size_.width - layout_.margin; }
    int swatch() const { return layout_.text * 3 / 4; }

    void write(Canvas& canvas, int x, int y, const std::string& text, Rgb8 colour) const {
        canvas.text(text_, x, y, text, colour);
    }
    void write_right(Canvas& canvas, int right, int y, const std::string& text, Rgb8 colour) const {
        write(canvas, right - text_.width_of(text), y, text, colour);
    }

    void draw_head(Canvas& canvas, double ms) const {
        const FrameRequest& view = race_.plan.request;
        write(canvas, text_left(), layout_.margin,
              fmt::format("{} pixels, dwell {}", to_text(view.image), view.dwell_limit),
              role::quiet);
        // The clock keeps its place while its digits change.
        const std::string clock = fmt::format("{:>{}}", ms_text(std::min(ms, pace_.slowest_ms)),
                                              ms_text(pace_.slowest_ms).size());
        const std::string pace = pace_.text() + "   ";
        write_right(canvas, right(), layout_.margin, clock, role::text);
        write_right(canvas, right() - text_.width_of(clock), layout_.margin, pace, role::quiet);
    }

    bool finished(const RaceLane& lane, double ms) const { return moment_of(lane, ms) >= 1; }

    std::size_t place_of(std::size_t lane) const {
        return static_cast<std::size_t>(std::ranges::find(ranked_, lane) - ranked_.begin());
    }

    void draw_card(Canvas& canvas, std::size_t i, double ms) const {
        const RaceLane& lane = race_.lanes[i];
        const int column = static_cast<int>(i) % layout_.columns;
        const int row = static_cast<int>(i) / layout_.columns;
        const int across = layout_.columns * (layout_.pane_width + layout_.gap) - layout_.gap;
        const PixelRect pane{
            (size_.width - across) / 2 + column * (layout_.pane_width + layout_.gap),
            layout_.head + row * layout_.card, layout_.pane_width, layout_.pane_height};
        const int y = pane.y + pane.height + layout_.gap / 2;
        canvas.fill({pane.x, y + layout_.text / 8, swatch(), swatch()}, lane_colour(i));
        write(canvas, pane.x + swatch() * 3 / 2, y, lane_title(lane), role::text);
        if (!lane.timed() || !lane.growth) return draw_failure(canvas, pane, lane.failure);
        draw_pane(canvas, pane, i, ms);
        const bool done = finished(lane, ms);
        write_right(canvas, pane.x + pane.width, y, ms_text(std::min(ms, lane.spread().median)),
                    done ? role::text : role::quiet);
        const auto counts = done_at(lane.growth->order, moment_of(lane, ms));
        const auto pixels = grouped(counts.pixels) + " pixels";
        write(canvas, pane.x, y + layout_.line, pixels, role::quiet);
        write_right(canvas, pane.x + pane.width, y + layout_.line,
                    grouped(counts.iterations) + " iterations", role::quiet);
    }

    void draw_pane(Canvas& canvas, PixelRect pane, std::size_t i, double ms) const {
        const RaceLane& lane = race_.lanes[i];
        const Image picture =
            render::draw_growing(*lane.growth, moment_of(lane, ms), {pane.width, pane.height});
        canvas.picture(picture, pane.x, pane.y);
        if (!finished(lane, ms)) return;
        canvas.outline(pane, std::max(2, layout_.text / 6), lane_colour(i));
        draw_place(canvas, pane, i);
    }

    // A finisher's place, beside a chequered flag.
    void draw_place(Canvas& canvas, PixelRect pane, std::size_t i) const {
        const std::string place = place_text(place_of(i));
        const int square = std::max(2, layout_.text / 4), pad = layout_.text / 2;
        const PixelRect tag{pane.x + pad, pane.y + pad,
                            text_.width_of(place) + 6 * square + 3 * pad, layout_.line + pad / 2};
        if (tag.width > pane.width || tag.height > pane.height) return;
        canvas.fill(tag, role::ground);
        const int left = tag.x + pad, top = tag.y + (tag.height - 4 * square) / 2;
        for (int row = 0; row < 4; ++row)
            for (int column = 0; column < 6; ++column)
                canvas.fill({left + column * square, top + row * square, square, square},
                            (row + column) % 2 == 0 ? role::text : role::ground);
        write(canvas, left + 6 * square + pad, tag.y + (tag.height - text_.height()) / 2, place,
              role::text);
    }

    void draw_failure(Canvas& canvas, PixelRect pane, const std::string& failure) const {
        canvas.fill(pane, role::groove);
        int y = pane.y + layout_.gap;
        for (const auto& each : text_.lines_of(failure, pane.width - 2 * layout_.gap)) {
            if (y + layout_.line > pane.y + pane.height) return;
            write(canvas, pane.x + layout_.gap, y, each, role::quiet);
            y += layout_.line;
        }
    }

    std::string result_of(const RaceLane& lane) const {
        auto text = ms_text(lane.spread().median);
        if (const auto ex = ex_median(race_); ex && lane.racer.engine != EngineKind::ex)
            text += fmt::format(", {:.2f} x Ex", *ex / lane.spread().median);
        return text;
    }

    // A bar that runs until the lane's own time, on an axis that ends with the slowest.
    void draw_track(Canvas& canvas, std::size_t i, int y, double ms) const {
        const RaceLane& lane = race_.lanes[i];
        if (!lane.timed()) return;
        std::size_t widest = 0;
        for (const std::size_t each : ranked_)
            widest = std::max(widest, result_of(race_.lanes[each]).size());
        const int height = layout_.text * 3 / 4, top = y + layout_.text / 8;
        const int left = text_left() + name_width_ + 2 * layout_.gap;
        const int room = right() - left - text_.width_of(std::string(widest, '0')) - layout_.gap;
        write(canvas, text_left(), y, lane_title(lane),
              finished(lane, ms) ? role::text : role::quiet);
        if (room < layout_.text) return;
        const auto at = [&](double time) {
            return static_cast<int>(std::lround(time / pace_.slowest_ms * room));
        };
        const double median = lane.spread().median;
        canvas.fill({left, top, room, height}, role::groove);
        canvas.fill({left, top, at(std::min(ms, median)), height}, lane_colour(i));
        if (!finished(lane, ms)) return;
        canvas.fill({left + at(median) - 2, top - 2, 2, height + 4}, role::text);
        write_right(canvas, right(), y, result_of(lane), role::text);
    }

    const Race race_;
    const std::vector<std::size_t> ranked_;
    const FilmPace pace_;
    const ImageSize size_;
    Layout layout_;
    Lettering text_;
    int name_width_ = 0;
};

RaceFilm::RaceFilm(const Race& race, ImageSize size, double seconds)
    : painter_(std::make_unique<Painter>(race, size, seconds)) {}
RaceFilm::~RaceFilm() = default;

Image RaceFilm::at(double second) const {
    return painter_->draw(second);
}

ImageSize film_size(const Race& race, int width) {
    return {width, std::min(Layout(race, width).height(), 2 * width)};  // of narrow pictures
}

}  // namespace mariani::app
