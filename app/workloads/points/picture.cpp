#include "app/workloads/points/picture.hpp"

#include "app/workloads/strokes.hpp"
#include "render/picture/overlay_style.hpp"
#include "render/picture/parallel_for.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using points::Cell;
using points::Meeting;
using points::TreePart;
using points::TreePlanes;
using render::Rgb8;

constexpr double least_with_line = 5;  // pixels

// A cell is dark, with a line in its own colour beside the next; without lines, as bright as they
// would make it.
Rgb8 area_of(Rgb8 colour, double side) {
    constexpr double dimmed = 0.16;
    const double lines = side < least_with_line ? std::min(1.0, 2 / side) : 0;
    return between(role::ground, colour, dimmed + (1 - dimmed) * lines);
}

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
        const double cells = pitch_of(part) * least_with_line;  // the side of the least with a line
        while (line_to_ < points::max_depth && std::ldexp(1.0, -line_to_ - 1) >= cells) ++line_to_;
        for (std::size_t i = 0; i < light_.size(); ++i)
            light_[i] = light_of(static_cast<std::uint32_t>(i));
    }

    void row(int y) {
        const auto down = static_cast<std::size_t>(y);
        const std::size_t begin = down * columns_.under.size();
        std::uint8_t* byte = image_.row(y).data();
        Leaf leaf;
        for (std::size_t x = 0; x < columns_.under.size(); ++x, byte += 3) {
            const std::uint8_t level = planes_.levels[begin + x];
            if (level == points::no_leaf) {
                put(byte, role::ground);
                continue;
            }
            const std::int32_t column = columns_.under[x] >> (points::max_depth - level);
            if (level != leaf.level || column != leaf.column)
                leaf = leaf_in(level, column, rows_.under[down], begin + x);
            const bool line = leaf.shown <= line_to_ && (leaf.shown >= columns_.apart_from[x] ||
                                                         leaf.shown >= rows_.apart_from[down]);
            put(byte, with_points(line ? leaf.line : leaf.area, planes_.density[begin + x]));
        }
    }

    // Draws the points as dots where they are few and would hardly be seen.
    void dots() {
        const auto seen =
            std::reduce(planes_.density.begin(), planes_.density.end(), std::int64_t{0});
        constexpr std::int64_t few = 300, many = 3000;
        if (seen > many) return;
        const double radius = (seen > few ? 1.5 : dot_radius) * style_.unit;
        const auto width = static_cast<std::size_t>(part_.size.width);
        for (std::size_t i = 0; i < planes_.density.size(); ++i)
            if (planes_.density[i] > 0)
                dot(image_, whole(part_.size),
                    {static_cast<double>(i % width) + 0.5, static_cast<double>(i / width) + 0.5},
                    radius, role::point);
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
            line(image_, whole(part_.size), at(corner), at(corner + 1),
                 {role::circle, 2 * style_.unit});
    }

    render::Image image() && { return std::move(image_); }

  private:
    // The leaf that a row of pixels is in, as far as it goes.
    struct Leaf {
        std::int32_t level = -1, column = -1;  // its own
        int shown = 0;                         // the level: that of a cell around it in a replay
        Rgb8 area{}, line{};
    };

    static void put(std::uint8_t* byte, Rgb8 colour) {
        byte[0] = colour.r;
        byte[1] = colour.g;
        byte[2] = colour.b;
    }

    // `row`: of 2^max_depth.
    Leaf leaf_in(std::uint32_t level, std::int32_t column, std::int32_t row,
                 std::size_t pixel) const {
        const std::uint32_t shown = std::min(level, style_.deepest.value_or(level));
        Rgb8 line = leaf_colour(shown);
        if (style_.counts)
            line = between(role::least, role::most,
                           std::log1p(planes_.counts[pixel]) / std::log1p(most_in_leaf_));
        Rgb8 area = area_of(line, std::ldexp(1 / pitch_of(part_), -static_cast<int>(shown)));
        if (style_.disc) {
            const auto across = static_cast<std::uint32_t>(column) >> (level - shown);
            const auto down = static_cast<std::uint32_t>(row) >> (points::max_depth - shown);
            const Cell cell{shown, points::spread_bits(down) << 1 | points::spread_bits(across)};
            const Meeting meeting = meeting_of(*style_.disc, cell);
            if (meeting == Meeting::within) area = between(area, role::within, 0.8);
            if (meeting == Meeting::partly) area = between(area, role::partly, 0.55);
        }
        return {static_cast<std::int32_t>(level), column, static_cast<int>(shown), area, line};
    }

    // How light a pixel with so many points is: from 0 to 256.
    int light_of(std::uint32_t points) const {
        const double share = std::min(1.0, static_cast<double>(points) / densest_);
        return static_cast<int>(std::lround(256 * std::sqrt(share)));
    }

    Rgb8 with_points(Rgb8 colour, std::uint32_t points) const {
        if (points == 0) return colour;
        const int light = points < light_.size() ? light_[points] : light_of(points);
        const auto mix = [light](int from, int to) {
            return static_cast<std::uint8_t>((from * (256 - light) + to * light + 128) / 256);
        };
        return {mix(colour.r, role::point.r), mix(colour.g, role::point.g),
                mix(colour.b, role::point.b)};
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
    std::array<int, 256> light_{};  // of a pixel with so many points
    int line_to_ = 0;               // the deepest level with lines
};

}  // namespace

Rgb8 leaf_colour(std::uint32_t level) {
    constexpr int last = role::levels.size() - 1;
    const int beyond = std::max(0, static_cast<int>(level) - last);
    return between(render::level_colour(static_cast<int>(level)), role::deepest_level,
                   static_cast<double>(beyond) / (points::max_depth - last));
}

Rgb8 leaf_area(Rgb8 line) {
    return area_of(line, least_with_line);
}

std::vector<LegendEntry> legend_of(const TreeStyle& style,
                                   std::span<const points::LevelStats> levels) {
    std::vector<LegendEntry> entries;
    if (style.counts) {
        entries = {{role::least, "a leaf without points"}, {role::most, "the most points"}};
    } else {
        for (std::size_t level = 0; level < levels.size(); ++level)
            if (levels[level].nodes > levels[level].subdivided)
                entries.push_back({leaf_colour(static_cast<std::uint32_t>(level)),
                                   fmt::format("level {}", level)});
    }
    if (style.disc) {
        entries.push_back({role::within, "wholly in the circle"});
        entries.push_back({role::partly, "partly in it"});
    }
    return entries;
}

std::optional<render::Image> draw_tree(const TreePart& part, const TreePlanes& planes,
                                       const TreeStyle& style, const std::stop_token& stop) {
    constexpr int rows_at_once = 16;
    TreePainter painter(part, planes, style);
    const int height = part.size.height;
    render::parallel_for((height + rows_at_once - 1) / rows_at_once, [&](int band) {
        const int first = band * rows_at_once;
        for (int y = first; y < std::min(first + rows_at_once, height); ++y)
            if (!stop.stop_requested()) painter.row(y);
    });
    if (stop.stop_requested()) return std::nullopt;
    painter.dots();
    painter.outline_disc();
    return std::move(painter).image();
}

}  // namespace mariani::app
