// Follows the surfaces on which the dwell changes. A voxel that is known, beside a known one with
// another dwell, gets all of its neighbours known; that goes on until there is no such pair left
// to look at. What no front reached has the dwell around it. The result does not depend on the
// order in which fronts grow.
#pragma once

#include "compute/cpu/memory.hpp"
#include "compute/workloads/volume/cpu/levels.hpp"

namespace mariani::volume::cpu {

// A bit for each voxel, set by any thread.
class VoxelSet {
  public:
    explicit VoxelSet(Index voxels) : words_(static_cast<std::size_t>((voxels + 31) / 32)) {}

    // Whether it was not there.
    bool insert(Index voxel) {
        const std::uint32_t bit = std::uint32_t{1} << (voxel % 32);
        const std::atomic_ref word(words_[static_cast<std::size_t>(voxel / 32)]);
        if ((word.load(std::memory_order_relaxed) & bit) != 0) return false;
        return (word.fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
    }

  private:
    mariani::cpu::LargeArray<std::uint32_t> words_;
};

template <typename Dwell>
class Surface {
  public:
    // The borders of all regions are known.
    Surface(const Canvas<Dwell>& canvas, ThreadPool& pool)
        : canvas_(canvas),
          pool_(pool),
          crossed_(voxel_count(canvas.plan.side)),
          claimed_(voxel_count(canvas.plan.side)) {}

    // False when a stop cut it short.
    bool run() {
        std::vector<Voxel> crossed = cross_all();
        while (!crossed.empty() && !canvas_.stop.stop_requested()) {
            const std::vector<Voxel> found = gather(crossed, [&](const Voxel& voxel, auto& to) {
                for_each_neighbour(voxel, [&](const Voxel& beside) {
                    if (*canvas_.at(beside) == unknown<Dwell> && claimed_.insert(index(beside)))
                        to.push_back(beside);
                });
            });
            iterate(found);
            if (canvas_.stop.stop_requested()) return false;
            crossed = gather(found, [&](const Voxel& voxel, auto& to) { cross(voxel, to); });
        }
        if (!canvas_.stop.stop_requested()) fill_rows();
        return !canvas_.stop.stop_requested();
    }

  private:
    Index index(const Voxel& voxel) const { return index_of(canvas_.plan.side, voxel); }

    template <typename Use>
    void for_each_neighbour(const Voxel& voxel, const Use& use) const {
        for (int axis = 0; axis < canvas_.plan.axes; ++axis)
            for (const int step : {-1, 1}) {
                Voxel beside = voxel;
                beside.at[axis] = static_cast<std::int16_t>(beside.at[axis] + step);
                if (beside.at[axis] >= 0 && beside.at[axis] < canvas_.plan.side.of[axis])
                    use(beside);
            }
    }

    // A known voxel's pairs with known neighbours of another dwell.
    void cross(const Voxel& voxel, std::vector<Voxel>& to) {
        const Dwell dwell = *canvas_.at(voxel);
        for_each_neighbour(voxel, [&](const Voxel& beside) {
            const Dwell other = *canvas_.at(beside);
            if (other == unknown<Dwell> || other == dwell) return;
            for (const Voxel& each : {voxel, beside})
                if (crossed_.insert(index(each))) to.push_back(each);
        });
    }

    std::vector<Voxel> cross_all() {
        const Sides& side = canvas_.plan.side;
        const Box all{{}, side};
        return collect(voxel_count(side) / side.of[0], side.of[0], [&](Index row, auto& to) {
            Voxel voxel = voxel_of(all, static_cast<std::uint64_t>(row * side.of[0]));
            for (int x = 0; x < side.of[0]; ++x, ++voxel.at[0])
                if (*canvas_.at(voxel) != unknown<Dwell>) cross(voxel, to);
        });
    }

    // What use(voxel, to) appends for each of the voxels.
    template <typename Use>
    std::vector<Voxel> gather(const std::vector<Voxel>& voxels, const Use& use) {
        return collect(static_cast<Index>(voxels.size()), 1,
                       [&](Index i, auto& to) { use(voxels[static_cast<std::size_t>(i)], to); });
    }

    // What use(i, to) appends for each i below count; `cost` is that of one i, in voxels.
    template <typename Use>
    std::vector<Voxel> collect(Index count, Index cost, const Use& use) {
        const Index chunk = std::max<Index>(1, piece_voxels / cost);
        std::vector<std::vector<Voxel>> lists(static_cast<std::size_t>(pool_.threads()));
        pool_.for_each((count + chunk - 1) / chunk, canvas_.stop, [&](Index part) {
            auto& list = lists[static_cast<std::size_t>(ThreadPool::slot())];
            for (Index i = part * chunk; i < std::min(count, (part + 1) * chunk); ++i) use(i, list);
        });
        std::vector<Voxel> all;
        for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
        return all;
    }

    void iterate(const std::vector<Voxel>& voxels) {
        const auto count = static_cast<Index>(voxels.size());
        pool_.for_each((count + piece_voxels - 1) / piece_voxels, [&](Index part) {
            VoxelQueue<Dwell> queue(canvas_);
            const Index end = std::min(count, (part + 1) * piece_voxels);
            for (Index i = part * piece_voxels; i < end; ++i)
                queue.put(voxels[static_cast<std::size_t>(i)]);
            if (!canvas_.stop.stop_requested()) queue.iterate();
        });
    }

    // The first voxel of a row lies on a region's border.
    void fill_rows() {
        const Index length = canvas_.plan.side.of[0];
        const Index rows = voxel_count(canvas_.plan.side) / length;
        const Index chunk = std::max<Index>(1, piece_voxels / length);
        pool_.for_each((rows + chunk - 1) / chunk, canvas_.stop, [&](Index part) {
            for (Index row = part * chunk; row < std::min(rows, (part + 1) * chunk); ++row) {
                Dwell* const at = canvas_.dwells + row * length;
                for (Index x = 1; x < length; ++x)
                    if (at[x] == unknown<Dwell>) at[x] = at[x - 1];
            }
        });
    }

    const Canvas<Dwell>& canvas_;
    ThreadPool& pool_;
    VoxelSet crossed_;
    VoxelSet claimed_;
};

}  // namespace mariani::volume::cpu
