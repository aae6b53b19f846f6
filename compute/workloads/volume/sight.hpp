// What is seen of a volume from outside: rays through its first three axes to the first solid
// voxel, stepping over all of a region in which there is none. The one source for every backend.
#pragma once

#include "compute/model/geometry.hpp"
#include "compute/workloads/volume/box.hpp"
#include "compute/workloads/volume/lattice.hpp"
#include "compute/workloads/volume/plan.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mariani::volume {

inline constexpr int space_axes = 3;

// In voxels, from the corner of the first one.
struct Place {
    float at[space_axes]{};
    bool operator==(const Place&) const = default;
};

// A pinhole camera: the ray of a pixel has depth 1 along `forward` where it has gone once.
struct Camera {
    Place eye;
    Place forward;      // of length 1
    Place right, down;  // from pixel to pixel, at depth 1
    ImageSize size;
    bool operator==(const Camera&) const = default;

    // Through the middle of a pixel.
    MARIANI_HOST_DEVICE Place ray(int x, int y) const {
        const float across = static_cast<float>(x) + 0.5f - 0.5f * static_cast<float>(size.width);
        const float below = static_cast<float>(y) + 0.5f - 0.5f * static_cast<float>(size.height);
        Place along;
        for (int axis = 0; axis < space_axes; ++axis)
            along.at[axis] = forward.at[axis] + across * right.at[axis] + below * down.at[axis];
        return along;
    }
};

struct Look {
    Camera camera;
    std::uint32_t solid = 0;  // the least dwell of what is seen
    int section = 0;          // of four axes the voxel at which the last is held
    bool operator==(const Look&) const = default;
};

// What a pixel sees. A surface's normal is that of the dwells up to `solid`, 127 long; where the
// volume itself ends, that of its side.
struct Sight {
    float depth = -1;         // in voxels; below 0: nothing is seen
    std::uint32_t dwell = 0;  // in front of the surface; where the volume ends, behind it
    std::int8_t normal[space_axes]{};
    bool operator==(const Sight&) const = default;
};

// A lattice's cells in the first three axes.
struct Cells {
    std::uint32_t lattice = 1;
    // For each axis the cell of each voxel, then where each cell begins, and the last one ends.
    const std::uint16_t* table = nullptr;
    std::uint8_t* solid = nullptr;  // whether a cell has a solid voxel; x fastest

    MARIANI_HOST_DEVICE std::size_t number(const Cell& cell) const {
        return (static_cast<std::size_t>(cell.at[2]) * lattice + cell.at[1]) * lattice + cell.at[0];
    }
    MARIANI_HOST_DEVICE Cell of(const Sides& side, const Voxel& voxel) const {
        Cell cell;
        const std::uint16_t* row = table;
        for (int axis = 0; axis < space_axes; ++axis) {
            cell.at[axis] = row[voxel.at[axis]];
            row += side.of[axis] + lattice + 1;
        }
        return cell;
    }
    MARIANI_HOST_DEVICE Box box(const Sides& side, const Cell& cell) const {
        Box box;
        const std::uint16_t* row = table;
        for (int axis = 0; axis < space_axes; ++axis) {
            const std::uint16_t* const begin = row + side.of[axis] + cell.at[axis];
            box.begin.at[axis] = static_cast<std::int16_t>(begin[0]);
            box.side.of[axis] = static_cast<std::uint16_t>(begin[1] - begin[0]);
            row += side.of[axis] + lattice + 1;
        }
        return box;
    }
};
std::vector<std::uint16_t> cell_table(const Sides& side, std::uint32_t lattice);

// The lattices by which rays step: those of a plan's first and last regions.
struct SteppedLattices {
    std::uint32_t first = 1, last = 1;
};
SteppedLattices stepped_lattices(const Plan& plan);

// Three axes of a volume, as rays see them. Dwell: std::uint16_t or std::uint32_t.
template <typename Dwell>
struct Section {
    const Dwell* dwells;  // x fastest
    Sides side;
    std::uint32_t solid;
    Cells first, last;

    MARIANI_HOST_DEVICE std::uint32_t dwell(const Voxel& voxel) const {
        return dwells[index_of(side, voxel)];
    }

