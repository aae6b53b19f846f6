#include "app/command_line/triangle/triangle_race_picture.hpp"

#include "app/command_line/triangle/triangle_commands.hpp"
#include "app/measure/plots/drawing.hpp"
#include "app/measure/plots/text_stamp.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace mariani::app {
namespace {

using render::Rgb8;

constexpr Rgb8 time_bar{70, 110, 160}, gain_bar{120, 170, 120}, bound{205, 38, 46},
    dim{96, 96, 104};
constexpr int margin = 24, gap = 24, bar_height = 18, row_height = 32;
constexpr int time_width = 420, gain_width = 300, figures = 190, labels = 130;
constexpr double max_improvement = 2.2;  // of the axis; the bound is 2

class RacePainter {
  public:
    RacePainter(const std::vector<TriangleLane>& lanes, const std::string& where)
        : lanes_(lanes), where_(where) {
        for (const TriangleLane& lane : lanes) longest_ = std::max(longest_, lane.spread.max);
    }

    render::Image draw() {
        const int line = text_.height() + 6;
        const int head = margin + 3 * line + gap / 2;
        const int bottom = head + static_cast<int>(lanes_.size()) * row_height;
        const int width = 2 * margin + labels + time_width + figures + gap + gain_width;
        image_ = render::Image({width, bottom + margin}, render::PixelFormat::rgb);
        fill(image_, {0, 0, image_.size().width, image_.size().height}, paper);
        auto title = triangle_head(lanes_.front().plan);
        title.pop_back();
        text_.draw(image_, margin, margin, title, ink);
        text_.draw(image_, margin, margin + line, where_, dim);
        text_.draw(image_, times(), head - line, "median, and the range of the runs", dim);
        text_.draw(image_, gains(), head - line, "improvement over BB, and its bound, 2", dim);
        for (std::size_t i = 0; i < lanes_.size(); ++i)
            draw_lane(lanes_[i], head + static_cast<int>(i) * row_height);
        for (const double at : {1.0, 2.0})
            fill(image_, {gain_at(at), head - 4, 1, bottom - head}, at == 2 ? bound : faint);
        return std::move(image_);
    }

  private:
    static int times() { return margin + labels; }
    static int gains() { return times() + time_width + figures + gap; }
    static int gain_at(double improvement) {
        const double shown = std::min(improvement, max_improvement) / max_improvement;
        return gains() + static_cast<int>(std::lround(shown * gain_width));
    }
    int time_at(double ms) const {
        return times() + static_cast<int>(std::lround(ms / longest_ * time_width));
    }

    void draw_lane(const TriangleLane& lane, int y) {
        const Spread& ms = lane.spread;
        text_.draw(image_, margin, y + 3, choice_of(lane.plan.map).label, ink);
        fill(image_, {times(), y, std::max(1, time_at(ms.median) - times()), bar_height}, time_bar);
        const int middle = y + bar_height / 2;
        fill(image_, {time_at(ms.min), middle, std::max(1, time_at(ms.max) - time_at(ms.min)), 1},
             ink);
        for (const double end : {ms.min, ms.max})
            fill(image_, {time_at(end), middle - 4, 1, 9}, ink);
        const auto improved =
            lane.improvement ? fmt::format(", {:.2f} x", *lane.improvement) : std::string();
        text_.draw(image_, times() + time_width + 12, y + 3,
                   fmt::format("{:.4f} ms{}", ms.median, improved), ink);
        if (lane.improvement)
            fill(image_,
                 {gains(), y, std::max(1, gain_at(*lane.improvement) - gains()), bar_height},
                 gain_bar);
    }

    const std::vector<TriangleLane>& lanes_;
    const std::string& where_;
    double longest_ = 0;
    TextStamp text_;
    render::Image image_;
};

}  // namespace

render::Image draw_triangle_race(const std::vector<TriangleLane>& lanes, const std::string& where) {
    return RacePainter(lanes, where).draw();
}

}  // namespace mariani::app
