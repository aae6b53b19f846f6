#include "app/measure/plots/canvas.hpp"
#include "app/measure/plots/race_pictures.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using render::Rgb8;

constexpr int page_margin = 24, page_gap = 20, bar_height = 18, bar_step = 34, energy_step = 32,
              swatch_side = 11;
constexpr int min_side = 320;  // of a lane's picture

std::string bar_ms_text(double ms) {
    return fmt::format(fmt::runtime(ms < 100 ? "{:.3f} ms" : "{:.1f} ms"), ms);
}

std::string figures_of(const RaceLane& lane, std::optional<double> ex_ms) {
    const Spread ms = lane.spread();
    auto text = fmt::format("{} ({:.3f} to {:.3f})", bar_ms_text(ms.median), ms.min, ms.max);
    if (ex_ms) text += fmt::format(", {:.2f} x as fast as Ex", *ex_ms / ms.median);
    return text;
}

class RacePainter {
  public:
    explicit RacePainter(const Race& race) : race_(race), ranked_(ranking(race)) {}

    Canvas draw() {
        measure();
        canvas_ = Canvas(size_, page::paper);
        draw_head();
        for (std::size_t i = 0; i < race_.lanes.size(); ++i) draw_card(i);
        draw_bars();
        return std::move(canvas_);
    }

  private:
    int line() const { return text_.height() + 5; }
    int head() const { return page_margin + 2 * line() + page_gap; }
    int step() const { return race_.plan.energy ? bar_step + energy_step : bar_step; }
    int card_height() const { return 2 * line() + 4 + place_.height + page_gap; }
    int rows() const { return (static_cast<int>(race_.lanes.size()) + columns_ - 1) / columns_; }

    void measure() {
        const auto count = static_cast<int>(race_.lanes.size());
        columns_ = count == 4 ? 2 : std::min(count, 3);
        place_ = {min_side, 1};
        for (const RaceLane& lane : race_.lanes) {
            if (!lane.picture) continue;
            place_.width = std::max(place_.width, lane.picture->size().width);
            place_.height = std::max(place_.height, lane.picture->size().height);
        }
        place_.height = std::max(place_.height, 120);
        int width = columns_ * (place_.width + page_gap) - page_gap;
        for (const auto& text : head_texts()) width = std::max(width, text_.width_of(text));
        for (const RaceLane& lane : race_.lanes)
            label_width_ = std::max(label_width_, text_.width_of("6  " + lane_title(lane)));
        const int bars = static_cast<int>(race_.lanes.size()) * step();
        size_ = {2 * page_margin + width,
                 head() + rows() * card_height() + line() + bars + page_margin};
    }

    std::array<std::string, 2> head_texts() const {
        const FrameRequest& view = race_.plan.request;
        return {
            fmt::format("{}, {} pixels, dwell {}, fill {}, shortcuts {}", to_text(view.view),
                        to_text(view.image), view.dwell_limit, name_of(view.fill),
                        view.shortcuts ? "on" : "off"),
            fmt::format("median of {} runs each (minimum to maximum) after a warm-up, in random "
                        "order, seed {}",
                        race_.plan.repeat, race_.plan.seed)};
    }

    void draw_head() {
        const auto texts = head_texts();
        canvas_.text(text_, page_margin, page_margin, texts[0], page::ink);
        canvas_.text(text_, page_margin, page_margin + line(), texts[1], page::dim);
    }

    void draw_swatch(int x, int y, std::size_t lane) {
        canvas_.fill({x, y, swatch_side, swatch_side}, lane_colour(lane));
    }

    std::string rank_of(std::size_t lane) const {
        const auto found = std::ranges::find(ranked_, lane);
        return found == ranked_.end() ? "-" : std::to_string(found - ranked_.begin() + 1);
    }

