#include "app/workloads/points/strips.hpp"

#include "app/measure/plots/canvas.hpp"
#include "app/workloads/colours.hpp"
#include "app/workloads/points/picture.hpp"
#include "app/workloads/strokes.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using points::BufferMove;
using points::BufferStep;
using points::Node;
using points::SplitRule;
using render::Rgb8;

// The textbook's name of a block: its quadrant's digits after the root's 0.
std::string block_name(const points::Cell& cell) {
    std::string name = "0";
    for (std::uint32_t level = 0; level < cell.level; ++level)
        name += std::to_string(points::digit_of(cell.prefix, cell.level, level));
    return name;
}

std::string counted(std::size_t count, const char* one, const char* many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

int height_of(float letters) {
    return static_cast<int>(std::lround(letters));
}

bool overlap(const PixelRect& a, const PixelRect& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

// Where everything is, in pixels.
class Layout {
  public:
    Layout(ImageSize size, std::size_t points, float letters)
        : letter_(height_of(letters)),
          left_(letter_ + static_cast<int>(usual_width(std::size("buffer 0 "), letters))) {
        const int room = size.width - left_ - letter_;
        const int count = std::max(1, static_cast<int>(points));
        box_ = std::clamp(room / count, 3, 3 * letter_);
        top_ = size.height - strips_height(letters);
    }

    int letter() const { return letter_; }
    int box() const { return box_; }
    int caption() const { return top_ + letter_ / 2; }
    int row(std::size_t buffer) const {
        return top_ + 3 * letter_ + static_cast<int>(buffer) * 7 * letter_ / 2;
    }
    int height() const { return 3 * letter_ / 2; }
    int left() const { return left_; }
    int column(double index) const { return left_ + static_cast<int>(std::lround(index * box_)); }
    int top() const { return top_; }

  private:
    int letter_, left_, box_ = 1, top_ = 0;
};

class StripPainter {
  public:
    StripPainter(render::Image& image, const SplitRule& rule, const BufferStep& step, float letters)
        : image_(image),
          rule_(rule),
          step_(step),
          letters_(letters),
          layout_(image.size(), step.buffers[0].size(), letters) {}

    void background(std::string caption) {
        const auto [width, height] = image_.size();
        fill(image_, {0, layout_.top(), width, height - layout_.top()}, role::ground);
        fill(image_, {0, layout_.top(), width, 1}, role::faint);
        const int at = layout_.caption(), edge = layout_.letter();
        texts_.push_back({{edge, at, width - 2 * edge, layout_.row(0) - at},
                          std::move(caption),
                          {},
                          role::text,
                          letters_,
                          false,
                          true});
    }

    // `moved`: the points that are on their way, whose places are empty.
    void buffer(std::size_t number, const std::vector<bool>& moved) {
        const int y = layout_.row(number), edge = layout_.letter();
        texts_.push_back({{edge, y, layout_.left() - edge, layout_.height()},
                          fmt::format("buffer {}", number),
                          {},
                          role::quiet,
                          letters_});
        const auto& points = step_.buffers[number];
        for (std::size_t i = 0; i < points.size(); ++i) {
            const bool blank = points[i] == points::unwritten ||
                               (is_current(number) && moved[static_cast<std::size_t>(points[i])]);
            box(static_cast<double>(i), y, blank ? role::ground : colour_in(number, i),
                blank ? std::nullopt : std::optional(points[i]));
        }
        if (is_current(number))
            for (const Node& node : step_.nodes) range(node, y);
    }

    void moving(const BufferMove& move, double way) {
        const double column =
            std::lerp(static_cast<double>(move.from), static_cast<double>(move.to), way);
        const double row = std::lerp(static_cast<double>(layout_.row(move.source)),
                                     static_cast<double>(layout_.row(move.target)), way);
        box(column, static_cast<int>(std::lround(row)), colour_in(move.source, move.from),
            move.point);
    }

    std::vector<PictureText> texts() && { return std::move(texts_); }

  private:
    bool is_current(std::size_t buffer) const {
        return !step_.nodes.empty() && step_.nodes.front().cell.level % 2 == buffer;
    }

    // Numbers that have no room are in small letters, all of them.
    float number_size() const {
        constexpr float small = 0.7F;
        const auto last = std::to_string(std::max<std::size_t>(step_.buffers[0].size(), 1) - 1);
        return usual_width(last.size(), letters_) < layout_.box() ? letters_ : small * letters_;
    }

    // The colour of this step's node at a place, or of what was left there.
    Rgb8 colour_in(std::size_t buffer, std::size_t place) const {
        if (is_current(buffer))
            for (const Node& node : step_.nodes)
                if (place >= node.begin && place < node.end) return leaf_colour(node.cell.level);
        const bool result = step_.nodes.empty() && buffer == 0;
        return result ? role::text : role::groove;
    }

    void box(double column, int y, Rgb8 colour, std::optional<std::int32_t> point) {
        const int x = layout_.column(column);
        const int gap = layout_.box() > 4 ? 1 : 0;
        const PixelRect area{x, y, layout_.box() - gap, layout_.height()};
        if (x < 0 || x + area.width > image_.size().width) return;
        fill(image_, area, between(colour, role::quiet, 0.35));
        fill(image_, {area.x + gap, area.y + 1, area.width - 2 * gap, area.height - 2}, colour);
        std::erase_if(texts_,  // which it covers
                      [&](const PictureText& text) { return overlap(text.room, area); });
        if (point)
            texts_.push_back(
                {area, std::to_string(*point), {}, ink_on(colour), number_size(), true});
    }

    // The mark below the points of a block, thick where it cuts its node, with its name.
    void range(const Node& node, int y) {
        if (points::point_count(node) == 0) return;
        const int left = layout_.column(node.begin) + 1, right = layout_.column(node.end) - 2;
        const bool active = is_subdivided(rule_, node);
        const int below = y + layout_.height() + layout_.letter() / 4;
        const int right_end = std::min(right, image_.size().width);
        if (left >= right_end) return;
        fill(image_, {left, below, right_end - left, active ? 4 : 2},
             active ? role::text : role::faint);
        texts_.push_back({{left, below + 5, right_end - left, layout_.letter()},
                          block_name(node.cell),
                          {},
                          active ? role::text : role::quiet,
                          letters_,
                          true});
    }

    render::Image& image_;
    const SplitRule& rule_;
    const BufferStep& step_;
    float letters_;
    Layout layout_;
    std::vector<PictureText> texts_;
};

}  // namespace

StripMoment moment_at(double share, std::size_t steps) {
    constexpr double still = 0.6;  // of a step's time
    const auto last = static_cast<double>(steps - 1);
    const double at = std::clamp(share, 0.0, 1.0) * (last + still);
    const double step = std::min(std::floor(at), last);
    if (step == last) return {steps - 1, 0};
    const double way = std::clamp((at - step - still) / (1 - still), 0.0, 1.0);
    return {static_cast<std::size_t>(step), way * way * (3 - 2 * way)};
}

std::string step_text(const SplitRule& rule, const BufferStep& step, bool last) {
    if (last) return "Done: all points are in buffer 0, leaf after leaf.";
    const std::uint32_t level = step.nodes.front().cell.level;
    const auto cuts = static_cast<std::size_t>(std::ranges::count_if(
        step.nodes, [&](const Node& node) { return is_subdivided(rule, node); }));
    std::string text = fmt::format("Level {}: {} in buffer {}.", level,
                                   counted(step.nodes.size(), "block", "blocks"), level % 2);
    if (cuts > 0)
        text += fmt::format(" {} to buffer {} by quadrant, and {}.",
                            counted(cuts, "moves its points", "move their points"), 1 - level % 2,
                            cuts == 1 ? "launches 4 blocks" : "launch 4 blocks each");
    if (const std::size_t ends = step.nodes.size() - cuts; ends > 0)
        text += fmt::format(
            " {}.", level % 2 == 0 ? counted(ends, "ends in place", "end in place")
                                   : counted(ends, "copies its points back to buffer 0 and ends",
                                             "copy their points back to buffer 0 and end"));
    return text;
}

int strips_height(float letters) {
    return 10 * height_of(letters);
}

std::vector<PictureText> draw_strips(render::Image& image, const SplitRule& rule,
                                     std::span<const BufferStep> steps, const StripMoment& moment,
                                     float letters) {
    const BufferStep& step = steps[moment.step];
    std::vector<BufferMove> moves;
    if (moment.way > 0) moves = moves_between(rule, step, steps[moment.step + 1]);
    std::vector<bool> moved(step.buffers[0].size());
    for (const BufferMove& move : moves) moved[static_cast<std::size_t>(move.point)] = true;
    StripPainter painter(image, rule, step, letters);
    painter.background(step_text(rule, step, moment.step + 1 == steps.size()));
    for (const std::size_t buffer : {0, 1}) painter.buffer(buffer, moved);
    for (const BufferMove& move : moves) painter.moving(move, moment.way);
    return std::move(painter).texts();
}

std::vector<PictureText> numbers_of(const points::TreePart& part,
                                    std::span<const points::Point> input, float letters,
                                    double dot) {
    struct Seen {
        std::size_t number;
        int x, y;
    };
    std::vector<Seen> seen;
    std::vector<PixelRect> taken;  // by points, then by numbers
    const int radius = static_cast<int>(std::ceil(dot)), height = height_of(letters);
    for (std::size_t i = 0; i < input.size(); ++i) {
        const std::int64_t pixel = pixel_of(part, input[i]);
        if (pixel < 0) continue;
        const int x = static_cast<int>(pixel % part.size.width);
        const int y = static_cast<int>(pixel / part.size.width);
        seen.push_back({i, x, y});
        taken.push_back({x - radius, y - radius, 2 * radius + 1, 2 * radius + 1});
    }
    std::vector<PictureText> numbers;
    for (const auto& [number, x, y] : seen) {
        std::string text = std::to_string(number);
        const int width = static_cast<int>(std::ceil(usual_width(text.size(), letters)));
        const int right = x + radius + 1, left = x - radius - width;
        const int above = y - height, below = y + 1, beside = y - height / 2;
        for (const auto& [at_x, at_y] : {std::pair(right, above),
                                         {right, below},
                                         {left, above},
                                         {left, below},
                                         {right, beside},
                                         {left, beside},
                                         {x - width / 2, y - radius - height},
                                         {x - width / 2, y + radius + 1}}) {
            const PixelRect room{at_x, at_y, width, height};
            const bool inside = room.x >= 0 && room.y >= 0 &&
                                room.x + room.width <= part.size.width &&
                                room.y + room.height <= part.size.height;
            if (!inside ||
                std::ranges::any_of(taken, [&](const auto& each) { return overlap(room, each); }))
                continue;
            taken.push_back(room);
            numbers.push_back({room, std::move(text), {}, role::text, letters, true});
            break;
        }
    }
    return numbers;
}

}  // namespace mariani::app
