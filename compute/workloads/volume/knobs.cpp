#include "compute/workloads/volume/problem.hpp"

namespace mariani::volume {
namespace {

constexpr RealRange coordinates{-mariani::limits::max_coordinate, mariani::limits::max_coordinate};

constexpr Knob knobs[] = {
    knob<&Problem::function>(
        {.id = "function", .label = "Function", .help = "What is iterated", .buttons = true}),
    knob<&Problem::axes>({.id = "k",
                          .label = "k  axes",
                          .help = "How many axes the volume has",
                          .integers = limits::axes,
                          .short_option = true}),
    knob<&Problem::side>({.id = "n",
                          .label = "n  side",
                          .help = "Voxels along each axis",
                          .integers = limits::side,
                          .stepped = true}),
    knob<&Problem::dwell_limit>({.id = "dwell",
                                 .label = "Dwell limit",
                                 .help = "Voxels whose orbits go on for so long are inside",
                                 .integers = mariani::limits::dwell,
                                 .stepped = true}),
    knob<&Problem::centre_re>({.id = "center_re",
                               .label = "Centre re",
                               .help = "The real part of the centre of the planes of constant w",
                               .reals = coordinates,
                               .has_option = false,
                               .automatic = "of all of the set"}),
    knob<&Problem::centre_im>({.id = "center_im",
                               .label = "Centre im",
                               .help = "The imaginary part of that centre",
                               .reals = coordinates,
                               .has_option = false,
                               .automatic = "of all of the set"}),
    knob<&Problem::height>({.id = "height",
                            .label = "Height",
                            .help = "The height of the planes of constant w",
                            .reals = {1e-300, 1e6},
                            .placeholder = "H",
                            .automatic = "that of all of the set",
                            .column = "height_im"}),
    knob<&Problem::turn>({.id = "turn",
                          .label = "Turn of w",
                          .help = "The turn of the third of three axes in the plane of w",
                          .reals = {0, 1},
                          .placeholder = "T"}),
    knob<&Problem::precision>({.id = "precision",
                               .label = "Precision",
                               .help = "Precision of the arithmetic",
                               .automatic = "f32 as long as it tells voxels apart",
                               .choices = texts_of_first<Precision, 2>}),
    knob<&Problem::shortcuts>({.id = "shortcuts",
                               .label = "Shortcuts",
                               .help = "Find early which orbits of the Julibrot never escape"}),
    knob<&Problem::g>({.id = "g",
                       .label = "g  first regions",
                       .help = "First regions along each axis",
                       .integers = mariani::limits::g,
                       .short_option = true,
                       .automatic = "8; of surface on a GPU 32 from n = 512 on",
                       .engines = engines_where(has_regions),
                       .idle = "Ex has no regions"}),
    knob<&Problem::r>({.id = "r",
                       .label = "r  children",
                       .help = "Children of a region along each axis",
                       .integers = mariani::limits::r,
                       .stepped = true,
                       .short_option = true,
                       .engines = engines_where(has_regions),
                       .idle = "Ex has no regions"}),
    knob<&Problem::B>({.id = "B",
                       .label = "B  stop",
                       .help = "Regions are subdivided while their children are longer, in voxels",
                       .integers = mariani::limits::B,
                       .short_option = true,
                       .automatic = "4; of surface 16, or half a region's side where its g is 32",
                       .engines = engines_where(has_regions),
                       .idle = "Ex has no regions"}),
    knob<&Problem::rule>({.id = "rule",
                          .label = "Rule",
                          .help = "Which regions are filled with the dwell of their border",
                          .buttons = true,
                          .engines = engines_where(has_regions),
                          .idle = "Ex has no regions"}),
    knob<&Problem::scheme>({.id = "scheme",
                            .label = "Scheme",
                            .help = "How many threads a region has",
                            .buttons = true,
                            .automatic = "sbr; of surface on a GPU mbr from n = 512 on",
                            .engines = engines_where(has_regions),
                            .idle = "Ex has no regions"}),
    knob<&Problem::pool>({.id = "pool",
                          .label = "Pool",
                          .help = "Launches that may be pending: a parent does the work of those "
                                  "beyond",
                          .integers = {1, std::int64_t{1} << 20},
                          .stepped = true,
                          .engines = engines_where(has_launches),
                          .idle = "the others launch nothing from the device"}),
    knob<&Problem::encoding>({.id = "encoding",
                              .label = "Encoding",
                              .help = "What an entry of the offset lookup table (OLT) is",
                              .engines = engines_where(has_list),
                              .idle = "the others list no regions"}),
    knob<&Problem::order>({.id = "order",
                           .label = "Order",
                           .help = "In which order a level lists its regions",
                           .buttons = true,
                           .engines = engines_where(has_list),
                           .idle = "the others list no regions"}),
};
static_assert(std::size(knobs) == field_count<Problem>(), "each member of the problem has a knob");

constexpr KnobTable table{"Volume", texts_of_choices<EngineKind>, knobs};

}  // namespace
}  // namespace mariani::volume

namespace mariani {

template <>
const KnobTable& knob_table<volume::Problem>() {
    return volume::table;
}

}  // namespace mariani
