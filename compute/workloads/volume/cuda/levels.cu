// Ex, and the regions of ASK's lists. The voxels of borders, and later those of leaves, are dealt
// out in pieces: whole regions to a block (SBR) or to a warp (WPR), or a region to several blocks
// (MBR). The borders are judged in between.
#include "compute/cuda/launch.hpp"
#include "compute/workloads/volume/cuda/lanes.cuh"

#include <algorithm>

namespace mariani::volume::cuda {
namespace {

using mariani::cuda::Grid;

constexpr int warps_of_block = block_threads / mariani::cuda::warp_lanes;
constexpr int warps_iterating = iterating_threads / mariani::cuda::warp_lanes;
constexpr int judging_threads = 512;          // of a block that has one border
constexpr std::uint32_t block_voxels = 4096;  // a block has at least, of small regions
constexpr std::uint32_t warp_voxels = 512;

constexpr Index ceil_div(Index value, Index by) {
    return (value + by - 1) / by;
}

// How `voxels` of each region of a level are dealt out: several pieces of a region, or several
// regions a piece.
struct Pieces {
    std::uint32_t voxels;
    std::uint32_t size;
    std::uint32_t of_region;
    std::uint32_t regions;
    Divisor divisor;  // by `voxels`, where there are several regions
    // What a warp takes at a time is a part of a region in a piece.
    std::uint32_t part = 0;
    Divisor parts{};  // of a region

    static Pieces of_size(std::uint32_t voxels, std::uint32_t size) {
        return Pieces{voxels, size, static_cast<std::uint32_t>(ceil_div(voxels, size)), 1,
                      Divisor(1)}
            .in_parts(std::min(voxels, size));
    }
    static Pieces of_regions(std::uint32_t voxels, std::uint32_t least) {
        const std::uint32_t regions = std::max(1U, least / std::max(1U, voxels));
        return Pieces{voxels, voxels * regions, 1, regions,
                      Divisor(regions > 1 ? std::max(1U, voxels) : 1U)}
            .in_parts(voxels);
    }
    // Cuts into whole rounds of a warp, nearly as large as one another.
    Pieces in_parts(std::uint32_t count) {
        constexpr Index most = 256;
        const Index least_parts = std::max<Index>(1, ceil_div(count, most));
        part = static_cast<std::uint32_t>(
            ceil_div(ceil_div(count, least_parts), mariani::cuda::warp_lanes) *
            mariani::cuda::warp_lanes);
        parts = Divisor(std::max<Index>(1, ceil_div(count, std::max(1U, part))));
        return *this;
    }
    Index count(Index all) const { return ceil_div(all, regions) * of_region; }
};

// A region's voxel, as items of a piece are numbered, and some of its voxels: `number` counts the
// regions that are examined.
struct Item {
    Index number;
    std::uint32_t t;
};
struct Part {
    Index number;
    std::uint32_t begin, end;
};
class Piece {
  public:
    __device__ Piece(const Pieces& pieces, Index number)
        : first_(pieces.of_region == 1 ? number * pieces.regions : number / pieces.of_region),
          begin_(pieces.of_region == 1
                     ? 0
                     : static_cast<std::uint32_t>(number % pieces.of_region) * pieces.size) {}

    __device__ std::uint32_t count(const Pieces& pieces) const {
        return min(pieces.size, pieces.voxels * pieces.regions - begin_);
    }
    __device__ Item item(const Pieces& pieces, std::uint32_t i) const {
        if (pieces.regions == 1) return {first_, begin_ + i};
        const std::uint32_t region = i / pieces.divisor;
        return {first_ + region, i - region * pieces.voxels};
    }
    // Part i of the piece; empty if there is none.
    __device__ Part part(const Pieces& pieces, std::uint32_t i) const {
        const std::uint32_t region = i / pieces.parts;
        if (region >= pieces.regions) return {};
        const std::uint32_t end = min(pieces.voxels, begin_ + pieces.size);
        const std::uint32_t own = i - region * pieces.parts.value();
        const std::uint32_t begin = min(end, begin_ + own * pieces.part);
        return {first_ + region, begin, min(end, begin + pieces.part)};
    }

  private:
    Index first_;
    std::uint32_t begin_;
};

__device__ const Shape& shape_of(const LevelMemory& level, const Box& box) {
    return level.shapes[shape_number(box.side, level.least)];
}

// A warp's share of all voxels: enough for every warp that a device holds, and not so many that the
// last ones are waited for.
Index share_of_all(Index voxels) {
    constexpr Index warps = 1 << 15;
    return std::clamp<Index>(ceil_div(voxels, warps), 256, 4096);
}

// The columns of all voxels; of twins, those of the first alone.
struct Columns {
    int tiles;  // of a row
    int rows;
    Index planes;
    Index planes_of_part;

