#include "app/workloads/curves/picture.hpp"

#include "app/workloads/strokes.hpp"
#include "render/picture/parallel_for.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using curves::CountRule;
using curves::Line;
using curves::Point;
using render::Rgb8;

constexpr std::size_t dotted_lines = 1000, most_dots = 10'000;

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

// A box of the plane, or of the picture.
struct Box {
    double least_x = std::numeric_limits<double>::infinity(), least_y = least_x;
    double most_x = -least_x, most_y = -least_x;

    void add(double x, double y) {
        least_x = std::min(least_x, x);
        least_y = std::min(least_y, y);
        most_x = std::max(most_x, x);
        most_y = std::max(most_y, y);
    }
    void add(const Point& point) { add(point.x, point.y); }
    // False for what is no number.
    bool meets(const Box& other) const {
        return least_x <= other.most_x && most_x >= other.least_x && least_y <= other.most_y &&
               most_y >= other.least_y;
    }
};

constexpr double margin = 4;  // pixels beyond the picture, of which something may be in it

Box box_of(const CurvesPart& part, ImageSize size) {
    const double pixel = part.height / size.height;
    const double width = 0.5 * pixel * size.width + margin * pixel;
    const double height = 0.5 * part.height + margin * pixel;
    return {part.x - width, part.y - height, part.x + width, part.y + height};
}

// Between which heights of the picture a line is, and whether one of its chords may meet it.
struct Extent {
    float least = std::numeric_limits<float>::infinity(), greatest = -least;  // pixels
    bool visible = false;
    std::uint32_t dots = 0;  // vertices in the picture
};

std::span<const Point> vertices_of(const curves::Tessellation& tessellation, std::size_t line) {
    const auto& [offsets, vertices] = tessellation;
    return std::span(vertices).subspan(offsets[line], offsets[line + 1] - offsets[line]);
}

// A role::quiet line may be anywhere.
Extent extent_of(std::span<const Point> vertices, const Sight& sight) {
    const Box picture{-margin, -margin, sight.size.width + margin, sight.size.height + margin};
    Extent extent;
    extent.visible = vertices.empty();
    std::optional<PlotPoint> before;
    for (const Point& vertex : vertices) {
        const PlotPoint at = sight(vertex);
        extent.least = std::min(extent.least, static_cast<float>(at.y));
        extent.greatest = std::max(extent.greatest, static_cast<float>(at.y));
        Box chord;
        chord.add(at.x, at.y);
        extent.dots += chord.meets(picture) ? 1 : 0;
        if (before) chord.add(before->x, before->y);
        extent.visible = extent.visible || chord.meets(picture);
        before = at;
    }
    return extent;
}

// The extents of all lines in view; of no use once a stop was requested.
std::vector<Extent> extents_of(const curves::Tessellation& tessellation, const Sight& sight,
                               const std::stop_token& stop) {
    constexpr std::size_t lines_at_once = 512;
    std::vector<Extent> extents(tessellation.offsets.size() - 1);
    const auto measure = [&](int chunk) {
        const std::size_t first = static_cast<std::size_t>(chunk) * lines_at_once;
        const std::size_t end = std::min(first + lines_at_once, extents.size());
        for (std::size_t i = first; i < end && !stop.stop_requested(); ++i)
            extents[i] = extent_of(vertices_of(tessellation, i), sight);
    };
    render::parallel_for(static_cast<int>((extents.size() + lines_at_once - 1) / lines_at_once),
                         measure);
    return extents;
}

// Paints a band of the picture's rows.
class BandPainter {
  public:
    BandPainter(const Sight& sight, int top, int rows)
        : sight_(sight), top_(top), band_({sight.size.width, rows}, render::PixelFormat::rgba) {
        fill(band_, whole(band_.size()), role::ground);
    }

    // Whether points between these heights may be in the band.
    bool reaches(const Extent& extent) const {
        return overlap(extent.least, extent.greatest, top_, band_.size().height);
    }

    void chords(std::span<const Point> vertices, Rgb8 colour, bool fine) {
        PlotPoint from = sight_(vertices.front());
        for (const Point& vertex : vertices.subspan(1)) {
            const PlotPoint to = sight_(vertex);
            if (meets(from, to)) draw(from, to, colour, fine);
            from = to;
        }
    }

