#include "compute/workloads/volume/problem.hpp"

namespace mariani::volume {
namespace {

constexpr RealRange coordinates{-mariani::limits::max_coordinate, mariani::limits::max_coordinate};

constexpr Knob knobs[] = {
    knob<&Problem::function>({.id = "function",
                              .label = "Function",
                              .help = "The function that is iterated",
                              .buttons = true}),
    knob<&Problem::axes>({.id = "k",
                          .label = "k  axes",
                          .help = "Number of axes of the volume",
                          .integers = limits::axes,
                          .short_option = true}),
    knob<&Problem::side>({.id = "n",
                          .label = "n  side",
                          .help = "Voxels along each axis",
                          .integers = limits::side,
                          .stepped = true}),
    knob<&Problem::dwell_limit>(
        {.id = "dwell",
         .label = "Dwell limit",
         .help = "A, the most steps taken for a voxel; a voxel that reaches it is inside",
         .integers = mariani::limits::dwell,
         .stepped = true}),
    knob<&Problem::centre_re>({.id = "center_re",
                               .label = "Centre re",
                               .help = "The real part of the centre of the planes of constant w",
                               .reals = coordinates,
                               .has_option = false,
                               .automatic = "the centre of the whole set"}),
    knob<&Problem::centre_im>(
        {.id = "center_im",
         .label = "Centre im",
         .help = "The imaginary part of the centre of the planes of constant w",
         .reals = coordinates,
         .has_option = false,
         .automatic = "the centre of the whole set"}),
    knob<&Problem::height>({.id = "height",
                            .label = "Height",
                            .help = "The height of the planes of constant w",
                            .reals = {1e-300, 1e6},
                            .placeholder = "H",
                            .automatic = "the height of the whole set",
                            .column = "height_im"}),
    knob<&Problem::turn>({.id = "turn",
                          .label = "Turn of w",
                          .help = "Rotation of the third axis in the plane of w; k 3 only",
                          .reals = {0, 1},
                          .placeholder = "T"}),
    knob<&Problem::precision>({.id = "precision",
                               .label = "Precision",
                               .help = "Arithmetic precision",
                               .automatic = "f32 while it tells voxels apart",
                               .choices = texts_of_first<Precision, 2>}),
    knob<&Problem::shortcuts>({.id = "shortcuts",
                               .label = "Shortcuts",
                               .help = "Detect early that an orbit of the Julibrot never escapes"}),
    knob<&Problem::g>({.id = "g",
                       .label = "g  initial",
                       .help = "Initial subdivision: regions along each axis",
                       .integers = mariani::limits::g,
                       .short_option = true,
                       .automatic = "8; 32 for surface on a GPU from n = 512 on",
                       .engines = engines_where(has_regions),
                       .idle = "Ex has no regions"}),
    knob<&Problem::r>({.id = "r",
                       .label = "r  recurrent",
                       .help = "Recurrent subdivision: children of a region along each axis",
                       .integers = mariani::limits::r,
                       .stepped = true,
                       .short_option = true,
                       .engines = engines_where(has_regions),
                       .idle = "Ex has no regions"}),
    knob<&Problem::B>(
        {.id = "B",
         .label = "B  stopping size",
         .help = "Stopping size: regions are subdivided while their children are longer, in voxels",
         .integers = mariani::limits::B,
         .short_option = true,
         .automatic = "4; 16 for surface, or half a region's side where its g is 32",
         .engines = engines_where(has_regions),
         .idle = "Ex has no regions"}),
    knob<&Problem::rule>({.id = "rule",
                          .label = "Fill rule",
                          .help = "Which regions are filled with their border's dwell",
                          .buttons = true,
                          .engines = engines_where(has_regions),
                          .idle = "Ex has no regions"}),
    knob<&Problem::scheme>({.id = "scheme",
                            .label = "Scheme",
                            .help = "Threads per region: one block (sbr) or multiple blocks (mbr)",
                            .buttons = true,
                            .automatic = "sbr; mbr for surface on a GPU from n = 512 on",
                            .engines = engines_where(has_regions),
                            .idle = "Ex has no regions"}),
    knob<&Problem::pool>({.id = "pool",
                          .label = "Pool",
                          .help = "Pending launches allowed; beyond that, the parent does the work",
                          .integers = {1, std::int64_t{1} << 20},
                          .stepped = true,
                          .engines = engines_where(has_launches),
                          .idle = "the others launch nothing from the device"}),
    knob<&Problem::encoding>({.id = "encoding",
                              .label = "Encoding",
                              .help = "Encoding of an entry in the offset lookup table (OLT)",
                              .engines = engines_where(has_list),
                              .idle = "the others list no regions"}),
    knob<&Problem::order>({.id = "order",
                           .label = "Order",
                           .help = "Order in which a level lists its regions",
                           .buttons = true,
                           .engines = engines_where(has_list),
                           .idle = "the others list no regions"}),
};
static_assert(std::size(knobs) == field_count<Problem>(), "each member of the problem has a knob");

constexpr KnobTable table{"Volume", texts_of_choices<EngineKind>, knobs};

}  // namespace
}  // namespace mariani::volume

