#include "compute/model/frame_request.hpp"
#include "compute/model/knob.hpp"

namespace mariani {
namespace {

constexpr EngineMask subdividing = engine_bit(EngineKind::dp) | engine_bit(EngineKind::ask);
constexpr const char* no_regions = "the exhaustive engine has no regions";

constexpr Knob knobs[] = {
    knob<&EngineRequest::engine>({.id = "engine",
                                  .label = "Engine",
                                  .help = "Exhaustive, recursive or level by level",
                                  .automatic = "picks an engine for each view"}),
    knob<&EngineRequest::scheme>({.id = "scheme",
                                  .label = "Scheme",
                                  .help = "One block, multiple blocks or one warp per region",
                                  .automatic = "picks one for the engine and the backend",
                                  .engines = subdividing,
                                  .idle = no_regions}),
    knob<&EngineRequest::backend>({.id = "backend",
                                   .label = "Backend",
                                   .help = "Where the engine runs; the results are the same",
                                   .automatic = "cuda where a GPU is available"}),
    knob<&EngineRequest::precision>({.id = "precision",
                                     .label = "Precision",
                                     .help = "Arithmetic precision",
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
                             .stepped = true,
                             .short_option = true,
                             .automatic = "4, or a value that suits the picture's size",
                             .engines = subdividing,
                             .idle = no_regions}),
    knob<&EngineRequest::r>({.id = "r",
                             .label = "r  recurrent",
                             .help = "Recurrent subdivision: a region becomes r x r children",
                             .integers = limits::r,
                             .stepped = true,
                             .short_option = true,
                             .automatic = "2, or a value that suits the picture's size",
                             .engines = subdividing,
                             .idle = no_regions}),
    knob<&EngineRequest::B>({.id = "B",
                             .label = "B  stopping size",
                             .help = "Stopping size in pixels: a region whose children would be "
                                     "no larger is a leaf",
                             .integers = limits::B,
                             .stepped = true,
                             .short_option = true,
                             .engines = subdividing,
                             .idle = no_regions}),
    knob<&EngineRequest::fill>({.id = "fill",
                                .label = "Fill rule",
                                .help = "Which regions are filled with their border's dwell",
                                .engines = subdividing,
                                .idle = no_regions}),
    knob<&EngineRequest::shortcuts>(
        {.id = "shortcuts",
         .label = "Shortcuts",
         .help = "Cardioid, bulb and period tests that skip iterations and change no dwell"}),
    knob<&EngineRequest::quality>(
        {.id = "quality", .label = "Deep zoom", .help = "Whether deep dwells are proven"}),
    knob<&EngineRequest::block>({.id = "block",
                                 .label = "Block",
                                 .help = "Threads of a CUDA block, width x height",
                                 .automatic = "a size that suits the engine",
                                 .idle_on_cpu = "there are no blocks"}),
    knob<&EngineRequest::threads>({.id = "threads",
                                   .label = "Threads",
                                   .help = "Threads of the cpu backend",
                                   .integers = limits::threads,
                                   .automatic = "all"}),
    knob<&EngineRequest::device>({.id = "device",
                                  .label = "GPU",
                                  .help = "The GPU for the cuda backend, as numbered by info",
                                  .integers = limits::device,
                                  .automatic = "the GPU that draws the window, else the first"}),
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
