// ASK: the subdivision level by level, from a list of the regions to decide.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/workloads/volume/codes.hpp"
#include "compute/workloads/volume/cpu/canvas.hpp"
#include "compute/workloads/volume/plan.hpp"

#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

namespace mariani::volume::cpu {

// A level's offset lookup table (OLT): the regions that it is to decide.
struct LevelList {
    int level = 0;
    Index count = 0;
    std::vector<std::uint32_t> words;

    std::int64_t bytes() const { return static_cast<std::int64_t>(words.size()) * 4; }
};

// All regions of the first lattice, in their encoding's order.
LevelList first_list(const Code& code);

// The children of those entries whose `rank` is not negative: entry e's at r^k * rank, so that the
// ranks make the order. Then sorted by value if asked for.
LevelList next_list(const Code& code, const LevelList& parents, const std::vector<Index>& rank,
                    Index subdivided, bool sorted);

using mariani::cpu::ThreadPool;

inline constexpr Index piece_voxels = 4096;  // of MBR and of rows, between looks at the stop token

// What a subdivision did.
struct Subdivision {
    std::vector<LevelStats> levels;
    std::vector<RegionRecord> regions;
    std::int64_t launches = 0;  // of DP
    std::int64_t failed_launches = 0;
    std::int64_t most_pending = 0;

    // The level's counters; levels are taken in any order.
    LevelStats& level(std::size_t number) {
        if (levels.size() <= number) levels.resize(number + 1);
        return levels[number];
    }
    void count(const RegionRecord& region) {
        LevelStats& stats = level(region.level);
        ++stats.regions;
        stats.filled += region.outcome == Outcome::filled ? 1 : 0;
        stats.subdivided += region.outcome == Outcome::subdivided ? 1 : 0;
        stats.leaves += region.outcome == Outcome::leaf ? 1 : 0;
        regions.push_back(region);
    }
};

template <typename Dwell>
class Levels {
  public:
    Levels(const Canvas<Dwell>& canvas, ThreadPool& pool, bool by_surface)
        : canvas_(canvas), pool_(pool), code_(code_of(canvas.plan)), by_surface_(by_surface) {}

    // False when a stop cut it short.
    bool run(Subdivision& done) {
        const Plan& plan = canvas_.plan;
        const int last = last_level(plan);
        LevelList list = first_list(code_);
        while (list.count > 0) {
            const Index iterated = canvas_.iterated;
            const auto begin_time = std::chrono::steady_clock::now();
            begin(list, list.level == last);
            const bool whole = plan.scheme == Scheme::mbr ? compute_in_pieces() : compute();
            if (!whole) return false;
            record(list, done);
            LevelList next;  // of the last level there is none
            if (list.level != last)
                next = next_list(code_, list, rank_, subdivided_, plan.order == Order::sorted);
            LevelStats& stats = done.level(static_cast<std::size_t>(list.level));
            stats.ms = mariani::cpu::ms_since(begin_time);
            stats.iterated = canvas_.iterated - iterated;
            list = std::move(next);
        }
        return true;
    }

  private:
    void begin(const LevelList& list, bool last) {
        const auto count = static_cast<std::size_t>(list.count);
        work_ = {last, by_surface_};
        boxes_.resize(count);
        outcomes_.assign(count, Outcome::leaf);
        rank_.assign(count, -1);
        subdivided_ = 0;
        const std::uint32_t lattice = code_.lattice(list.level);
        pool_.for_each((list.count + piece_voxels - 1) / piece_voxels, [&](Index piece) {
            const Index end = std::min((piece + 1) * piece_voxels, list.count);
            for (Index e = piece * piece_voxels; e < end; ++e)
                boxes_[static_cast<std::size_t>(e)] =
                    box_of(canvas_.plan.side, canvas_.plan.axes, lattice,
                           code_.decode(code_.load(list.words.data(), e), list.level));
        });
    }

    // SBR: a task has whole regions, as many as fill vectors.
    bool compute() {
        const Index border = border_count(boxes_.front().side, walls_of(canvas_.plan));
        const Index group = std::max<Index>(1, piece_voxels / std::max<Index>(1, border));
        const auto count = static_cast<Index>(boxes_.size());
        pool_.for_each((count + group - 1) / group, canvas_.stop, [&](Index part) {
            const auto first = static_cast<std::size_t>(part * group);
            const auto size = static_cast<std::size_t>(std::min(group, count - part * group));
            const std::span outcomes = std::span(outcomes_).subspan(first, size);
            if (compute_regions(canvas_, std::span<const Box>(boxes_).subspan(first, size), work_,
                                outcomes))
                take_ranks(first, outcomes);
        });
        return !canvas_.stop.stop_requested();
    }

