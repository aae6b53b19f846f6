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
                             "A block per line counts its vertices and loops over them."},
        Choice<CurvesEngine>{CurvesEngine::dp, "dp", "DP",
                             "A thread per line launches a grid for its vertices."},
        Choice<CurvesEngine>{CurvesEngine::dp_warp, "dp-warp", "DP by warp",
                             "The same, with one launch for the lines of a warp."},
        Choice<CurvesEngine>{CurvesEngine::dp_block, "dp-block", "DP by block",
                             "The same, with one launch for the lines of a parent block."},
        Choice<CurvesEngine>{CurvesEngine::dp_grid, "dp-grid", "DP by grid",
                             "The same, with one launch for all lines."},
        Choice<CurvesEngine>{
            CurvesEngine::scan, "scan", "count, scan, fill",
            "Counts, then sums, then all vertices, without launches from the device."},
    };
    return all;
}

template <>
std::span<const Choice<CountBy>> choices<CountBy>() {
    static constexpr std::array all{
        Choice<CountBy>{
            CountBy::curvature, "curvature", "curvature",
            "The textbook's count: the factor times height divided by chord, from 4 to 32."},
        Choice<CountBy>{CountBy::tolerance, "tolerance", "tolerance",
                        "The fewest equal steps whose chords stay that close to the curve."},
    };
    return all;
}

template <>
std::span<const Choice<StreamMode>> choices<StreamMode>() {
    static constexpr std::array all{
        Choice<StreamMode>{StreamMode::null, "null", "NULL",
                           "The grid's own stream: its launches run one after another."},
        Choice<StreamMode>{StreamMode::named, "named", "named",
                           "A stream for each launch, created and destroyed by its parent."},
        Choice<StreamMode>{StreamMode::forget, "forget", "fire and forget",
                           "No stream: nothing waits for the launch except the end of the run."},
    };
    return all;
}

template <>
std::span<const Choice<VertexMemory>> choices<VertexMemory>() {
    static constexpr std::array all{
        Choice<VertexMemory>{VertexMemory::room, "room", "room",
                             "Reserved by the host: as many vertices per line as the cap."},
        Choice<VertexMemory>{VertexMemory::heap, "malloc", "malloc",
                             "Each line's thread allocates its vertices from the GPU's heap."},
    };
    return all;
}

}  // namespace mariani
