#include "app/workloads/points_picture.hpp"

#include "app/measure/plots/drawing.hpp"
#include "app/workloads/colour_between.hpp"
#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <span>
#include <vector>

namespace mariani::app {
namespace {

using points::Cell;
using points::Meeting;
using points::TreePart;
using points::TreePlanes;
using render::Rgb8;

constexpr Rgb8 point_colour{12, 12, 20}, bright{150, 255, 240}, pale{255, 255, 255},
    circle{0, 96, 104};
constexpr Rgb8 fewest{255, 250, 214}, most{150, 40, 96};  // points of a leaf
constexpr int deepest_named = 10;                         // of render::level_colour
constexpr double least_with_gap = 5;                      // pixels

// Pixels in a row or a column: what is under their centres, and from which level on the next one is
// in another cell.
struct Line {
    std::vector<std::int32_t> under;
    std::vector<int> apart_from;
};

template <typename Under>
Line line_of(int count, const Under& under) {
    Line line;
    for (int pixel = 0; pixel < count; ++pixel) {
        const std::int32_t own = under(pixel), next = under(pixel + 1);
        const int shared =
            points::max_depth - std::bit_width(static_cast<std::uint32_t>(own ^ next));
        line.under.push_back(own);
        line.apart_from.push_back(next < 0 ? 0 : shared + 1);
    }
    return line;
}

class TreePainter {
  public:
    TreePainter(const TreePart& part, const TreePlanes& planes, const TreeStyle& style)
        : part_(part),
          planes_(planes),
          style_(style),
          columns_(line_of(part.size.width, [&](int x) { return column_under(part, x); })),
          rows_(line_of(part.size.height, [&](int y) { return row_under(part, y); })),
          image_(part.size, render::PixelFormat::rgb),
          most_in_leaf_(style.counts ? std::max(1U, std::ranges::max(planes.counts)) : 1),
          densest_(std::max(1U, std::ranges::max(planes.density))) {
        const double cells = pitch_of(part) * least_with_gap;  // the side of the least with a gap
        while (gap_to_ < points::max_depth && std::ldexp(1.0, -gap_to_ - 1) >= cells) ++gap_to_;
        for (std::size_t i = 0; i < darkness_.size(); ++i)
            darkness_[i] = std::sqrt(std::min(1.0, static_cast<double>(i) / densest_));
    }

    void row(int y) {
        const std::size_t begin =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(part_.size.width);
        auto* const bytes = image_.row(y).data();
        const auto put = [&](int x, Rgb8 colour) {
            bytes[3 * x] = colour.r;
            bytes[3 * x + 1] = colour.g;
            bytes[3 * x + 2] = colour.b;
        };
        Cell last{~0U, 0};
        Leaf leaf;
        for (int x = 0; x < part_.size.width; ++x) {
            const std::size_t pixel = begin + static_cast<std::size_t>(x);
            const std::uint8_t level = planes_.levels[pixel];
            if (level == points::no_leaf) {
                put(x, paper);
                continue;
            }
            const Cell cell = shown_cell(level, x, y);
            if (cell != last) {
                leaf = leaf_in(cell, pixel);
                last = cell;
            }
            const bool gap = is_at_end(cell.level, x, y);
            put(x, with_points(gap ? leaf.gap : leaf.area, pixel));
        }
    }

    // Of few points, which would hardly be seen.
    void dots() {
        const auto seen =
            std::reduce(planes_.density.begin(), planes_.density.end(), std::int64_t{0});
        constexpr std::int64_t few = 300, many = 3000;
        if (seen > many) return;
        const double radius = (seen > few ? 1.5 : 2.5) * style_.unit;
        const auto width = static_cast<std::size_t>(part_.size.width);
        for (std::size_t i = 0; i < planes_.density.size(); ++i)
            if (planes_.density[i] > 0)
                dot(image_, whole(part_.size),
                    {static_cast<double>(i % width) + 0.5, static_cast<double>(i / width) + 0.5},
                    radius, point_colour);
    }

