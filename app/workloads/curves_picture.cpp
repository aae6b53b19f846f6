#include "app/workloads/curves_picture.hpp"

#include "app/measure/plots/drawing.hpp"
#include "app/workloads/colour_between.hpp"

#include <algorithm>
#include <span>

namespace mariani::app {
namespace {

using curves::Point;
using render::Rgb8;

constexpr Rgb8 fewest{120, 176, 214}, most{168, 30, 64};  // vertices of a line
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

    render::Image image() && { return std::move(image_); }

  private:
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
                                         const CurvesPart& part, ImageSize size,
                                         const std::stop_token& stop) {
    const auto& offsets = tessellation.offsets;
    const std::span<const Point> vertices(tessellation.vertices);
    const std::size_t lines = offsets.size() - 1;
    const auto vertices_of = [&](std::size_t line) {
        return vertices.subspan(offsets[line], offsets[line + 1] - offsets[line]);
    };
    std::size_t least = vertices.size(), greatest = 0;
    for (std::size_t i = 0; i < lines; ++i) {
        least = std::min(least, vertices_of(i).size());
        greatest = std::max(greatest, vertices_of(i).size());
    }
    CurvesPainter painter(part, size);
    for (std::size_t i = 0; i < lines; ++i) {
        if (stop.stop_requested()) return std::nullopt;
        const double share = greatest == least
                                 ? 0
                                 : static_cast<double>(vertices_of(i).size() - least) /
                                       static_cast<double>(greatest - least);
        const Rgb8 colour = between(fewest, most, share);
        painter.chords(vertices_of(i), colour);
        if (lines <= dotted_lines) painter.dots(vertices_of(i), colour);
    }
    return std::move(painter).image();
}

}  // namespace mariani::app
