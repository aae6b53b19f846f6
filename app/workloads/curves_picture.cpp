#include "app/workloads/curves_picture.hpp"

#include "app/measure/plots/drawing.hpp"
#include "app/workloads/colour_between.hpp"
#include "render/picture/parallel_for.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

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
    // Into a band of the picture's rows.
    CurvesPainter(render::Image& image, PixelRect band, const CurvesPart& part)
        : image_(image),
          band_(band),
          size_(image.size()),
          part_(part),
          scale_(size_.height / part.height) {
        fill(image_, band_, paper);
    }

    void chords(std::span<const Point> vertices, Rgb8 colour, bool fine) {
        for (std::size_t i = 1; i < vertices.size(); ++i) {
            const PlotPoint from = place_of(vertices[i - 1]), to = place_of(vertices[i]);
            if (!meets(from, to)) continue;
            if (fine)
                hairline(image_, band_, from, to, colour);
            else
                line(image_, band_, from, to, {colour, 1.2});
        }
    }

    void dots(std::span<const Point> vertices, Rgb8 colour) {
        for (const Point& vertex : vertices) {
            const PlotPoint at = place_of(vertex);
            if (meets(at, at)) dot(image_, band_, at, 2, colour);
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
                line(image_, band_, at(begin), at(begin + piece), {lost, 1.2});
    }
    PlotPoint place_of(const Point& point) const {
        return {0.5 * size_.width + (double{point.x} - part_.x) * scale_,
                0.5 * size_.height - (double{point.y} - part_.y) * scale_};
    }
    // Whether the box around them meets the band: false for what is no number.
    bool meets(const PlotPoint& a, const PlotPoint& b) const {
        constexpr double margin = 4;
        const auto on = [](double low, double high, int begin, int side) {
            return low <= begin + side + margin && high >= begin - margin;
        };
        return on(std::min(a.x, b.x), std::max(a.x, b.x), band_.x, band_.width) &&
               on(std::min(a.y, b.y), std::max(a.y, b.y), band_.y, band_.height);
    }

    render::Image& image_;
    PixelRect band_;
    ImageSize size_;
    CurvesPart part_;
    double scale_;  // pixels
};

BlockColour as_block_colour(LineColour colour) {
    return colour == LineColour::unit ? BlockColour::unit : BlockColour::start;
}

// The fewest and the most vertices of a line that is not lost.
struct VertexRange {
    std::uint32_t least = ~std::uint32_t{0}, greatest = 0;

    explicit VertexRange(std::span<const std::uint32_t> offsets) {
        for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
            const std::uint32_t count = offsets[i + 1] - offsets[i];
            if (count == 0) continue;
            least = std::min(least, count);
            greatest = std::max(greatest, count);
        }
    }
    Rgb8 colour(std::uint32_t count) const {
        if (least >= greatest) return fewest;
        return between(fewest, most, static_cast<double>(count - least) / (greatest - least));
    }
};

// Of each line; a lost one has none.
std::vector<Rgb8> line_colours(const DrawnCurves& curves) {
    const auto& offsets = curves.tessellation.offsets;
    std::vector<Rgb8> colours(offsets.size() - 1);
    if (is_of_record(curves.colour)) {
        const RecordColours records(*curves.trace);
        for (const BlockRecord& record : *curves.trace)
            colours[record.block] = records.of(record, as_block_colour(curves.colour));
        return colours;
    }
    const VertexRange vertices(offsets);
    for (std::size_t i = 0; i < colours.size(); ++i)
        colours[i] =
            curves.colour == LineColour::block
                ? colour_of_unit(static_cast<unsigned>(i) / static_cast<unsigned>(curves.block))
                : vertices.colour(offsets[i + 1] - offsets[i]);
    return colours;
}

}  // namespace

std::vector<LegendEntry> legend_of(const DrawnCurves& curves, Backend backend) {
    if (is_of_record(curves.colour))
        return RecordColours(*curves.trace).legend(as_block_colour(curves.colour), backend);
    const VertexRange vertices(curves.tessellation.offsets);
    if (curves.colour == LineColour::block || vertices.greatest == 0) return {};
    const auto entry = [&](std::uint32_t count) {
        return LegendEntry{vertices.colour(count), fmt::format("{} vertices", count)};
    };
    if (vertices.least == vertices.greatest) return {entry(vertices.least)};
    return {entry(vertices.least), entry(vertices.greatest)};
}

std::optional<render::Image> draw_curves(const DrawnCurves& curves, const CurvesPart& part,
                                         ImageSize size, const std::stop_token& stop) {
    constexpr int rows_at_once = 64;
    const auto& offsets = curves.tessellation.offsets;
    const std::size_t count = offsets.size() - 1;
    const bool crowded = count > dotted_lines;
    const std::vector<Rgb8> colours = line_colours(curves);
    render::Image image(size, render::PixelFormat::rgb);
    const auto draw = [&](int band) {
        const int top = band * rows_at_once;
        CurvesPainter painter(
            image, {0, top, size.width, std::min(rows_at_once, size.height - top)}, part);
        for (std::size_t i = 0; i < count && !stop.stop_requested(); ++i) {
            const auto vertices = std::span(curves.tessellation.vertices)
                                      .subspan(offsets[i], offsets[i + 1] - offsets[i]);
            if (vertices.empty()) {
                painter.dashes(curves.lines[i]);
                continue;
            }
            painter.chords(vertices, colours[i], crowded);
            if (!crowded) painter.dots(vertices, colours[i]);
        }
    };
    render::parallel_for((size.height + rows_at_once - 1) / rows_at_once, draw);
    if (stop.stop_requested()) return std::nullopt;
    return image;
}

}  // namespace mariani::app
