#include "compute/model/frame_request.hpp"
#include "compute/model/knob.hpp"

namespace mariani {
namespace {

constexpr Knob knobs[] = {
    knob<&EngineRequest::engine>({.id = "engine",
                                  .label = "Engine",
                                  .help = "Exhaustive, recursive or level by level",
                                  .automatic = "picks an engine for each view"}),
    knob<&EngineRequest::scheme>({.id = "scheme",
                                  .label = "Scheme",
                                  .help = "One block, multiple blocks or one warp per region",
                                  .automatic = "picks one for the engine and the backend"}),
    knob<&EngineRequest::backend>({.id = "backend",
                                   .label = "Backend",
                                   .help = "Where the engine runs",
                                   .automatic = "cuda where a GPU is available"}),
    knob<&EngineRequest::precision>({.id = "precision",
                                     .label = "Precision",
                                     .help = "The floating-point type of every step",
                                     .automatic = "the fastest that resolves the pixels"}),
    knob<&EngineRequest::dwell_limit>(
        {.id = "dwell",
         .label = "Dwell limit",
         .help = "A, the most steps taken for a pixel; a pixel that reaches it is inside",
         .integers = limits::dwell}),
    knob<&EngineRequest::g>({.id = "g",
                             .label = "g  initial",
                             .help = "Initial subdivision: the picture starts as g x g regions",
                             .integers = limits::g,
                             .short_option = true,
                             .automatic = "4, or what suits the picture's size"}),
    knob<&EngineRequest::r>({.id = "r",
                             .label = "r  recurrent",
                             .help = "Recurrent subdivision: a subdivided region becomes r x r "
                                     "children",
                             .integers = limits::r,
                             .short_option = true,
                             .automatic = "2, or what suits the picture's size"}),
    knob<&EngineRequest::B>({.id = "B",
                             .label = "B  stopping size",
                             .help = "Stopping size in pixels: a region whose children would be "
                                     "no larger is a leaf",
                             .integers = limits::B,
                             .short_option = true}),
    knob<&EngineRequest::fill>({.id = "fill",
                                .label = "Fill rule",
                                .help = "Which regions are filled with their border's dwell"}),
    knob<&EngineRequest::shortcuts>(
        {.id = "shortcuts",
         .label = "Shortcuts",
         .help = "Cardioid, bulb and period tests that skip iterations and change no dwell"}),
    knob<&EngineRequest::quality>(
        {.id = "quality", .label = "Deep zoom", .help = "Whether deep dwells are proven"}),
    knob<&EngineRequest::insertion>(
        {.id = "insertion",
         .label = "Insertion",
         .help = "How children enter ASK's list of regions (OLT); no dwell depends on it",
         .engines = engine_bit(EngineKind::ask),
         .idle = "they have no list of regions"}),
    knob<&EngineRequest::block>({.id = "block",
                                 .label = "Block",
                                 .help = "Threads of a CUDA block, width x height",
                                 .automatic = "what suits the engine"}),
    knob<&EngineRequest::threads>({.id = "threads",
                                   .label = "Threads",
                                   .help = "Threads of the cpu backend",
                                   .integers = limits::threads,
                                   .automatic = "all"}),
    knob<&EngineRequest::device>({.id = "device",
                                  .label = "GPU",
                                  .help = "The GPU of the cuda backend, by its number in info",
                                  .integers = limits::device,
                                  .automatic = "the one that draws the window, else the first"}),
};
static_assert(std::size(knobs) == field_count<EngineRequest>(),
              "each member of the request has a knob");

constexpr KnobTable table{"Engine", texts_of_choices<EngineKind>, knobs};

}  // namespace

template <>
const KnobTable& knob_table<EngineRequest>() {
    return table;
}

}  // namespace mariani