    void outline_disc() {
        if (!style_.disc) return;
        constexpr int corners = 128;
        const auto at = [&](int corner) {
            const double angle = 2 * std::numbers::pi * corner / corners;
            const auto& [centre, radius] = *style_.disc;
            return place_of(double{centre.x} + double{radius} * std::cos(angle),
                            double{centre.y} + double{radius} * std::sin(angle));
        };
        for (int corner = 0; corner < corners; ++corner)
            line(image_, whole(part_.size), at(corner), at(corner + 1), {circle, 2 * style_.unit});
    }

    render::Image image() && { return std::move(image_); }

  private:
    struct Leaf {
        Rgb8 area{}, gap{};
    };

    // That of the leaf, or the one around it that a replay shows.
    Cell shown_cell(std::uint32_t level, int x, int y) const {
        level = std::min(level, style_.deepest.value_or(level));
        const std::uint32_t prefix = points::prefix_at(columns_.under[static_cast<std::size_t>(x)],
                                                       rows_.under[static_cast<std::size_t>(y)]);
        return {level, level == 0 ? 0 : prefix >> 2 * (points::max_depth - level)};
    }

    Leaf leaf_in(const Cell& cell, std::size_t pixel) const {
        Rgb8 area = leaf_colour(cell.level);
        if (style_.counts)
            area = between(fewest, most,
                           std::log1p(planes_.counts[pixel]) / std::log1p(most_in_leaf_));
        if (style_.disc) {
            const Meeting meeting = meeting_of(*style_.disc, cell);
            if (meeting == Meeting::within) area = between(area, bright, 0.8);
            if (meeting == Meeting::partly) area = between(area, pale, 0.55);
        }
        return {area, between(area, point_colour, 0.35)};
    }

    bool is_at_end(std::uint32_t level, int x, int y) const {
        const int own = static_cast<int>(level);
        return own <= gap_to_ && (own >= columns_.apart_from[static_cast<std::size_t>(x)] ||
                                  own >= rows_.apart_from[static_cast<std::size_t>(y)]);
    }

    Rgb8 with_points(Rgb8 colour, std::size_t pixel) const {
        const std::uint32_t points = planes_.density[pixel];
        if (points == 0) return colour;
        const double dark = points < darkness_.size()
                                ? darkness_[points]
                                : std::sqrt(static_cast<double>(points) / densest_);
        return between(colour, point_colour, dark);
    }

    PlotPoint place_of(double x, double y) const {
        const double pitch = pitch_of(part_);
        return {0.5 * part_.size.width + (x - part_.x) / pitch,
                0.5 * part_.size.height - (y - part_.y) / pitch};
    }

    const TreePart& part_;
    const TreePlanes& planes_;
    const TreeStyle& style_;
    Line columns_, rows_;
    render::Image image_;
    std::uint32_t most_in_leaf_, densest_;
    std::array<double, 256> darkness_{};  // of a pixel with so many points
    int gap_to_ = 0;                      // the deepest level with gaps
};

}  // namespace

Rgb8 leaf_colour(std::uint32_t level) {
    constexpr Rgb8 deepest{24, 52, 120};
    const int own = static_cast<int>(level);
    if (own <= deepest_named) return render::level_colour(own);
    return between(render::level_colour(deepest_named), deepest,
                   static_cast<double>(own - deepest_named) / (points::max_depth - deepest_named));
}

std::optional<render::Image> draw_tree(const TreePart& part, const TreePlanes& planes,
                                       const TreeStyle& style, const std::stop_token& stop) {
    TreePainter painter(part, planes, style);
    for (int y = 0; y < part.size.height; ++y) {
        if (stop.stop_requested()) return std::nullopt;
        painter.row(y);
    }
    painter.dots();
    painter.outline_disc();
    return std::move(painter).image();
}

}  // namespace mariani::app
