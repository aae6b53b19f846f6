// The volume that is being computed, and what becomes of the regions in it.
#pragma once

#include "compute/model/region.hpp"
#include "compute/workloads/volume/box.hpp"
#include "compute/workloads/volume/cpu/voxel_iterator.hpp"
#include "compute/workloads/volume/orbits.hpp"
#include "compute/workloads/volume/runner.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <span>
#include <vector>

namespace mariani::volume::cpu {

// Calls use(first voxel, ends the walls) for each row of the box along x; the second tells whether
// all of the row lies on the border.
template <typename Use>
void for_each_row(const Box& box, int walls, const Use& use) {
    const auto at_end = [&](int axis, int at) {
        return axis < walls && (at == 0 || at == box.side.of[axis] - 1);
    };
    Voxel row = box.begin;
    for (int u = 0; u < box.side.of[3]; ++u)
        for (int z = 0; z < box.side.of[2]; ++z)
            for (int y = 0; y < box.side.of[1]; ++y) {
                row.at[1] = static_cast<std::int16_t>(box.begin.at[1] + y);
                row.at[2] = static_cast<std::int16_t>(box.begin.at[2] + z);
                row.at[3] = static_cast<std::int16_t>(box.begin.at[3] + u);
                use(row, at_end(1, y) || at_end(2, z) || at_end(3, u));
            }
}

// Calls use(first voxel, count) for each stretch of the border along x.
template <typename Use>
void for_each_border_row(const Box& box, int walls, const Use& use) {
    const int side = box.side.of[0];
    for_each_row(box, walls, [&](Voxel row, bool whole) {
        if (whole || side <= 2) return use(row, side);
        use(row, 1);
        row.at[0] = static_cast<std::int16_t>(row.at[0] + side - 1);
        use(row, 1);
    });
}

// Dwell: std::uint16_t or std::uint32_t.
template <typename Dwell>
struct Canvas {
    const Plan& plan;
    const VoxelIterator& iterator;
    const std::stop_token& stop;
    Progress& progress;
    std::atomic<Index>& iterated;  // voxels
    Dwell* dwells;

    Dwell* at(const Voxel& voxel) const { return dwells + index_of(plan.side, voxel); }
};

// A thread's voxels that wait to be iterated together.
template <typename Dwell>
class VoxelQueue {
  public:
    explicit VoxelQueue(const Canvas<Dwell>& canvas) : canvas_(canvas) {}

    void put(const Voxel& voxel) { voxels_.push_back(voxel); }
    void put_unknown(Voxel voxel, int count) {
        const Dwell* const row = canvas_.at(voxel);
        for (int i = 0; i < count; ++i, ++voxel.at[0])
            if (row[i] == unknown<Dwell>) voxels_.push_back(voxel);
    }

    // False when a stop cut it short.
    bool iterate() {
        dwells_.resize(voxels_.size());
        if (!canvas_.iterator.iterate(voxels_, dwells_, canvas_.stop)) return false;
        for (std::size_t i = 0; i < voxels_.size(); ++i)
            *canvas_.at(voxels_[i]) = static_cast<Dwell>(dwells_[i]);
        canvas_.iterated += static_cast<Index>(voxels_.size());
        voxels_.clear();
        return true;
    }

  private:
    const Canvas<Dwell>& canvas_;
    std::vector<Voxel> voxels_;
    std::vector<std::uint32_t> dwells_;
};

// The dwell of a border that has but one; nullopt of any other.
template <typename Dwell>
std::optional<Dwell> border_dwell(const Canvas<Dwell>& canvas, const Box& box) {
    const Dwell first = *canvas.at(box.begin);
    bool one = true;
    for_each_border_row(box, walls_of(canvas.plan), [&](const Voxel& row, int count) {
        const Dwell* const at = canvas.at(row);
        for (int i = 0; i < count; ++i) one &= at[i] == first;
    });
    return one ? std::optional(first) : std::nullopt;
}

// What becomes of a region whose border is known. A leaf of `by_surface` is left to the fronts, but
// for one that no front would reach.
struct Verdict {
    Outcome outcome = Outcome::leaf;
    bool iterates = false;  // the whole of it
    std::uint32_t dwell = 0;
};
template <typename Dwell>
Verdict judge(const Canvas<Dwell>& canvas, const Box& box, bool last, bool by_surface) {
    const auto dwell = border_dwell(canvas, box);
    if (dwell && canvas.iterator.fills(*dwell, box)) return {Outcome::filled, false, *dwell};
    if (!last) return {Outcome::subdivided};
    return {Outcome::leaf, !by_surface || dwell.has_value()};
}

template <typename Dwell>
void fill(const Canvas<Dwell>& canvas, const Box& box, std::uint32_t dwell) {
    for_each_row(box, 0, [&](const Voxel& row, bool) {
        std::fill_n(canvas.at(row), box.side.of[0], static_cast<Dwell>(dwell));
    });
}

// A level of the subdivision, as its regions are decided.
struct LevelWork {
    bool last = false;        // its regions are not subdivided any more
    bool by_surface = false;  // nothing is filled before the fronts are done
};

// Computes regions, each with all of its voxels but for the subdivided; false if stopped. Their
// voxels are iterated together, so that vectors are full. Boxes without voxels are passed over.
template <typename Dwell>
bool compute_regions(const Canvas<Dwell>& canvas, std::span<const Box> boxes, LevelWork work,
                     std::span<Outcome> outcomes) {
    VoxelQueue<Dwell> queue(canvas);
    const int walls = walls_of(canvas.plan);
    for (const Box& box : boxes)
        if (voxel_count(box.side) > 0)
            for_each_border_row(
                box, walls, [&](const Voxel& row, int count) { queue.put_unknown(row, count); });
    if (!queue.iterate()) return false;
    Index done = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Box& box = boxes[i];
        if (voxel_count(box.side) == 0) continue;
        const Verdict verdict = judge(canvas, box, work.last, work.by_surface);
        outcomes[i] = verdict.outcome;
        if (verdict.outcome != Outcome::subdivided) done += voxel_count(box.side);
        if (verdict.outcome == Outcome::filled && !work.by_surface)
            fill(canvas, box, verdict.dwell);
        if (verdict.iterates)
            for_each_row(box, 0,
                         [&](const Voxel& row, bool) { queue.put_unknown(row, box.side.of[0]); });
    }
    canvas.progress.voxels_done += done;
    return queue.iterate();
}

}  // namespace mariani::volume::cpu
