#include "compute/workloads/curves/problem.hpp"

namespace mariani::curves {
namespace {

constexpr bool has_child_blocks(EngineKind engine) {
    return engine != EngineKind::scan;
}

constexpr IntegerRange block{warp_threads, 1024};
constexpr RealRange any_count{1e-6, 1e6};  // from none to the most vertices of any line
constexpr EngineMask launching = engines_where(has_launches),
                     allocating = engine_bit(EngineKind::dp);
constexpr std::string_view no_launches = "the others launch nothing from the device";
constexpr std::string_view no_choice = "the others have room for all vertices";
constexpr std::string_view no_heap = "tasks have no heap of their own";

constexpr Knob knobs[] = {
    knob<&Problem::lines>({.id = "lines",
                           .label = "Curves",
                           .help = "Number of curves; each begins where the previous one ends",
                           .integers = limits::lines,
                           .stepped = true}),
    knob<&Problem::factor>({.id = "factor",
                            .label = "Factor",
                            .help = "Sets the vertices to F times the curvature, instead of a "
                                    "tolerance; the textbook uses 16",
                            .reals = any_count,
                            .placeholder = "F",
                            .automatic = "set by the tolerance"}),
    knob<&Problem::tolerance>(
        {.id = "tolerance",
         .label = "Tolerance",
         .help = "Largest distance of a chord from its curve, in pixels; zooming in adds vertices",
         .reals = any_count,
         .unit = "pixels",
         .placeholder = "PX"}),
    knob<&Problem::cap>({.id = "cap",
                         .label = "Cap",
                         .help = "Most vertices per line",
                         .integers = limits::cap,
                         .stepped = true}),
    knob<&Problem::seed>({.id = "seed", .label = "Seed", .help = "Random seed of the lines"}),
    knob<&Problem::time>({.id = "time",
                          .label = "Time",
                          .help = "Lines after T seconds of motion",
                          .reals = {0, limits::time},
                          .unit = "seconds",
                          .placeholder = "T",
                          .column = "input_s"}),
    knob<&Problem::parent_block>({.id = "parent_block",
                                  .label = "Parent block",
                                  .help = "Lines that a block counts before it launches",
                                  .integers = block,
                                  .multiple = warp_threads,
                                  .stepped = true,
                                  .engines = launching,
                                  .idle = no_launches}),
    knob<&Problem::child_block>({.id = "child_block",
                                 .label = "Child block",
                                 .help = "Vertices that a block places at a time",
                                 .integers = block,
                                 .multiple = warp_threads,
                                 .stepped = true,
                                 .engines = engines_where(has_child_blocks),
                                 .idle = "the other has its own blocks"}),
    knob<&Problem::streams>({.id = "streams",
                             .label = "Streams",
                             .help = "Streams for launches from a GPU",
                             .buttons = true,
                             .engines = launching,
                             .idle = no_launches,
                             .idle_on_cpu = "tasks have no streams"}),
    knob<&Problem::pool>({.id = "pool",
                          .label = "Pool",
                          .help = "Pending launches allowed; further ones fail",
                          .integers = {1, std::int64_t{1} << 20},
                          .stepped = true,
                          .engines = launching,
                          .idle = no_launches}),
    knob<&Problem::memory>({.id = "memory",
                            .label = "Memory",
                            .help = "The memory for a line's vertices on a GPU",
                            .buttons = true,
                            .engines = allocating,
                            .idle = no_choice,
                            .idle_on_cpu = no_heap}),
    knob<&Problem::heap>(
        {.id = "heap",
         .label = "Heap, MiB",
         .help = "Size of the heap for malloc; CUDA fixes it once kernels are loaded",
         .integers = {std::int64_t{1} << 22, std::int64_t{1} << 30},
         .stepped = true,
         .shown_unit = 1 << 20,
         .placeholder = "BYTES",
         .engines = allocating,
         .idle = no_choice,
         .idle_on_cpu = no_heap}),
    knob<&Problem::repair>(
        {.id = "repair",
         .label = "Repair",
         .help = "Parents do the work of failed launches; otherwise those lines have no vertices",
         .engines = launching,
         .idle = no_launches}),
};
static_assert(std::size(knobs) == field_count<Problem>(), "each member of the problem has a knob");

constexpr KnobTable table{"Curves", texts_of_choices<EngineKind>, knobs};

}  // namespace
}  // namespace mariani::curves

namespace mariani {

namespace {
using CurvesEngine = curves::EngineKind;
using curves::CountBy;
using curves::StreamMode;
using curves::VertexMemory;
}  // namespace

template <>
const KnobTable& knob_table<curves::Problem>() {
    return curves::table;
}

template <>
std::span<const Choice<CurvesEngine>> choices<CurvesEngine>() {
    static constexpr Choice<CurvesEngine> all[]{
        {CurvesEngine::flat, "flat", "flat",
         "A block per line counts its vertices and loops over them."},
        {CurvesEngine::dp, "dp", "DP", "A thread per line launches a grid for its vertices."},
        {CurvesEngine::dp_warp, "dp-warp", "DP by warp",
         "The same, with one launch for the lines of a warp."},
        {CurvesEngine::dp_block, "dp-block", "DP by block",
         "The same, with one launch for the lines of a parent block."},
        {CurvesEngine::dp_grid, "dp-grid", "DP by grid",
         "The same, with one launch for all lines."},
        {CurvesEngine::scan, "scan", "count, scan, fill",
         "Counts, then sums, then all vertices, without launches from the device."},
    };
    return all;
}

template <>
std::span<const Choice<CountBy>> choices<CountBy>() {
    static constexpr Choice<CountBy> all[]{
        {CountBy::curvature, "curvature", "curvature",
         "The textbook's count: the factor times height divided by chord, from 4 to 32."},
        {CountBy::tolerance, "tolerance", "tolerance",
         "The fewest equal steps whose chords stay that close to the curve."},
    };
    return all;
}

template <>
std::span<const Choice<StreamMode>> choices<StreamMode>() {
    static constexpr Choice<StreamMode> all[]{
        {StreamMode::null, "null", "NULL",
         "The grid's own stream: its launches run one after another."},
        {StreamMode::named, "named", "named",
         "A stream for each launch, created and destroyed by its parent."},
        {StreamMode::forget, "forget", "fire and forget",
         "No stream: nothing waits for the launch except the end of the run."},
    };
    return all;
}

template <>
std::span<const Choice<VertexMemory>> choices<VertexMemory>() {
    static constexpr Choice<VertexMemory> all[]{
        {VertexMemory::room, "room", "room",
         "Reserved by the host: as many vertices per line as the cap."},
        {VertexMemory::heap, "malloc", "malloc",
         "Each line's thread allocates its vertices from the GPU's heap."},
    };
    return all;
}

}  // namespace mariani
