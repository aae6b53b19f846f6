#include "app/command_line/contest.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using render::Rgb8;

constexpr int margin = 24, gap = 24, bar_height = 18, row_height = 32;
constexpr int time_width = 420, gain_width = 300, figures = 190, shortest_labels = 130;
constexpr double beyond_bound = 1.1;  // the axis goes on so far

class RacePainter {
  public:
    explicit RacePainter(const RaceBars& race) : race_(race) {
        for (const RaceBar& bar : race.bars) {
            longest_ = std::max(longest_, bar.ms.max);
            best_ = std::max(best_, bar.improvement.value_or(1));
            least_ = std::min(least_, bar.improvement.value_or(1));
            labels_ = std::max(labels_, text_.width_of(bar.label) + gap);
        }
        if (best_ == least_) best_ *= 2;  // an axis has a length
        if (race.bound) best_ = *race.bound * beyond_bound;
    }

    Canvas draw() {
        const int line = text_.height() + 6;
        const int head = margin + 3 * line + gap / 2;
        const int bottom = head + static_cast<int>(race_.bars.size()) * row_height;
        const int width = 2 * margin + labels_ + time_width + figures + gap + gain_width;
        canvas_ = Canvas({width, bottom + margin}, page::paper);
        canvas_.text(text_, margin, margin, race_.title, page::ink);
        canvas_.text(text_, margin, margin + line, race_.where, page::dim);
        canvas_.text(text_, times(), head - line, race_.times, page::dim);
        canvas_.text(text_, gains(), head - line, gains_title(), page::dim);
        for (std::size_t i = 0; i < race_.bars.size(); ++i)
            draw_bar(race_.bars[i], head + static_cast<int>(i) * row_height);
        canvas_.fill({gain_at(1), head - 4, 1, bottom - head}, page::faint);
        if (race_.bound)
            canvas_.fill({gain_at(*race_.bound), head - 4, 1, bottom - head}, page::bound);
        return std::move(canvas_);
    }

  private:
    int times() const { return margin + labels_; }
    int gains() const { return times() + time_width + figures + gap; }
    std::string gains_title() const {
        const std::string over = "improvement over " + race_.baseline;
        if (!race_.bound) return over + ", on a logarithmic axis";
        return fmt::format("{}, with its bound, {:g}", over, *race_.bound);
    }
    // From 0 to the bound and a little beyond; without a bound, from the least to the best by
    // powers.
    int gain_at(double improvement) const {
        const double shown = race_.bound
                                 ? std::min(improvement, best_) / best_
                                 : std::log(improvement / least_) / std::log(best_ / least_);
        return gains() + static_cast<int>(std::lround(shown * gain_width));
    }
    int time_at(double ms) const {
        return times() + static_cast<int>(std::lround(ms / longest_ * time_width));
    }

    void draw_bar(const RaceBar& bar, int y) {
        const Spread& ms = bar.ms;
        canvas_.text(text_, margin, y + 3, bar.label, page::ink);
        canvas_.fill({times(), y, std::max(1, time_at(ms.median) - times()), bar_height},
                     page::time);
        const int middle = y + bar_height / 2;
        canvas_.fill({time_at(ms.min), middle, std::max(1, time_at(ms.max) - time_at(ms.min)), 1},
                     page::ink);
        for (const double end : {ms.min, ms.max})
            canvas_.fill({time_at(end), middle - 4, 1, 9}, page::ink);
        const auto improved =
            bar.improvement ? fmt::format(", {:.2f} x", *bar.improvement) : std::string();
        canvas_.text(text_, times() + time_width + 12, y + 3,
                     fmt::format("{:.{}f} ms{}", ms.median, race_.digits, improved), page::ink);
        if (bar.improvement)
            canvas_.fill({gains(), y, std::max(1, gain_at(*bar.improvement) - gains()), bar_height},
                         page::gain);
    }

    const RaceBars& race_;
    double longest_ = 0;
    double least_ = 1, best_ = 1;   // improvements on the axis
    int labels_ = shortest_labels;  // pixels
    Lettering text_;
    Canvas canvas_{{1, 1}, page::paper};
};

}  // namespace

Canvas draw_workload_race(const RaceBars& race) {
    return RacePainter(race).draw();
}

}  // namespace mariani::app