    static Columns of(const Sides& side, const Twins& twins) {
        constexpr Index warps = 1 << 17;
        const int tiles = static_cast<int>(ceil_div(side.of[0], mariani::cuda::warp_lanes));
        const int rows = twins.rows(side.of[1]);
        const Index planes = twins.planes(Index{side.of[2]} * side.of[3]);
        const Index parts = std::clamp<Index>(warps / (Index{tiles} * rows), 1, planes);
        return {tiles, rows, planes,
                std::max<Index>(ceil_div(planes, parts), std::min<Index>(planes, 16))};
    }
    Index warps() const { return Index{tiles} * rows * ceil_div(planes, planes_of_part); }
};

template <typename Dwells>
__global__ void __launch_bounds__(iterating_threads)
    iterate_all(const Job<Dwells> job, const Raster all, const Index share) {
    const Index count = voxel_count(job.side);
    WarpTeam team;
    Found found;
    const Index begin = WarpTeam::number() * share;
    if (team.begin(job.control) && begin < count) {
        const Voxel first = voxel_of(Box{{}, job.side}, static_cast<std::uint64_t>(begin));
        iterate(
            job, team, static_cast<std::uint32_t>(min(share, count - begin)),
            [&](std::uint32_t i) { return all.voxel(i, first); }, found);
    }
    count_iterated(job.control, found);
}

// A warp has 32 columns beside each other along x, and in them the planes of a part of all. A
// column has one c.
template <typename T>
__global__ void __launch_bounds__(iterating_threads, 4)
    iterate_columns(const Job<Julibrot<T>> job, const Columns columns) {
    const Index number = WarpTeam::number();
    const int tile = static_cast<int>(number % columns.tiles);
    const int y = static_cast<int>(number / columns.tiles % columns.rows);
    const Index first = number / columns.tiles / columns.rows * columns.planes_of_part;
    const Index end = min(first + columns.planes_of_part, columns.planes);
    if (first >= end || StopFlag{job.control}()) return;
    const int x = tile * mariani::cuda::warp_lanes + mariani::cuda::lane_id();
    const bool is_there = x < job.side.of[0];
    Voxel voxel{{static_cast<std::int16_t>(is_there ? x : 0), static_cast<std::int16_t>(y),
                 static_cast<std::int16_t>(first % job.side.of[2]),
                 static_cast<std::int16_t>(first / job.side.of[2])}};
    const Disc<T> trap = job.traps.of(voxel).first;
    const Index layer = Index{job.side.of[0]} * job.side.of[1];
    Index at = index_of(job.side, voxel);
    Backlog backlog;
    for (auto left = static_cast<int>(end - first); left > 0; --left, at += layer) {
        std::uint32_t dwell = 0;
        const bool ends = is_there && ends_soon(job.dwells, trap, voxel, dwell);
        if (ends) store(job.volume, at, dwell);
        backlog.add(is_there && !ends, voxel);
        if (backlog.is_full() && !work_off(job, backlog)) break;
        if (++voxel.at[2] == job.side.of[2]) voxel.at[2] = 0, ++voxel.at[3];
    }
    if (backlog.count() > 0) work_off(job, backlog);
}

// The voxels of a region that may have to be iterated: those of its border,
class BorderVoxels {
  public:
    // Regions have no voxel in common, but with those that they lie in.
    __device__ static bool may_be_known(const LevelMemory& level) { return level.level > 0; }
    __device__ BorderVoxels(const LevelMemory& level, Index number)
        : border_(level, box_at(level, number)) {}
    __device__ std::uint32_t count() const { return border_.count(); }
    __device__ Voxel voxel(std::uint32_t t) const { return border_.voxel(t); }

  private:
    Border border_;
};
// and of a leaf those within, which no other region knows.
class InsideVoxels {
  public:
    __device__ static constexpr bool may_be_known(const LevelMemory&) { return false; }
    __device__ InsideVoxels(const LevelMemory& level, Index number) {
        if (level.rests[number] != Rest::iterate) return;
        const Box box = box_at(level, number);
        const Shape& shape = shape_of(level, box);
        inside_ = &shape.inside;
        begin_ = moved(box.begin, shape.first_inside);
    }
    __device__ std::uint32_t count() const { return inside_ == nullptr ? 0 : inside_->count; }
    __device__ Voxel voxel(std::uint32_t t) const { return moved(begin_, inside_->voxel(t)); }

