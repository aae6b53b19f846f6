// Curves as a picture: each as its chords, in a colour that tells of it.
#pragma once

#include "app/settings/curves_settings.hpp"
#include "app/workloads/colours.hpp"
#include "compute/model/block_trace.hpp"
#include "compute/workloads/curves/runner.hpp"
#include "render/picture/image.hpp"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace mariani::app {

// A part of the plane, y up; as wide as the picture of it makes it.
struct CurvesPart {
    double x = 0.5, y = 0.5;  // its centre
    double height = 1;
    bool operator==(const CurvesPart&) const = default;
};

// The fewest and the most vertices of a line that is not lost.
struct VertexRange {
    std::uint32_t least = ~std::uint32_t{0}, greatest = 0;
    void add(std::span<const std::uint32_t> offsets);
};

// The curves of a run that may meet a part of the plane.
struct CurvesInView {
    std::vector<std::uint32_t> numbers;  // of the lines, ascending
    curves::Tessellation tessellation;   // of these
    VertexRange vertices;                // of all lines
};

// Takes the vertices of some lines at a time, so that no more are kept than can be seen. Nothing if
// stopped.
std::optional<CurvesInView> curves_in_view(const curves::Runner& runner,
                                           std::span<const curves::Line> lines,
                                           const CurvesPart& part, ImageSize size,
                                           const std::stop_token& stop);

// What is drawn, which outlives the drawing.
struct DrawnCurves {
    const CurvesInView& seen;
    std::span<const curves::Line> lines;  // all; none is needed if none is lost
    LineColour colour = LineColour::vertices;
    int block = 1;                      // by block: so many lines share a colour
    const BlockTrace* trace = nullptr;  // by unit and start: of their run
};

// By what colours of a recorded run are told.
constexpr bool is_of_record(LineColour colour) {
    return colour == LineColour::unit || colour == LineColour::start;
}

// What the colours say, where it can be said: not of parent blocks. `backend`: of the run.
std::vector<LegendEntry> legend_of(const DrawnCurves& curves, Backend backend);

// Up to 1000 curves, or 10,000 vertices, in the picture have a dot at each vertex; more than 1000
// curves are drawn in finer lines; one that is lost is dashed, where it would be. Nothing if
// stopped.
std::optional<render::Image> draw_curves(const DrawnCurves& curves, const CurvesPart& part,
                                         ImageSize size, const std::stop_token& stop);

}  // namespace mariani::app
