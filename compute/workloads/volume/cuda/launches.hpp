// A run's launches: what the parts of the cuda runner share. Each puts its kernels into the stream
// and returns without waiting for them.
#pragma once

#include "compute/cuda/control.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/subdivision/divisor.hpp"
#include "compute/workloads/volume/box.hpp"
#include "compute/workloads/volume/lattice.hpp"
#include "compute/workloads/volume/plan.hpp"
#include "compute/workloads/volume/rooms.hpp"
#include "compute/workloads/volume/runner.hpp"
#include "compute/workloads/volume/twins.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace mariani::volume::cuda {

using subdivision::Divisor;

// Numbers of the voxels of boxes with these sides, x fastest.
struct Raster {
    Divisor side[max_axes];
    std::uint32_t count = 0;

    static Raster of(const Sides& sides) {
        Raster raster;
        for (int axis = 0; axis < max_axes; ++axis)
            raster.side[axis] = Divisor(sides.of[axis] > 0 ? sides.of[axis] : 1);
        raster.count = static_cast<std::uint32_t>(voxel_count(sides));
        return raster;
    }

    // The voxel t further on than `from`.
    MARIANI_HOST_DEVICE Voxel voxel(std::uint32_t t, const Voxel& from = {}) const {
        Voxel voxel{};
        for (int axis = 0; axis < max_axes; ++axis) {
            t += static_cast<std::uint32_t>(from.at[axis]);
            const std::uint32_t above = t / side[axis];
            voxel.at[axis] = static_cast<std::int16_t>(t - above * side[axis].value());
            t = above;
        }
        return voxel;
    }
};

// Voxels that are written together: what 128 bits hold of them.
inline constexpr int group_voxels = 8;

struct Shape {
    Shell<Divisor> border;
    Raster all;
    Raster inside;  // what is no border
    Voxel first_inside{};
    Raster groups;  // of a row along x, the last one of a row may be short

    static Shape of(const Sides& side, int walls) {
        Shape shape;
        Sides inner = side, groups = side;
        for (int axis = 0; axis < walls; ++axis) {
            inner.of[axis] = static_cast<std::uint16_t>(side.of[axis] > 2 ? side.of[axis] - 2 : 0);
            shape.first_inside.at[axis] = 1;
        }
        groups.of[0] = static_cast<std::uint16_t>((side.of[0] + group_voxels - 1) / group_voxels);
        shape.border = Shell<Divisor>(side, walls);
        shape.all = Raster::of(side);
        shape.inside = Raster::of(inner);
        shape.groups = Raster::of(groups);
        return shape;
    }
};

// All of a level: of `least` sides, and with one more on some of the axes. Each has its number.
inline constexpr std::uint32_t shapes_of_level = 1U << max_axes;

constexpr Sides least_sides(const Sides& side, int axes, std::uint32_t lattice) {
    Sides least;
    for (int axis = 0; axis < axes; ++axis)
        least.of[axis] = static_cast<std::uint16_t>(side.of[axis] / lattice);
    return least;
}
MARIANI_HOST_DEVICE constexpr std::uint32_t shape_number(const Sides& side, const Sides& least) {
    std::uint32_t number = 0;
    for (int axis = 0; axis < max_axes; ++axis)
        number |= (side.of[axis] != least.of[axis] ? 1U : 0U) << axis;
    return number;
}
inline std::vector<Shape> shapes_of(const Sides& least, int axes, int walls) {
    std::vector<Shape> shapes(shapes_of_level);
    for (std::uint32_t number = 0; number < (1U << axes); ++number) {
        Sides side = least;
        for (int axis = 0; axis < axes; ++axis)
            side.of[axis] = static_cast<std::uint16_t>(side.of[axis] + (number >> axis & 1U));
        shapes[number] = Shape::of(side, walls);
    }
    return shapes;
}

// The places of the border's voxels, from a region's first one on, of all shapes one after the
// other: where a look is faster than the divisions that number them. Each shape has as many as the
// most of them; nothing if they do not fit.
using BorderPlace = std::array<std::uint8_t, max_axes>;
inline std::vector<BorderPlace> border_places(const std::vector<Shape>& shapes,
                                              std::uint32_t most_border) {
    constexpr std::uint32_t most = 1U << 17;
    std::vector<BorderPlace> places;
    const auto is_long = [](const Shape& shape) {
        return std::ranges::any_of(shape.all.side,
                                   [](const Divisor& side) { return side.value() > 256; });
    };
    if (most_border > most || std::ranges::any_of(shapes, is_long)) return places;
    places.resize(shapes.size() * most_border);
    for (std::size_t number = 0; number < shapes.size(); ++number) {
        const Shell<Divisor>& border = shapes[number].border;
        if (border.count() > most_border) continue;  // no region has this shape
        for (std::uint32_t t = 0; t < border.count(); ++t) {
            const Voxel voxel = border.voxel(t);
            for (std::size_t axis = 0; axis < max_axes; ++axis)
                places[number * most_border + t][axis] = static_cast<std::uint8_t>(voxel.at[axis]);
        }
    }
    return places;
}