  private:
    const Raster* inside_ = nullptr;
    Voxel begin_{};
};

// A warp has a part of a region at a time.
template <typename Team, typename Voxels, typename Dwells>
__global__ void __launch_bounds__(iterating_threads)
    iterate_regions(const Job<Dwells> job, const LevelMemory level, const Pieces pieces) {
    Team team;
    Found found;
    const Index chosen = *level.chosen, piece_number = Team::number();
    if (piece_number * pieces.regions < chosen * pieces.of_region && team.begin(job.control)) {
        const Piece piece(pieces, piece_number);
        Backlog backlog;
        bool goes_on = true;
        while (goes_on) {
            const Part part = piece.part(pieces, team.claim(1));
            if (part.begin == part.end || part.number >= chosen) break;  // no other one follows
            const Voxels voxels(level, part.number);
            const std::uint32_t end = min(part.end, voxels.count());
            for (std::uint32_t first = part.begin; goes_on && first < end;
                 first += mariani::cuda::warp_lanes) {
                const auto t = first + static_cast<std::uint32_t>(mariani::cuda::lane_id());
                bool is_asked = t < end;
                const Voxel voxel = is_asked ? voxels.voxel(t) : Voxel{};
                const Index at = index_of(job.side, voxel);
                if (Voxels::may_be_known(level))
                    is_asked = is_asked && load(job.volume, at) == unknown_dwell;
                goes_on = take(job, backlog, is_asked, voxel, at, found);
            }
        }
        if (goes_on && backlog.count() > 0) work_off(job, backlog);
    }
    count_iterated(job.control, found);
}

// For the tally, and for the region's twins.
template <typename Dwells>
__device__ void note_outcome(const Job<Dwells>& job, const LevelMemory& level, Index entry,
                             std::uint8_t outcome) {
    level.outcomes[entry] = outcome;
    if (!job.twins.any()) return;
    const Cell cell = job.code.decode(job.code.load(level.words, entry), level.level);
    job.cells[cell_number(cell, job.code.axes, job.code.lattice(level.level))] = outcome;
}

// Reads as many of the border's dwells as show that there are several: all, if there is one alone.
// By all threads of the team.
template <typename Team>
__device__ Found range_of(const DwellStore& volume, const Sides& side, const Border& border) {
    constexpr std::uint32_t dwells_between_looks = 4;
    Found own;
    const std::uint32_t count = border.count();
    if (count == 0) return own;
    own.take(load(volume, index_of(side, border.voxel(0))));
    for (std::uint32_t begin = Team::rank();; begin += dwells_between_looks * Team::size()) {
#pragma unroll
        for (std::uint32_t i = 0; i < dwells_between_looks; ++i) {
            const std::uint32_t t = begin + i * Team::size();
            if (t < count) own.take(load(volume, index_of(side, border.voxel(t))));
        }
        const bool is_done = begin - Team::rank() + dwells_between_looks * Team::size() >= count;
        if (is_done || Team::any(own.low != own.high)) break;
    }
    return Team::join(own);
}

// After a stop borders are not whole: nothing is subdivided then, as there may be no room for it.
template <typename Team, typename Dwells>
__global__ void __launch_bounds__(judging_threads)
    judge_borders(const Job<Dwells> job, const LevelMemory level) {
    const Index number = Team::number();
    if (number >= *level.chosen) return;
    const Box box = box_at(level, number);
    const Border border(level, box);
    const Found range = range_of<Team>(job.volume, job.side, border);
    if (Team::rank() != 0) return;
    Judgement judgement{};
    std::uint8_t outcome = no_region;
    if (border.count() != 0 && !StopFlag{job.control}()) {
        judgement = judge(job, box, level.last, range);
        outcome = static_cast<std::uint8_t>(judgement.outcome);
    }
    level.rests[number] = judgement.fills      ? Rest::fill
                          : judgement.iterates ? Rest::iterate
                                               : Rest::none;
    note_outcome(job, level, level.entries[number], outcome);
}

// Up to group_voxels in a row.
__device__ void store_group(const DwellStore& volume, Index at, int count, std::uint32_t dwell) {
    if (!volume.wide && count == group_voxels && at % group_voxels == 0) {
        const std::uint32_t pair = dwell << 16 | dwell;
        *reinterpret_cast<uint4*>(static_cast<std::uint16_t*>(volume.dwells) + at) = {pair, pair,
                                                                                      pair, pair};
        return;
    }
    for (int i = 0; i < count; ++i) store(volume, at + i, dwell);
}

__global__ void __launch_bounds__(block_threads)
    fill_regions(const DwellStore volume, const Sides side, const LevelMemory level,
                 const Pieces pieces) {
    const Piece piece(pieces, blockIdx.x);
    const Index chosen = *level.chosen;
    const std::uint32_t count = piece.count(pieces);
    for (std::uint32_t i = threadIdx.x; i < count; i += block_threads) {
        const Item item = piece.item(pieces, i);
        if (item.number >= chosen || level.rests[item.number] != Rest::fill) continue;
        const Box box = box_at(level, item.number);
        const Shape& shape = shape_of(level, box);
        if (item.t >= shape.groups.count) continue;
        Voxel group = shape.groups.voxel(item.t);
        const int x = group.at[0] * group_voxels;
        group.at[0] = static_cast<std::int16_t>(x);
        const std::uint32_t dwell = load(volume, index_of(side, box.begin));
        store_group(volume, index_of(side, moved(box.begin, group)),
                    min(group_voxels, box.side.of[0] - x), dwell);
    }
}

// As the scheme says, `voxels` of each region; kernels are those of a block's team and a warp's.
template <typename Dwells, typename Kernel>
void launch_pieces(const std::string& label, const Plan& plan, const Job<Dwells>& job,
                   const LevelMemory& level, std::uint32_t voxels, Kernel of_block, Kernel of_warp,
                   const Stream& stream) {
    if (voxels == 0) return;
    if (plan.scheme == Scheme::wpr) {
        const Pieces pieces = Pieces::of_regions(voxels, warp_voxels);
        mariani::cuda::launch(label, stream,
                              Grid{ceil_div(pieces.count(level.most_chosen), warps_iterating),
                                   {iterating_threads, 1}},
                              of_warp, job, level, pieces);
        return;
    }
    const Pieces pieces = plan.scheme == Scheme::mbr && voxels > block_voxels
                              ? Pieces::of_size(voxels, block_voxels)
                              : Pieces::of_regions(voxels, block_voxels);
    mariani::cuda::launch(label, stream,
                          Grid{pieces.count(level.most_chosen), {iterating_threads, 1}}, of_block,
                          job, level, pieces);
}

template <typename Dwells>
void launch_judgement(const Job<Dwells>& job, const LevelMemory& level, const Stream& stream) {
    if (level.most_border >= block_voxels)
        mariani::cuda::launch("borders' ranges", stream,
                              Grid{level.most_chosen, {judging_threads, 1}},
                              judge_borders<BlockTeam, Dwells>, job, level);
    else
        mariani::cuda::launch("borders' ranges", stream,
                              Grid{ceil_div(level.most_chosen, warps_of_block), {block_threads, 1}},
                              judge_borders<WarpTeam, Dwells>, job, level);
}

template <typename Dwells>
void launch_voxels(const Job<Dwells>& job, const Stream& stream) {
    const Index share = share_of_all(voxel_count(job.side));
    const Index warps = ceil_div(voxel_count(job.side), share);
    mariani::cuda::launch("voxels", stream,
                          Grid{ceil_div(warps, warps_iterating), {iterating_threads, 1}},
                          iterate_all<Dwells>, job, Raster::of(job.side), share);
}
template <typename T>
void launch_voxels(const Job<Julibrot<T>>& job, const Stream& stream) {
    const auto columns = Columns::of(job.side, job.twins);
    mariani::cuda::launch("columns", stream,
                          Grid{ceil_div(columns.warps(), warps_iterating), {iterating_threads, 1}},
                          iterate_columns<T>, job, columns);
}

}  // namespace

void launch_all(const Plan& plan, const RunMemory& memory, const Stream& stream) {
    with_job(plan, memory, [&](const auto& job) { launch_voxels(job, stream); });
}

void launch_level(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                  const Stream& stream) {
    with_job(plan, memory, [&](const auto& job) {
        using Dwells = decltype(job.dwells);
        const auto label = "level " + std::to_string(level.level);
        const Shape most =
            Shape::of(most_sides(plan.side, plan.axes, job.code.lattice(level.level)), job.walls);
        launch_pieces(label + ": borders", plan, job, level, level.most_border,
                      iterate_regions<BlockTeam, BorderVoxels, Dwells>,
                      iterate_regions<WarpTeam, BorderVoxels, Dwells>, stream);
        launch_judgement(job, level, stream);
        if (!job.by_surface) {
            constexpr std::uint32_t groups_of_block = 1024;
            const Pieces groups = most.groups.count > groups_of_block
                                      ? Pieces::of_size(most.groups.count, groups_of_block)
                                      : Pieces::of_regions(most.groups.count, groups_of_block);
            mariani::cuda::launch(label + ": fills", stream,
                                  Grid{groups.count(level.most_chosen), {block_threads, 1}},
                                  fill_regions, memory.volume, plan.side, level, groups);
        }
        if (level.last)
            launch_pieces(label + ": leaves", plan, job, level, most.inside.count,
                          iterate_regions<BlockTeam, InsideVoxels, Dwells>,
                          iterate_regions<WarpTeam, InsideVoxels, Dwells>, stream);
    });
}

}  // namespace mariani::volume::cuda
