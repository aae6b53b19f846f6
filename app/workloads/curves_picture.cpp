#include "app/workloads/curves_picture.hpp"

#include "app/measure/plots/drawing.hpp"
#include "app/workloads/colour_between.hpp"
#include "render/picture/parallel_for.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

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

// The picture's pixels, from its top left on, of a part of the plane.
struct Sight {
    ImageSize size;
    CurvesPart part;

    double scale() const { return size.height / part.height; }  // pixels a unit
    PlotPoint operator()(const Point& point) const {
        return {0.5 * size.width + (double{point.x} - part.x) * scale(),
                0.5 * size.height - (double{point.y} - part.y) * scale()};
    }
};

// Where all vertices are in the picture, and between which heights a line's are.
struct PlacedVertices {
    const curves::Tessellation& tessellation;
    std::vector<PlotPoint> all;
    std::vector<float> least, greatest;  // pixels; of a line

    PlacedVertices(const curves::Tessellation& from, const Sight& sight)
        : tessellation(from),
          all(tessellation.vertices.size()),
          least(tessellation.offsets.size() - 1, std::numeric_limits<float>::infinity()),
          greatest(least.size(), -std::numeric_limits<float>::infinity()) {
        constexpr std::size_t lines_at_once = 512;
        const auto place = [&](int chunk) {
            const std::size_t first = static_cast<std::size_t>(chunk) * lines_at_once;
            for (std::size_t i = first; i < std::min(first + lines_at_once, least.size()); ++i)
                for (auto v = tessellation.offsets[i]; v < tessellation.offsets[i + 1]; ++v) {
                    all[v] = sight(tessellation.vertices[v]);
                    least[i] = std::min(least[i], static_cast<float>(all[v].y));
                    greatest[i] = std::max(greatest[i], static_cast<float>(all[v].y));
                }
        };
        render::parallel_for(static_cast<int>((least.size() + lines_at_once - 1) / lines_at_once),
                             place);
    }
    std::span<const PlotPoint> of(std::size_t line) const {
        const auto& offsets = tessellation.offsets;
        return std::span(all).subspan(offsets[line], offsets[line + 1] - offsets[line]);
    }
};

// Of a band of the picture's rows.
class BandPainter {
  public:
    BandPainter(const Sight& sight, int top, int rows)
        : sight_(sight), top_(top), band_({sight.size.width, rows}, render::PixelFormat::rgba) {
        fill(band_, whole(band_.size()), paper);
    }

    // Of points between these heights, something may be in the band.
    bool reaches(float least, float greatest) const {
        return overlap(least, greatest, top_, band_.size().height);
    }

    void chords(std::span<const PlotPoint> vertices, Rgb8 colour, bool fine) {
        for (std::size_t i = 1; i < vertices.size(); ++i) {
            const PlotPoint &from = vertices[i - 1], &to = vertices[i];
            if (!meets(from, to)) continue;
            if (fine)
                hairline(band_, whole(band_.size()), in_band(from), in_band(to), colour);
            else
                draw_line(from, to, colour);
        }
    }

    void dots(std::span<const PlotPoint> vertices, Rgb8 colour) {
        for (const PlotPoint& at : vertices)
            if (meets(at, at)) dot(band_, whole(band_.size()), in_band(at), 2, colour);
    }

    // Of a line without vertices, as near to its curve as half a pixel.
    void dashes(const Line& curve) {
        CountRule rule;
        rule.tolerance = static_cast<float>(0.5 / sight_.scale());
        rule.cap = 1024;
        const std::uint32_t count = count_of(rule, curve).vertices;
        PlotPoint from = sight_(curve.start);
        double along = 0;  // the curve up to there, in pixels
        for (std::uint32_t i = 1; i < count; ++i) {
            const PlotPoint to = sight_(vertex_of(curve, count, i));
            const double length = std::hypot(to.x - from.x, to.y - from.y);
            if (meets(from, to)) dash(from, to, along, length);
            along += length;
            from = to;
        }
    }

    void copy_to(render::Image& image) const {
        const int channels = static_cast<int>(image.format());
        for (int y = 0; y < band_.size().height; ++y) {
            const std::uint8_t* from = band_.row(y).data();
            std::uint8_t* to = image.row(top_ + y).data();
            for (int x = 0; x < band_.size().width; ++x, from += 4, to += channels)
                std::copy_n(from, channels, to);
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
            if (begin + piece > along) draw_line(at(begin), at(begin + piece), lost);
    }
    void draw_line(const PlotPoint& from, const PlotPoint& to, Rgb8 colour) {
        line(band_, whole(band_.size()), in_band(from), in_band(to), {colour, 1.2});
    }
    PlotPoint in_band(const PlotPoint& point) const { return {point.x, point.y - top_}; }
    static bool overlap(double low, double high, int begin, int side) {
        constexpr double margin = 4;
        return low <= begin + side + margin && high >= begin - margin;
    }
    // Whether the box around them meets the band: false for what is no number.
    bool meets(const PlotPoint& a, const PlotPoint& b) const {
        const ImageSize size = band_.size();
        return overlap(std::min(a.y, b.y), std::max(a.y, b.y), top_, size.height) &&
               overlap(std::min(a.x, b.x), std::max(a.x, b.x), 0, size.width);
    }

    const Sight& sight_;
    int top_;
    render::Image band_;
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
    const Sight sight{size, part};
    const PlacedVertices placed(curves.tessellation, sight);
    const std::vector<Rgb8> colours = line_colours(curves);
    const bool crowded = colours.size() > dotted_lines;
    render::Image image(size, render::PixelFormat::rgb);
    const auto draw = [&](int band) {
        const int top = band * rows_at_once;
        BandPainter painter(sight, top, std::min(rows_at_once, size.height - top));
        for (std::size_t i = 0; i < colours.size() && !stop.stop_requested(); ++i) {
            const auto vertices = placed.of(i);
            if (vertices.empty()) {
                painter.dashes(curves.lines[i]);
            } else if (painter.reaches(placed.least[i], placed.greatest[i])) {
                painter.chords(vertices, colours[i], crowded);
                if (!crowded) painter.dots(vertices, colours[i]);
            }
        }
        painter.copy_to(image);
    };
    render::parallel_for((size.height + rows_at_once - 1) / rows_at_once, draw);
    if (stop.stop_requested()) return std::nullopt;
    return image;
}

}  // namespace mariani::app
