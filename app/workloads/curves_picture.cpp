#include "app/workloads/curves_picture.hpp"

#include "app/measure/plots/drawing.hpp"
#include "app/workloads/colour_between.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mariani::app {
namespace {

using curves::CountRule;
using curves::Line;
using curves::Point;
using render::Rgb8;

constexpr Rgb8 fewest{120, 176, 214}, most{168, 30, 64};  // vertices of a line
constexpr Rgb8 lost{96, 96, 102};
constexpr std::size_t dotted_lines = 1000;

class CurvesPainter {
  public:
    CurvesPainter(const CurvesPart& part, ImageSize size)
        : image_(size, render::PixelFormat::rgb),
          all_(whole(size)),
          part_(part),
          scale_(size.height / part.height) {
        fill(image_, all_, paper);
    }

    void chords(std::span<const Point> vertices, Rgb8 colour) {
        for (std::size_t i = 1; i < vertices.size(); ++i) {
            const PlotPoint from = place_of(vertices[i - 1]), to = place_of(vertices[i]);
            if (meets(from, to)) line(image_, all_, from, to, {colour, 1.2});
        }
    }

    void dots(std::span<const Point> vertices, Rgb8 colour) {
        for (const Point& vertex : vertices) {
            const PlotPoint at = place_of(vertex);
            if (meets(at, at)) dot(image_, all_, at, 2, colour);
        }
    }

    // Of a line without vertices, as near to its curve as half a pixel.
    void dashes(const Line& curve) {
        CountRule rule;
        rule.tolerance = static_cast<float>(0.5 / scale_);
        rule.cap = 1024;
        const std::uint32_t count = count_of(rule, curve).vertices;
        PlotPoint from = place_of(curve.start);
        double along = 0;  // the curve up to there, in pixels
        for (std::uint32_t i = 1; i < count; ++i) {
            const PlotPoint to = place_of(vertex_of(curve, count, i));
            const double length = std::hypot(to.x - from.x, to.y - from.y);
            if (meets(from, to)) dash(from, to, along, length);
            along += length;
            from = to;
        }
    }

    render::Image image() && { return std::move(image_); }

  private:
    // From `along` on, every second piece of a curve.
    void dash(PlotPoint from, PlotPoint to, double along, double length) {
        constexpr double piece = 7;  // pixels
        const auto at = [&](double where) {
            const double share = std::clamp((where - along) / length, 0.0, 1.0);
            return PlotPoint{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
        };
        double begin = std::floor(along / (2 * piece)) * 2 * piece;
        for (; begin < along + length; begin += 2 * piece)
            if (begin + piece > along)
                line(image_, all_, at(begin), at(begin + piece), {lost, 1.2});
    }
    PlotPoint place_of(const Point& point) const {
        return {0.5 * all_.width + (double{point.x} - part_.x) * scale_,
                0.5 * all_.height - (double{point.y} - part_.y) * scale_};
    }
    // Whether the box around them meets the picture: false for what is no number.
    bool meets(const PlotPoint& a, const PlotPoint& b) const {
        constexpr double margin = 4;
        const auto on = [](double low, double high, int side) {
            return low <= side + margin && high >= -margin;
        };
        return on(std::min(a.x, b.x), std::max(a.x, b.x), all_.width) &&
               on(std::min(a.y, b.y), std::max(a.y, b.y), all_.height);
    }

    render::Image image_;
    PixelRect all_;
    CurvesPart part_;
    double scale_;  // pixels
};

}  // namespace

std::optional<render::Image> draw_curves(const curves::Tessellation& tessellation,
                                         std::span<const Line> lines, const CurvesPart& part,
                                         ImageSize size, const std::stop_token& stop) {
    const auto& offsets = tessellation.offsets;
    const std::span<const Point> vertices(tessellation.vertices);
    const std::size_t count = offsets.size() - 1;
    const auto vertices_of = [&](std::size_t line) {
        return vertices.subspan(offsets[line], offsets[line + 1] - offsets[line]);
    };
    std::size_t least = vertices.size(), greatest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (vertices_of(i).empty()) continue;
        least = std::min(least, vertices_of(i).size());
        greatest = std::max(greatest, vertices_of(i).size());
    }
    CurvesPainter painter(part, size);
    for (std::size_t i = 0; i < count; ++i) {
        if (stop.stop_requested()) return std::nullopt;
        if (vertices_of(i).empty()) {
            painter.dashes(lines[i]);
            continue;
        }
        const double share = greatest == least
                                 ? 0
                                 : static_cast<double>(vertices_of(i).size() - least) /
                                       static_cast<double>(greatest - least);
        const Rgb8 colour = between(fewest, most, share);
        painter.chords(vertices_of(i), colour);
        if (count <= dotted_lines) painter.dots(vertices_of(i), colour);
    }
    return std::move(painter).image();
}

}  // namespace mariani::app
