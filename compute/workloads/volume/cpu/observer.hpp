// What a camera sees of a volume in the processor's memory.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/workloads/volume/paint.hpp"
#include "compute/workloads/volume/sight.hpp"

#include <algorithm>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace mariani::volume::cpu {

using mariani::cpu::ThreadPool;

// Remembers where something solid is. Dwell: std::uint16_t or std::uint32_t.
template <typename Dwell>
class Observer {
  public:
    explicit Observer(const Plan& plan) : side_(plan.side) {
        const auto [first, last] = stepped_lattices(plan);
        side_.of[max_axes - 1] = 1;
        first_ = Lattice(side_, first);
        last_ = Lattice(side_, last);
    }

    // The volume is another one.
    void forget() { known_.reset(); }

    // Row by row; nothing if stopped. `dwells`: of all the volume.
    std::optional<std::vector<Sight>> look(const Dwell* dwells, const Look& look, ThreadPool& pool,
                                           const std::stop_token& stop) {
        std::vector<Sight> sights(static_cast<std::size_t>(pixel_count(look.camera.size)));
        const bool done = see(dwells, look, pool, stop,
                              [&](std::size_t at, const Sight& sight) { sights[at] = sight; });
        if (!done) return std::nullopt;
        return sights;
    }
    std::optional<PaintedSpace> paint(const Dwell* dwells, const Look& look, const Scenery& scenery,
                                      DwellColours colours, ThreadPool& pool,
                                      const std::stop_token& stop) {
        PaintedSpace painted(look.camera.size);
        const bool done = see(dwells, look, pool, stop, [&](std::size_t at, const Sight& sight) {
            scenery.paint(sight, colours.data(), &painted.rgb[3 * at], painted.depths[at]);
        });
        if (!done) return std::nullopt;
        return painted;
    }

  private:
    // Calls take(pixel, sight) for all of a picture. False if stopped.
    template <typename Take>
    bool see(const Dwell* dwells, const Look& look, ThreadPool& pool, const std::stop_token& stop,
             const Take& take) {
        const Section<Dwell> section{dwells + voxel_count(side_) * look.section, side_, look.solid,
                                     first_.cells(), last_.cells()};
        const std::pair wanted(look.solid, look.section);
        if (known_ != wanted) find_solid(section, pool, stop);
        if (stop.stop_requested()) return false;
        known_ = wanted;
        const int width = look.camera.size.width;
        pool.for_each(look.camera.size.height, stop, [&](std::int64_t row) {
            const int y = static_cast<int>(row);
            for (int x = 0; x < width; ++x)
                take(static_cast<std::size_t>(row * width + x),
                     section.sight(look.camera.eye, look.camera.ray(x, y)));
        });
        return !stop.stop_requested();
    }

    struct Lattice {
        Lattice() = default;
        Lattice(const Sides& side, std::uint32_t count)
            : lattice(count),
              table(cell_table(side, count)),
              solid(static_cast<std::size_t>(power(count, space_axes))) {}

        Cells cells() { return {lattice, table.data(), solid.data()}; }

        std::uint32_t lattice = 1;
        std::vector<std::uint16_t> table;
        std::vector<std::uint8_t> solid;
    };

    // A task a layer of cells, in which no other one writes; the first lattice's layers are whole
    // layers of the last.
    void find_solid(const Section<Dwell>& section, ThreadPool& pool, const std::stop_token& stop) {
        known_.reset();
        std::ranges::fill(first_.solid, std::uint8_t{0});
        std::ranges::fill(last_.solid, std::uint8_t{0});
        pool.for_each(first_.lattice, stop, [&](std::int64_t layer) {
            const Cell corner{{0, 0, static_cast<std::uint16_t>(layer)}};
            const Box box = section.first.box(side_, corner);
            for (int z = 0; z < box.side.of[2] && !stop.stop_requested(); ++z)
                for (int y = 0; y < side_.of[1]; ++y)
                    find_solid(section, {{0, static_cast<std::int16_t>(y),
                                          static_cast<std::int16_t>(box.begin.at[2] + z), 0}});
        });
    }
    // In a row.
    void find_solid(const Section<Dwell>& section, Voxel voxel) {
        const Dwell* const row = section.dwells + index_of(side_, voxel);
        for (int x = 0; x < side_.of[0]; ++x) {
            if (row[x] < section.solid) continue;
            voxel.at[0] = static_cast<std::int16_t>(x);
            for (const Cells* cells : {&section.first, &section.last})
                cells->solid[cells->number(cells->of(side_, voxel))] = 1;
        }
    }

    Sides side_;  // of three axes
    Lattice first_, last_;
    std::optional<std::pair<std::uint32_t, int>> known_;
};

}  // namespace mariani::volume::cpu