    // MBR: a task has a piece of a region's border, or of its voxels.
    bool compute_in_pieces() {
        const int walls = walls_of(canvas_.plan);
        for_each_piece([&](const Box& box) { return border_count(box.side, walls); },
                       [&](std::size_t region, std::uint32_t t, VoxelQueue<Dwell>& queue) {
                           queue.put_unknown(border_voxel(boxes_[region], walls, t), 1);
                       });
        if (canvas_.stop.stop_requested()) return false;
        std::vector<Verdict> verdicts(boxes_.size());
        pool_.for_each(static_cast<Index>(boxes_.size()), [&](Index region) {
            const auto at = static_cast<std::size_t>(region);
            if (voxel_count(boxes_[at].side) == 0) return;
            verdicts[at] = judge(canvas_, boxes_[at], work_.last, by_surface_);
            outcomes_[at] = verdicts[at].outcome;
            take_ranks(at, std::span(outcomes_).subspan(at, 1));
        });
        const auto inside = [&](std::size_t region) {
            const Verdict& verdict = verdicts[region];
            return verdict.iterates || (verdict.outcome == Outcome::filled && !by_surface_);
        };
        for_each_piece(
            [&](const Box& box) {
                const auto region = static_cast<std::size_t>(&box - boxes_.data());
                return inside(region) ? static_cast<std::uint32_t>(voxel_count(box.side)) : 0U;
            },
            [&](std::size_t region, std::uint32_t t, VoxelQueue<Dwell>& queue) {
                const Voxel voxel = voxel_of(boxes_[region], t);
                if (verdicts[region].iterates)
                    queue.put_unknown(voxel, 1);
                else
                    *canvas_.at(voxel) = static_cast<Dwell>(verdicts[region].dwell);
            });
        return !canvas_.stop.stop_requested();
    }

    // Calls use(region, t, queue) for t from 0 to count(box) - 1 of each region, cut into pieces.
    template <typename Count, typename Use>
    void for_each_piece(const Count& count, const Use& use) {
        std::vector<std::pair<std::size_t, std::uint32_t>> pieces;
        for (std::size_t region = 0; region < boxes_.size(); ++region) {
            if (voxel_count(boxes_[region].side) == 0) continue;
            const std::uint32_t all = count(boxes_[region]);
            for (std::uint32_t t = 0; t < all; t += piece_voxels) pieces.emplace_back(region, t);
        }
        pool_.for_each(static_cast<Index>(pieces.size()), canvas_.stop, [&](Index piece) {
            const auto [region, begin] = pieces[static_cast<std::size_t>(piece)];
            const std::uint32_t all = count(boxes_[region]);
            VoxelQueue<Dwell> queue(canvas_);
            for (std::uint32_t t = begin; t < all && t < begin + piece_voxels; ++t)
                use(region, t, queue);
            queue.iterate();
        });
    }

    // By order of arrival a region's rank is how many were subdivided before; otherwise record()
    // gives them.
    void take_ranks(std::size_t first, std::span<const Outcome> outcomes) {
        if (canvas_.plan.order != Order::arrival) return;
        for (std::size_t i = 0; i < outcomes.size(); ++i)
            if (outcomes[i] == Outcome::subdivided)
                rank_[first + i] = std::atomic_ref(subdivided_).fetch_add(1);
    }

    void record(const LevelList& list, Subdivision& done) {
        const auto level = static_cast<std::uint8_t>(list.level);
        done.level(level).list_bytes = list.bytes();
        for (Index e = 0; e < list.count; ++e) {
            const auto at = static_cast<std::size_t>(e);
            if (voxel_count(boxes_[at].side) == 0) continue;
            const Cell cell = code_.decode(code_.load(list.words.data(), e), level);
            done.count({cell, level, outcomes_[at]});
            if (canvas_.plan.order != Order::arrival && outcomes_[at] == Outcome::subdivided)
                rank_[at] = subdivided_++;
        }
    }

    const Canvas<Dwell>& canvas_;
    ThreadPool& pool_;
    Code code_;
    bool by_surface_;
    LevelWork work_;
    std::vector<Box> boxes_;
    std::vector<Outcome> outcomes_;
    std::vector<Index> rank_;
    alignas(8) Index subdivided_ = 0;
};

}  // namespace mariani::volume::cpu
