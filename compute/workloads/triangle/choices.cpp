#include "compute/workloads/triangle/choices.hpp"

#include <array>

namespace mariani {

using triangle::Layout;
using triangle::MapKind;
using triangle::Task;

template <>
std::span<const Choice<MapKind>> choices<MapKind>() {
    static constexpr std::array all{
        Choice<MapKind>{MapKind::bb, "bb", "BB",
                        "Bounding box (BB): blocks above the diagonal end at once."},
        Choice<MapKind>{
            MapKind::ltm, "ltm", "LTM",
            "Blocks in a row, placed by a root and an integer correction: exact, none too many."},
        Choice<MapKind>{MapKind::ltm_square, "ltm-square", "LTM square",
                        "The same in the paper's balanced square of blocks."},
        Choice<MapKind>{MapKind::ltm_strict, "ltm-strict", "LTM strict",
                        "Blocks below the diagonal by Eq. 9, corrected; then the diagonal blocks."},
        Choice<MapKind>{MapKind::utm, "utm", "UTM",
                        "The upper triangle, one thread per pair, in a row."},
        Choice<MapKind>{MapKind::rb, "rb", "RB blocks",
                        "The triangle folded into a rectangle of blocks: no root, none too many."},
        Choice<MapKind>{MapKind::rb_threads, "rb-threads", "RB threads",
                        "The same fold for threads, as in the paper."},
        Choice<MapKind>{MapKind::rec, "rec", "REC",
                        "Recursive partition: one launch for the diagonal and one per size."},
        Choice<MapKind>{MapKind::h, "h", "H",
                        "Squares of powers of two, found from the row's highest bit."},
        Choice<MapKind>{MapKind::dp, "dp", "DP",
                        "Divided from the root; on cuda with launches from the device."},
        Choice<MapKind>{MapKind::ltm_x, "ltm-x", "LTM-X",
                        "As printed, with sqrtf. At rho 16 it is not exact above N = 73,712, with "
                        "epsilon 1e-4 or 0."},
        Choice<MapKind>{MapKind::ltm_r, "ltm-r", "LTM-R",
                        "As printed, with rsqrtf. At rho 16 it is not exact above N = 50,272 with "
                        "epsilon 1e-4, nor above 480 with 0; on an H200 not above 31,472."},
        Choice<MapKind>{MapKind::ltm_n, "ltm-n", "LTM-N",
                        "As printed, with three Newton steps. At rho 16 it is not exact above N = "
                        "31,184 with epsilon 1e-4, nor above 16 with 0."},
        Choice<MapKind>{MapKind::rb_printed, "rb-printed", "RB printed",
                        "The fold as printed: it misses cells for every even N above 2."},
        Choice<MapKind>{
            MapKind::utm_printed, "utm-printed", "UTM printed",
            "As printed, with a root in single precision. It is not exact above N = 4,097."},
        Choice<MapKind>{MapKind::utm_n, "utm-n", "UTM-N",
                        "As its program is described, with three Newton steps and two conditions. "
                        "It is not exact above N = 5,793."},
        Choice<MapKind>{MapKind::ltm_strict_printed, "ltm-strict-printed", "LTM strict printed",
                        "Eq. 9 as printed: all blocks below the diagonal lie outside."},
    };
    return all;
}

template <>
std::span<const Choice<Task>> choices<Task>() {
    static constexpr std::array all{
        Choice<Task>{Task::map, "map", "map only", "Compute (i, j), write nothing."},
        Choice<Task>{Task::dummy, "dummy", "dummy", "Write i + j to one address."},
        Choice<Task>{Task::accumulate, "accumulate", "accumulate", "Add 1 to a byte per cell."},
        Choice<Task>{Task::edm, "edm", "EDM", "The distance between two points."},
        Choice<Task>{Task::collision, "collision", "collision",
                     "Whether two spheres touch, one bit per pair."},
    };
    return all;
}

template <>
std::span<const Choice<Layout>> choices<Layout>() {
    static constexpr std::array all{
        Choice<Layout>{Layout::packed, "packed", "packed", "Row after row: i(i+1)/2 + j."},
        Choice<Layout>{Layout::tiles, "tiles", "tiles", "Block after block; each is a square."},
        Choice<Layout>{Layout::full, "full", "full", "The whole square; its upper half is unused."},
    };
    return all;
}

}  // namespace mariani
