#include "app/workloads/volume/planes.hpp"

#include "app/workloads/volume/text.hpp"

#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using volume::Box;
using volume::Plan;
using volume::Plane;
using volume::Voxel;

void check_cut(const Plan& plan, const VolumeCut& cut) {
    for (int axis = 0; axis < volume::max_axes; ++axis) {
        const auto at = cut[static_cast<std::size_t>(axis)];
        if (!at) continue;
        if (axis >= plan.axes)
            throw std::invalid_argument(
                fmt::format("there is no axis {} with k {}: take one of x "
                            "to {}",
                            axis_name(axis), plan.axes, axis_name(plan.axes - 1)));
        if (*at < 0 || *at >= plan.side.of[axis])
            throw std::invalid_argument(fmt::format("{} is {}: it must be a voxel from 0 to {}",
                                                    axis_name(axis), *at, plan.side.of[axis] - 1));
    }
}

bool contains(const Box& box, const Voxel& at, int axis) {
    const int from = at.at[axis] - box.begin.at[axis];
    return from >= 0 && from < box.side.of[axis];
}

Plane plane(int across, int down, const Voxel& at) {
    Plane plane{across, down, at};
    plane.at.at[across] = plane.at.at[down] = 0;
    return plane;
}

std::vector<Plane> three_planes(const std::vector<int>& axes, const Voxel& at) {
    return {plane(axes[0], axes[1], at), plane(axes[2], axes[1], at), plane(axes[0], axes[2], at)};
}

}  // namespace

std::vector<Plane> planes_of(const Plan& plan, const VolumeCut& cut) {
    check_cut(plan, cut);
    std::vector<int> left;
    Voxel at{};
    for (int axis = 0; axis < plan.axes; ++axis) {
        const auto held = cut[static_cast<std::size_t>(axis)];
        at.at[axis] = static_cast<std::int16_t>(held.value_or(plan.side.of[axis] / 2));
        if (!held) left.push_back(axis);
    }
    if (left.size() < 2)
        throw std::invalid_argument("a slice leaves less than two axes: leave two of them free");
    if (left.size() == 2) return {plane(left[0], left[1], at)};
    return three_planes(left, at);
}

std::vector<Plane> planes_through(const Plan& plan, const Voxel& at) {
    if (plan.axes == 2) return {plane(0, 1, at)};
    return three_planes({0, 1, 2}, at);
}

std::vector<Region> regions_of(const Plan& plan, const std::vector<volume::RegionRecord>& records,
                               const Plane& plane) {
    std::vector<Region> regions;
    const volume::Code code = volume::code_of(plan);
    std::uint32_t lattice = 0;
    int level = -1;
    for (const volume::RegionRecord& record : records) {
        if (record.level != level) lattice = code.lattice(level = record.level);
        const Box box = volume::box_of(plan.side, plan.axes, lattice, record.cell);
        bool cut = true;
        for (int axis = 0; axis < plan.axes; ++axis)
            cut = cut &&
                  (axis == plane.across || axis == plane.down || contains(box, plane.at, axis));
        if (!cut) continue;
        Region region;
        region.rect = {box.begin.at[plane.across], box.begin.at[plane.down],
                       box.side.of[plane.across], box.side.of[plane.down]};
        region.level = record.level;
        region.outcome = record.outcome;
        regions.push_back(region);
    }
    return regions;
}

}  // namespace mariani::app
