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
    knob<&Problem::lines>(
        {.id = "lines",
         .label = "Curves",
         .help = "How many Bezier curves: each begins where the one before it ends",
         .integers = limits::lines,
         .stepped = true}),
    knob<&Problem::factor>(
        {.id = "factor",
         .label = "Factor",
         .help = "Vertices by curvature times F, as the textbook by 16, in place of a tolerance",
         .reals = any_count,
         .placeholder = "F",
         .automatic = "by the tolerance"}),
    knob<&Problem::tolerance>(
        {.id = "tolerance",
         .label = "Tolerance",
         .help =
             "How far a chord may be from its curve, in pixels: a nearer view has more vertices",
         .reals = any_count,
         .unit = "pixels",
         .placeholder = "PX"}),
    knob<&Problem::cap>({.id = "cap",
                         .label = "Cap",
                         .help = "No line has more vertices",
                         .integers = limits::cap,
                         .stepped = true}),
    knob<&Problem::seed>({.id = "seed",
                          .label = "Seed",
                          .help = "The seed of the lines: the same one makes the same lines"}),
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
                                 .idle = "the other has blocks of its own"}),
    knob<&Problem::streams>({.id = "streams",
                             .label = "Streams",
                             .help = "The streams of launches from a GPU",
                             .buttons = true,
                             .engines = launching,
                             .idle = no_launches,
                             .idle_on_cpu = "tasks have no streams"}),
    knob<&Problem::pool>({.id = "pool",
                          .label = "Pool",
                          .help = "Launches that may be pending: those beyond fail",
                          .integers = {1, std::int64_t{1} << 20},
                          .stepped = true,
                          .engines = launching,
                          .idle = no_launches}),
    knob<&Problem::memory>({.id = "memory",
                            .label = "Memory",
                            .help = "Where a line's vertices go on a GPU",
                            .buttons = true,
                            .engines = allocating,
                            .idle = no_choice,
                            .idle_on_cpu = no_heap}),
    knob<&Problem::heap>(
        {.id = "heap",
         .label = "Heap, MiB",
         .help = "The heap that malloc takes from: CUDA keeps its size once kernels are loaded",
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
         .help = "Parents do the work of launches that fail; else their lines have no vertices",
         .engines = launching,
         .idle = no_launches}),
};
static_assert(std::size(knobs) == field_count<Problem>(), "each member of the problem has a knob");

constexpr KnobTable table{"Curves", texts_of_choices<EngineKind>, knobs};

}  // namespace
}  // namespace mariani::curves

namespace mariani {

template <>
const KnobTable& knob_table<curves::Problem>() {
    return curves::table;
}

}  // namespace mariani