using Count = unsigned long long;  // what CUDA's 64-bit atomics take

inline constexpr int max_levels = 12;  // a lattice is at most 2048 and doubles with each level

// One address would be fought for by all blocks.
inline constexpr int iterated_counters = 1024;

// The number of Outcomes that a region can have.
inline constexpr int outcomes = 3;
inline constexpr std::uint8_t no_region = outcomes;  // of an entry without voxels

// What host and device tell each other about a run: one block of device memory.
struct Control {
    unsigned stop;                 // set by the host: give up the run
    unsigned arrived[max_levels];  // subdivided regions, in order of arrival
    unsigned chosen[max_levels];   // regions that are examined
    unsigned tickets;              // of the launches that the pool had room for, each has its own
    mariani::cuda::LaunchPool pool;
    Count records;  // of DP's regions
    Count tally[max_levels][outcomes];
    Count iterated[iterated_counters];  // voxels: the sum
};

using mariani::cuda::Stream;

// Dwells of 16 or 32 bits. One that is not known has all bits set, and is read as ~0.
struct DwellStore {
    void* dwells = nullptr;
    bool wide = false;
};

struct RunMemory {
    DwellStore volume;
    void* traps = nullptr;  // traps_bytes()
    Control* control = nullptr;
    Twins twins;
    std::uint8_t* cells = nullptr;  // with twins: what becomes of each cell of a level
};

// What is left to do of a region once its border has been judged.
enum class Rest : std::uint8_t { none, fill, iterate };

// A level's list, and what becomes of its regions. Of twins the first alone is chosen to be
// examined: `boxes`, `entries`, `cells` and `rests` are of those that are chosen.
struct LevelMemory {
    const std::uint32_t* words = nullptr;
    Index count = 0;
    Index most_chosen = 0;
    const unsigned* chosen = nullptr;  // how many they are
    int level = 0;
    bool last = false;
    const Shape* shapes = nullptr;     // shapes_of_level
    const uchar4* borders = nullptr;   // of each shape, border_places(); or nothing
    Sides least;                       // sides of its regions
    std::uint32_t most_border = 0;     // voxels of a region's border
    uint4* boxes = nullptr;            // a Box each
    std::uint32_t* entries = nullptr;  // their places in the list
    std::uint8_t* outcomes = nullptr;
    Rest* rests = nullptr;
    // A subdivided region's place among them; before launch_ranks(), in no order of arrival, 1 if
    // subdivided, else 0.
    std::uint32_t* ranks = nullptr;
};

// What later launches read of each c, which all voxels above it share.
void launch_traps(const Plan& plan, const RunMemory& memory, const Stream& stream);

// Ex: every voxel.
void launch_all(const Plan& plan, const RunMemory& memory, const Stream& stream);

// ASK: the regions of a list.
void launch_level(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                  const Stream& stream);
// What precedes and follows: first_list() writes all of the first level, boxes() what its entries
// are, and tally() counts the outcomes and ranks them.
void launch_first_list(const Code& code, std::uint32_t* words, Index count, const Stream& stream);
void launch_boxes(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                  const Stream& stream);
void launch_tally(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                  const Stream& stream);
void launch_children(const Code& code, const LevelMemory& level, std::uint32_t* words,
                     const Stream& stream);
// By a scan, in their own place. `scratch` grows as needed.
void launch_ranks(const LevelMemory& level, mariani::cuda::DeviceMemory& scratch,
                  const Stream& stream);
void launch_sort(const Code& code, std::uint32_t* words, Index count,
                 mariani::cuda::DeviceMemory& scratch, const Stream& stream);

// At last, from the first of twins to all.
void launch_twins(const Plan& plan, const RunMemory& memory, const Stream& stream);

// DP's one launch, which begins all others on the device: most_launches() at most.
struct DpMemory {
    RegionRecord* records = nullptr;
    unsigned* done_blocks = nullptr;  // of each launch, by its ticket; 0 between runs
};
void launch_dp(const Plan& plan, const RunMemory& memory, const DpMemory& dp, const Stream& stream);

// Surface: the fronts in a level's regions, once the borders of all levels are known; at last the
// rows of what no front reached. `bits`, front_bytes() of them, tell what is known of the regions.
void launch_fronts(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                   std::uint32_t* bits, const Stream& stream);
void launch_fill_rows(const Plan& plan, const RunMemory& memory, const Stream& stream);

}  // namespace mariani::volume::cuda