    // From `eye`, which may lie anywhere.
    MARIANI_HOST_DEVICE Sight sight(const Place& eye, const Place& along) const {
        float depth = 0, end = 1e30f;
        // How much deeper the ray is a voxel on, and added to the depth of a border: along an axis
        // that the ray is across it never comes to one. No step divides or asks.
        float pace[space_axes]{}, never[space_axes]{};
        bool up[space_axes];
        int through = -1;  // the axis of the side by which the ray came into the voxel
        for (int axis = 0; axis < space_axes; ++axis) {
            const float length = side.of[axis], from = eye.at[axis], step = along.at[axis];
            up[axis] = step > 0;
            if (step == 0) {
                if (from < 0 || from >= length) return {};
                never[axis] = 1e30f;
                continue;
            }
            pace[axis] = 1 / step;
            const float in = ((up[axis] ? 0 : length) - from) * pace[axis];
            const float out = ((up[axis] ? length : 0) - from) * pace[axis];
            if (in > depth) {
                depth = in;
                through = axis;
            }
            end = out < end ? out : end;
        }
        if (!(depth < end)) return {};
        Voxel voxel{};
        for (int axis = 0; axis < space_axes; ++axis)
            voxel.at[axis] = passed(eye, along, depth, axis, 0, side.of[axis] - 1);
        if (through >= 0)
            voxel.at[through] = static_cast<std::int16_t>(up[through] ? 0 : side.of[through] - 1);
        for (bool outermost = true;; outermost = false) {
            Box box;
            if (!empty_around(voxel, box))
                return surface(eye, along, depth, voxel, through, outermost);
            float out = 1e30f;
            for (int axis = 0; axis < space_axes; ++axis) {
                const int border = box.begin.at[axis] + (up[axis] ? box.side.of[axis] : 0);
                const float at =
                    (static_cast<float>(border) - eye.at[axis]) * pace[axis] + never[axis];
                through = at < out ? axis : through;
                out = at < out ? at : out;
            }
            depth = out > depth ? out : depth;
            for (int axis = 0; axis < space_axes; ++axis)
                voxel.at[axis] = passed(eye, along, depth, axis, box.begin.at[axis],
                                        box.begin.at[axis] + box.side.of[axis] - 1);
            const int next = box.begin.at[through] + (up[through] ? box.side.of[through] : -1);
            if (next < 0 || next >= side.of[through]) return {};
            voxel.at[through] = static_cast<std::int16_t>(next);
        }
    }

  private:
    // The voxel of an axis at a depth, within limits: sums are rounded.
    MARIANI_HOST_DEVICE static std::int16_t passed(const Place& eye, const Place& along,
                                                   float depth, int axis, int least, int most) {
        const float at = eye.at[axis] + depth * along.at[axis];
        const float not_below = at > static_cast<float>(least) ? at : static_cast<float>(least);
        const float within =
            not_below < static_cast<float>(most) ? not_below : static_cast<float>(most);
        return static_cast<std::int16_t>(static_cast<int>(within));
    }

    // The largest box around a voxel in which nothing is solid; false if it is solid itself.
    MARIANI_HOST_DEVICE bool empty_around(const Voxel& voxel, Box& box) const {
        for (const Cells* cells : {&first, &last}) {
            const Cell cell = cells->of(side, voxel);
            if (cells->solid[cells->number(cell)] != 0) continue;
            box = cells->box(side, cell);
            return true;
        }
        box.begin = voxel;
        return dwell(voxel) < solid;
    }

    MARIANI_HOST_DEVICE Sight surface(const Place& eye, const Place& along, float depth,
                                      const Voxel& voxel, int through, bool outermost) const {
        Sight sight;
        sight.depth = depth;
        Voxel before = voxel;
        if (through >= 0) {
            const bool up = along.at[through] > 0;
            sight.normal[through] = up ? -127 : 127;
            if (!outermost)
                before.at[through] = static_cast<std::int16_t>(voxel.at[through] + (up ? -1 : 1));
        }
        sight.dwell = dwell(before);
        if (outermost) return sight;
        float slope[space_axes], square = 0;
        for (int axis = 0; axis < space_axes; ++axis) {
            Place low, high;
            for (int other = 0; other < space_axes; ++other) {
                const float at = eye.at[other] + depth * along.at[other];
                low.at[other] = other == axis ? at - 1 : at;
                high.at[other] = other == axis ? at + 1 : at;
            }
            slope[axis] = solidity(low) - solidity(high);
            square += slope[axis] * slope[axis];
        }
        if (!(square > 0)) return sight;
        const float scale = 127 / std::sqrt(square);
        for (int axis = 0; axis < space_axes; ++axis)
            sight.normal[axis] = static_cast<std::int8_t>(std::floor(slope[axis] * scale + 0.5f));
        return sight;
    }

    // The dwell up to `solid`, between the middles of voxels.
    MARIANI_HOST_DEVICE float solidity(const Place& place) const {
        int low[space_axes], high[space_axes];
        float share[space_axes];
        for (int axis = 0; axis < space_axes; ++axis) {
            const float at = place.at[axis] - 0.5f, floor = std::floor(at);
            const int most = side.of[axis] - 1;
            low[axis] = clamped(static_cast<int>(floor), most);
            high[axis] = clamped(static_cast<int>(floor) + 1, most);
            share[axis] = at - floor;
        }
        float sum = 0;
        for (int corner = 0; corner < 1 << space_axes; ++corner) {
            Voxel voxel{};
            float weight = 1;
            for (int axis = 0; axis < space_axes; ++axis) {
                const bool up = (corner >> axis & 1) != 0;
                voxel.at[axis] = static_cast<std::int16_t>(up ? high[axis] : low[axis]);
                weight = weight * (up ? share[axis] : 1 - share[axis]);
            }
            const std::uint32_t found = dwell(voxel);
            sum += weight * static_cast<float>(found < solid ? found : solid);
        }
        return sum;
    }
    MARIANI_HOST_DEVICE static int clamped(int at, int most) {
        return at < 0 ? 0 : at > most ? most : at;
    }
};

}  // namespace mariani::volume