namespace mariani {

using volume::Encoding;
using volume::Function;
using volume::Order;
using volume::Rule;

template <>
const KnobTable& knob_table<volume::Problem>() {
    return volume::table;
}

template <>
std::span<const Choice<Function>> choices<Function>() {
    static constexpr Choice<Function> all[]{
        {Function::julibrot, "julibrot", "Julibrot",
         "The dwell of z^2 + c, from z = w, over c.re, c.im, w.re and w.im."},
        {Function::mandelbulb, "mandelbulb", "Mandelbulb",
         "The eighth power of a point in space, plus that point."},
    };
    return all;
}

template <>
std::span<const Choice<Rule>> choices<Rule>() {
    static constexpr Choice<Rule> all[]{
        {Rule::uniform, "uniform", "uniform", "Fill if the whole border has the same dwell."},
        {Rule::interior, "interior", "interior", "Fill only if the whole border is inside."},
        {Rule::sides, "sides", "sides",
         "Fill if the faces around c are inside; no border is needed along w."},
    };
    return all;
}

template <>
std::span<const Choice<volume::EngineKind>> choices<volume::EngineKind>() {
    static constexpr Choice<volume::EngineKind> all[]{
        {volume::EngineKind::ex, "ex", "Ex", "Every voxel."},
        {volume::EngineKind::dp, "dp", "DP",
         "Regions by recursion; on cuda with launches from the device."},
        {volume::EngineKind::ask, "ask", "ASK",
         "Regions level by level, from a list of those to subdivide."},
        {volume::EngineKind::surface, "surface", "Surface",
         "Borders of regions, then only voxels next to a different dwell."},
    };
    return all;
}

template <>
std::span<const Choice<Encoding>> choices<Encoding>() {
    static constexpr Choice<Encoding> all[]{
        {Encoding::coords, "coords", "coordinates", "One number per axis."},
        {Encoding::canonical, "canonical", "canonical",
         "The position in the level's lattice, row by row."},
        {Encoding::morton, "morton", "Morton",
         "The axes' bits interleaved; g and r must be powers of two."},
        {Encoding::hilbert, "hilbert", "Hilbert",
         "The position along Hilbert's curve; g and r must be powers of two."},
        {Encoding::levels, "levels", "levels",
         "The first region, then one digit per level; any g and r."},
    };
    return all;
}

template <>
std::span<const Choice<Order>> choices<Order>() {
    static constexpr Choice<Order> all[]{
        {Order::arrival, "arrival", "arrival", "In the order of subdivision."},
        {Order::stable, "stable", "stable", "In the order of their parents."},
        {Order::sorted, "sorted", "sorted", "In the order of the entries' values."},
    };
    return all;
}

}  // namespace mariani
