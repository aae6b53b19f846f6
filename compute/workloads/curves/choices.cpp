#include "compute/workloads/curves/choices.hpp"

#include <array>

namespace mariani {

namespace {
using CurvesEngine = curves::EngineKind;
using curves::CountBy;
using curves::StreamMode;
using curves::VertexMemory;
}  // namespace

template <>
std::span<const Choice<CurvesEngine>> choices<CurvesEngine>() {
    static constexpr std::array all{
        Choice<CurvesEngine>{CurvesEngine::flat, "flat", "flat",
                             "A block a line, which counts and loops over its vertices."},
        Choice<CurvesEngine>{CurvesEngine::dp, "dp", "DP",
                             "A thread a line, which launches a grid for its vertices."},
        Choice<CurvesEngine>{CurvesEngine::dp_warp, "dp-warp", "DP by warp",
                             "The same with one launch for the lines of a warp."},
        Choice<CurvesEngine>{CurvesEngine::dp_block, "dp-block", "DP by block",
                             "The same with one launch for the lines of a parent block."},
        Choice<CurvesEngine>{CurvesEngine::dp_grid, "dp-grid", "DP by grid",
                             "The same with one launch for all lines."},
        Choice<CurvesEngine>{CurvesEngine::scan, "scan", "count, scan, fill",
                             "Counts, their sums, then all vertices: no launch from the device."},
    };
    return all;
}

template <>
std::span<const Choice<CountBy>> choices<CountBy>() {
    static constexpr std::array all{
        Choice<CountBy>{CountBy::curvature, "curvature", "curvature",
                        "The factor times height by chord, from 4 to 32: the textbook's."},
        Choice<CountBy>{CountBy::tolerance, "tolerance", "tolerance",
                        "The fewest equal steps whose chords stay as near to the curve."},
    };
    return all;
}

template <>
std::span<const Choice<StreamMode>> choices<StreamMode>() {
    static constexpr std::array all{
        Choice<StreamMode>{StreamMode::null, "null", "NULL",
                           "The stream that a grid has: its launches run one after another."},
        Choice<StreamMode>{StreamMode::named, "named", "named",
                           "A stream for each launch, made and given back by its parent."},
        Choice<StreamMode>{StreamMode::forget, "forget", "fire and forget",
                           "No stream: nothing waits for the launch but the end of the run."},
    };
    return all;
}

template <>
std::span<const Choice<VertexMemory>> choices<VertexMemory>() {
    static constexpr std::array all{
        Choice<VertexMemory>{VertexMemory::room, "room", "room",
                             "The host has reserved it: as many vertices a line as the cap."},
        Choice<VertexMemory>{VertexMemory::heap, "malloc", "malloc",
                             "A line's thread allocates its vertices from the GPU's heap."},
    };
    return all;
}

}  // namespace mariani