    void dots(std::span<const Point> vertices, Rgb8 colour) {
        for (const Point& vertex : vertices) {
            const PlotPoint at = sight_(vertex);
            if (meets(at, at)) dot(band_, whole(band_.size()), in_band(at), 2, colour);
        }
    }

    // Draws a line without vertices, as near to its curve as half a pixel.
    void dashes(const Line& curve, bool fine) {
        CountRule rule;
        rule.tolerance = static_cast<float>(0.5 / sight_.scale());
        rule.cap = 1024;
        const std::uint32_t count = count_of(rule, curve).vertices;
        PlotPoint from = sight_(curve.start);
        double along = 0;  // the curve up to there, in pixels
        for (std::uint32_t i = 1; i < count; ++i) {
            const PlotPoint to = sight_(vertex_of(curve, count, i));
            const double length = std::hypot(to.x - from.x, to.y - from.y);
            if (meets(from, to)) dash(from, to, along, length, fine);
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
    void dash(PlotPoint from, PlotPoint to, double along, double length, bool fine) {
        constexpr double piece = 7;  // pixels
        const auto at = [&](double where) {
            const double share = std::clamp((where - along) / length, 0.0, 1.0);
            return PlotPoint{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
        };
        double begin = std::floor(along / (2 * piece)) * 2 * piece;
        for (; begin < along + length; begin += 2 * piece)
            if (begin + piece > along) draw(at(begin), at(begin + piece), role::quiet, fine);
    }
    void draw(const PlotPoint& from, const PlotPoint& to, Rgb8 colour, bool fine) {
        if (fine) return hairline(band_, whole(band_.size()), in_band(from), in_band(to), colour);
        line(band_, whole(band_.size()), in_band(from), in_band(to), {colour, 1.2});
    }
    PlotPoint in_band(const PlotPoint& point) const { return {point.x, point.y - top_}; }
    static bool overlap(double low, double high, int begin, int side) {
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

Rgb8 colour_in(const VertexRange& range, std::uint32_t count) {
    if (range.least >= range.greatest) return role::least;
    return between(role::least, role::most,
                   static_cast<double>(count - range.least) / (range.greatest - range.least));
}

// The colours of all lines of a recorded run; a role::quiet one has none.
std::vector<Rgb8> recorded_colours(const DrawnCurves& curves) {
    const RecordColours records(*curves.trace);
    std::vector<Rgb8> colours(curves.trace->empty() ? 0 : curves.trace->back().block + 1);
    for (const BlockRecord& record : *curves.trace)
        colours[record.block] = records.of(record, as_block_colour(curves.colour));
    return colours;
}

// The colour of each line in view; that of a role::quiet one is not read.
std::vector<Rgb8> line_colours(const DrawnCurves& curves) {
    const auto& offsets = curves.seen.tessellation.offsets;
    std::vector<Rgb8> colours(offsets.size() - 1);
    std::vector<Rgb8> recorded;
    if (is_of_record(curves.colour)) recorded = recorded_colours(curves);
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const std::uint32_t line = curves.seen.numbers[i];
        if (is_of_record(curves.colour)) {
            if (line < recorded.size()) colours[i] = recorded[line];
        } else if (curves.colour == LineColour::block) {
            colours[i] = colour_of_unit(line / static_cast<unsigned>(curves.block));
        } else {
            colours[i] = colour_in(curves.seen.vertices, offsets[i + 1] - offsets[i]);
        }
    }
    return colours;
}

// How the lines in view are drawn: few with a dot at each vertex, many in finer lines, and both
// where many have few vertices in the picture.
struct Style {
    bool fine, dotted;

    explicit Style(const std::vector<Extent>& extents) {
        std::size_t lines = 0, dots = 0;
        for (const Extent& extent : extents) {
            lines += extent.visible ? 1 : 0;
            dots += extent.dots;
        }
        fine = lines > dotted_lines;
        dotted = !fine || dots <= most_dots;
    }
};

// The lines of a part of them that may be seen, after those that were found before.
class ViewFilter {
  public:
    ViewFilter(std::span<const Line> lines, const Box& view) : lines_(lines), view_(view) {
        seen_.tessellation.offsets.push_back(0);
    }

    void add(const curves::Tessellation& part, std::size_t first) {
        seen_.vertices.add(part.offsets);
        auto& [offsets, vertices] = seen_.tessellation;
        for (std::size_t i = 0; i + 1 < part.offsets.size(); ++i) {
            const auto own = vertices_of(part, i);
            if (!is_seen(lines_[first + i], own)) continue;
            seen_.numbers.push_back(static_cast<std::uint32_t>(first + i));
            vertices.insert(vertices.end(), own.begin(), own.end());
            offsets.push_back(static_cast<std::uint32_t>(vertices.size()));
        }
    }
    // For so many more parts like the one before, so that what was found is not moved later.
    void reserve(std::size_t parts) {
        seen_.tessellation.vertices.reserve(parts * seen_.tessellation.vertices.size());
    }
    CurvesInView take() { return std::move(seen_); }

  private:
    // A role::quiet line is where its points lead it.
    bool is_seen(const Line& line, std::span<const Point> vertices) const {
        Box box;
        for (const Point& vertex : vertices) box.add(vertex);
        if (vertices.empty())
            for (const Point& point : {line.start, line.control, line.end}) box.add(point);
        return box.meets(view_) && (vertices.empty() || has_chord(vertices));
    }
    bool has_chord(std::span<const Point> vertices) const {
        for (std::size_t i = 1; i < vertices.size(); ++i) {
            Box chord;
            chord.add(vertices[i - 1]);
            chord.add(vertices[i]);
            if (chord.meets(view_)) return true;
        }
        return false;
    }

    std::span<const Line> lines_;
    Box view_;
    CurvesInView seen_;
};

}  // namespace

void VertexRange::add(std::span<const std::uint32_t> offsets) {
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
        const std::uint32_t count = offsets[i + 1] - offsets[i];
        if (count == 0) continue;
        least = std::min(least, count);
        greatest = std::max(greatest, count);
    }
}

std::optional<CurvesInView> curves_in_view(const curves::Runner& runner,
                                           std::span<const Line> lines, const CurvesPart& part,
                                           ImageSize size, const std::stop_token& stop) {
    constexpr std::size_t lines_at_once = 1 << 11;
    ViewFilter filter(lines, box_of(part, size));
    for (std::size_t first = 0; first < lines.size(); first += lines_at_once) {
        if (stop.stop_requested()) return std::nullopt;
        const auto begin = static_cast<std::int64_t>(first);
        filter.add(runner.tessellation(begin, begin + lines_at_once), first);
        if (first == 0) filter.reserve(lines.size() / lines_at_once + 1);
    }
    return filter.take();
}

std::vector<LegendEntry> legend_of(const DrawnCurves& curves, Backend backend) {
    if (is_of_record(curves.colour))
        return RecordColours(*curves.trace).legend(as_block_colour(curves.colour), backend);
    const VertexRange& vertices = curves.seen.vertices;
    if (curves.colour == LineColour::block || vertices.greatest == 0) return {};
    const auto entry = [&](std::uint32_t count) {
        return LegendEntry{colour_in(vertices, count), fmt::format("{} vertices", count)};
    };
    if (vertices.least == vertices.greatest) return {entry(vertices.least)};
    return {entry(vertices.least), entry(vertices.greatest)};
}

std::optional<render::Image> draw_curves(const DrawnCurves& curves, const CurvesPart& part,
                                         ImageSize size, const std::stop_token& stop) {
    constexpr int rows_at_once = 64;
    const Sight sight{size, part};
    const auto& tessellation = curves.seen.tessellation;
    const std::vector<Extent> extents = extents_of(tessellation, sight, stop);
    const std::vector<Rgb8> colours = line_colours(curves);
    const Style style(extents);
    render::Image image(size, render::PixelFormat::rgb);
    const auto draw = [&](int band) {
        const int top = band * rows_at_once;
        BandPainter painter(sight, top, std::min(rows_at_once, size.height - top));
        for (std::size_t i = 0; i < colours.size() && !stop.stop_requested(); ++i) {
            const auto vertices = vertices_of(tessellation, i);
            if (vertices.empty()) {
                painter.dashes(curves.lines[curves.seen.numbers[i]], style.fine);
            } else if (extents[i].visible && painter.reaches(extents[i])) {
                painter.chords(vertices, colours[i], style.fine);
                if (style.dotted) painter.dots(vertices, colours[i]);
            }
        }
        painter.copy_to(image);
    };
    render::parallel_for((size.height + rows_at_once - 1) / rows_at_once, draw);
    if (stop.stop_requested()) return std::nullopt;
    return image;
}

}  // namespace mariani::app