    void draw_card(std::size_t i) {
        const RaceLane& lane = race_.lanes[i];
        const int column = static_cast<int>(i) % columns_, row = static_cast<int>(i) / columns_;
        const int x = page_margin + column * (place_.width + page_gap);
        int y = head() + row * card_height();
        draw_swatch(x, y + 1, i);
        canvas_.text(text_, x + swatch_side + 7, y, lane_title(lane), page::ink);
        const auto time = lane.timed() ? bar_ms_text(lane.spread().median) : std::string("-");
        canvas_.text(text_, x + place_.width - text_.width_of(time), y, time, page::ink);
        y += line();
        if (!lane.stats.device.empty())
            canvas_.text(text_, x, y, text_.lines_of(lane.stats.device, place_.width).front(),
                         page::dim);
        y += line() + 4;
        if (lane.picture)
            canvas_.picture(*lane.picture, x, y);
        else
            draw_failure(lane.failure, x, y);
    }

    void draw_failure(const std::string& failure, int x, int y) {
        canvas_.fill({x, y, place_.width, place_.height}, page::groove);
        const int last = y + place_.height - line();
        y += 10;
        for (const auto& each : text_.lines_of(failure, place_.width - 20)) {
            if (y > last) return;
            canvas_.text(text_, x + 10, y, each, page::ink);
            y += line();
        }
    }

    void draw_bars() {
        int y = head() + rows() * card_height() + line();
        for (const std::size_t i : ranked_) {
            draw_bar(i, y);
            if (race_.lanes[i].energy) draw_energy(race_.lanes[i], y + bar_height + 6);
            y += step();
        }
        for (std::size_t i = 0; i < race_.lanes.size(); ++i) {
            if (race_.lanes[i].timed()) continue;
            draw_label(i, y);
            const int left = page_margin + label_width_ + page_gap;
            const auto lines =
                text_.lines_of(race_.lanes[i].failure, size_.width - page_margin - left);
            for (std::size_t k = 0; k < std::min<std::size_t>(lines.size(), 2); ++k)
                canvas_.text(text_, left, y + static_cast<int>(k) * line(), lines[k], page::dim);
            y += step();
        }
    }

    void draw_energy(const RaceLane& lane, int y) {
        const int left = page_margin + label_width_ + page_gap;
        const auto text =
            fmt::format("{}{}", lane.energy->known() ? "" : "no energy: ",
                        energy_text(*lane.energy, pixel_count(race_.plan.request.part)));
        for (const auto& each : text_.lines_of(text, size_.width - page_margin - left)) {
            canvas_.text(text_, left, y, each, page::dim);
            y += line() - 2;
        }
    }

    void draw_label(std::size_t lane, int y) {
        canvas_.text(text_, page_margin, y + 3,
                     rank_of(lane) + "  " + lane_title(race_.lanes[lane]), page::ink);
    }

    // The bar ends at the median; the line through its end spans the range of the runs.
    void draw_bar(std::size_t i, int y) {
        const RaceLane& lane = race_.lanes[i];
        const Spread ms = lane.spread();
        const auto figures = figures_of(lane, ex_median(race_));
        const int left = page_margin + label_width_ + page_gap;
        double longest = 0;
        int widest = 0;
        for (const std::size_t each : ranked_) {
            longest = std::max(longest, race_.lanes[each].spread().max);
            widest =
                std::max(widest, text_.width_of(figures_of(race_.lanes[each], ex_median(race_))));
        }
        const int room = std::max(60, size_.width - page_margin - widest - page_gap - left);
        const auto at = [&](double each) {
            return left + static_cast<int>(std::lround(each / longest * room));
        };
        draw_label(i, y);
        canvas_.fill({left, y, std::max(1, at(ms.median) - left), bar_height}, lane_colour(i));
        const int middle = y + bar_height / 2;
        canvas_.fill({at(ms.min), middle, std::max(1, at(ms.max) - at(ms.min)), 1}, page::ink);
        for (const double end : {ms.min, ms.max})
            canvas_.fill({at(end), middle - 4, 1, 9}, page::ink);
        canvas_.text(text_, left + room + page_gap, y + 3, figures, page::ink);
    }

    const Race& race_;
    const std::vector<std::size_t> ranked_;
    Lettering text_;
    Canvas canvas_{{1, 1}, page::paper};
    ImageSize size_, place_;  // of the whole, of the largest lane picture
    int columns_ = 1, label_width_ = 0;
};

}  // namespace

Canvas draw_race(const Race& race) {
    return RacePainter(race).draw();
}

}  // namespace mariani::app
