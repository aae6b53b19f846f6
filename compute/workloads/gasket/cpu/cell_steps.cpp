#include "compute/workloads/gasket/cpu/cell_steps.hpp"

#include "compute/workloads/gasket/cell_layout.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>
#include <vector>

namespace mariani::gasket::cpu {
namespace {

constexpr std::int64_t part_cells = 1 << 16;

// A step of blocks: those of a kind have a layout(), an order() in which they are numbered, and a
// compute(now, block, write), which calls write(place, state) for each of the block's cells.
template <typename Blocks>
class StepOf final : public CellStep {
  public:
    explicit StepOf(Blocks blocks)
        : blocks_(std::move(blocks)), grid_(grid_of(blocks_.layout(), blocks_.order())) {
        const auto rho = static_cast<std::int64_t>(blocks_.layout().rho());
        in_part_ = std::max<std::int64_t>(1, part_cells / (rho * rho));
    }

    std::int64_t parts() const override { return (grid_.count + in_part_ - 1) / in_part_; }

    void take(const std::uint8_t* now, std::uint8_t* next, std::int64_t part) const override {
        const std::int64_t begin = part * in_part_;
        const std::int64_t end = std::min<std::int64_t>(grid_.count, begin + in_part_);
        for (std::int64_t block = begin; block < end; ++block)
            blocks_.compute(now, static_cast<std::uint32_t>(block),
                            [&](std::uint64_t place, std::uint8_t state) { next[place] = state; });
    }

    BlockGrid grid() const override { return grid_; }

    std::uint32_t watch(const std::uint8_t* now, std::uint8_t* next, std::uint32_t* visits,
                        std::int64_t block) const override {
        std::uint32_t written = 0;
        blocks_.compute(now, static_cast<std::uint32_t>(block),
                        [&](std::uint64_t place, std::uint8_t state) {
                            next[place] = state;
                            ++written;
                            std::atomic_ref(visits[place]).fetch_add(1, std::memory_order_relaxed);
                        });
        return written;
    }

  private:
    Blocks blocks_;
    BlockGrid grid_;
    std::int64_t in_part_ = 1;
};

// What all have.
class BlocksOf {
  public:
    BlocksOf(const CellLayout& layout, Rule rule) : layout_(layout), rule_(rule) {
        for (std::uint32_t index = 0; index < layout.block.cells; ++index)
            members_.push_back(lambda1(layout.block, index));
    }
    const CellLayout& layout() const { return layout_; }

  protected:
    // In the expanded layout.
    template <typename Write>
    void compute_at(const std::uint8_t* now, Cell block, const Write& write) const {
        const std::uint32_t side = layout_.side();
        for (const Cell& member : members_) {
            const Cell cell{block.x * layout_.rho() + member.x, block.y * layout_.rho() + member.y};
            write(std::size_t{cell.y} * side + cell.x, next_in_square(now, side, cell, rule_));
        }
    }

    CellLayout layout_;
    Rule rule_;
    std::vector<Cell> members_;  // the cells of a block
};

// All blocks of the box; those of holes have nothing to do.
class BoxBlocks : public BlocksOf {
  public:
    using BlocksOf::BlocksOf;
    static BlockOrder order() { return BlockOrder::expanded; }

    template <typename Write>
    void compute(const std::uint8_t* now, std::uint32_t block, const Write& write) const {
        const Cell at = in_box(layout_.blocks, block);
        if (is_member(layout_.blocks, at)) compute_at(now, at, write);
    }
};

class LambdaBlocks : public BlocksOf {
  public:
    using BlocksOf::BlocksOf;
    static BlockOrder order() { return BlockOrder::rectangle; }

    template <typename Write>
    void compute(const std::uint8_t* now, std::uint32_t block, const Write& write) const {
        const std::uint32_t width = layout_.blocks.compact.x;
        compute_at(now, lambda(layout_.blocks, {block % width, block / width}), write);
    }
};

constexpr std::uint32_t max_rho = 32;
constexpr std::uint64_t nowhere = ~std::uint64_t{0};

// In a compact layout: a block is copied, with the ring around it, and computed there. `Places`
// tells where blocks are: at(number) in the plane, begin(number) in memory, and begin_at(cell) of
// the one there, or nowhere.
template <typename Places>
class CompactBlocks : public BlocksOf {
  public:
    CompactBlocks(const CellLayout& layout, Rule rule, Places places, std::vector<HaloCell> halo)
        : BlocksOf(layout, rule), places_(std::move(places)), halo_(std::move(halo)) {
        for (const auto& cell : halo_) needed_[cell.direction] = true;
    }
    BlockOrder order() const { return layout_.order; }

    template <typename Write>
    void compute(const std::uint8_t* now, std::uint32_t block, const Write& write) const {
        const std::uint32_t rho = layout_.rho(), wide = rho + 2;
        const Cell at = places_.at(block);
        const std::uint64_t begin = places_.begin(block);
        std::array<std::uint64_t, directions> neighbours;
        for (int direction = 0; direction < directions; ++direction) {
            auto& neighbour = neighbours[static_cast<std::size_t>(direction)];
            neighbour = nowhere;
            if (!needed_[static_cast<std::size_t>(direction)]) continue;
            const auto beside = neighbour_of(at, direction, layout_.blocks.side);
            if (beside.inside) neighbour = places_.begin_at(beside.at);
        }
        std::array<std::uint8_t, (max_rho + 2) * (max_rho + 2)> padded;
        std::fill_n(padded.begin(), wide * wide, std::uint8_t{0});
        for (const auto& cell : halo_)
            if (neighbours[cell.direction] != nowhere)
                padded[cell.to] = now[neighbours[cell.direction] + cell.from];
        for (std::uint32_t y = 0; y < rho; ++y)
            std::copy_n(now + begin + y * rho, rho, &padded[(y + 1) * wide + 1]);
        for (const Cell& member : members_)
            write(begin + member.y * rho + member.x,
                  next_inside(&padded[(member.y + 1) * wide + member.x + 1], wide, rule_));
    }

  private:
    Places places_;
    std::vector<HaloCell> halo_;
    std::array<bool, directions> needed_{};
};

// By the maps, digit by digit.
struct MappedPlaces {
    CellLayout layout;

    Cell at(std::uint32_t block) const {
        const std::uint32_t width = layout.blocks.compact.x;
        return lambda(layout.blocks, {block % width, block / width});
    }
    std::uint64_t begin(std::uint32_t block) const {
        return std::uint64_t{block} * layout.rho() * layout.rho();
    }
    std::uint64_t begin_at(Cell cell) const {
        if (!is_member(layout.blocks, cell)) return nowhere;
        return layout.begin_at(nu(layout.blocks, cell));
    }
};

// In compact order, by a table.
struct TabledPlaces {
    CellLayout layout;
    ChunkTable table;

    Cell at(std::uint32_t block) const { return lambda1(layout.blocks, block); }
    std::uint64_t begin(std::uint32_t block) const { return layout.begin_of(block); }
    std::uint64_t begin_at(Cell cell) const {
        const std::uint32_t index = table.view().index_of(cell);
        return index == ChunkTableView::not_member ? nowhere : layout.begin_of(index);
    }
};

}  // namespace

std::unique_ptr<CellStep> bounding_box_step(const CellLayout& layout, Rule rule) {
    return std::make_unique<StepOf<BoxBlocks>>(BoxBlocks(layout, rule));
}

std::unique_ptr<CellStep> lambda_step(const CellLayout& layout, Rule rule) {
    return std::make_unique<StepOf<LambdaBlocks>>(LambdaBlocks(layout, rule));
}

std::unique_ptr<CellStep> nu_step(const CellLayout& layout, Rule rule) {
    using Blocks = CompactBlocks<MappedPlaces>;
    return std::make_unique<StepOf<Blocks>>(
        Blocks(layout, rule, MappedPlaces{layout}, whole_halo(layout.rho())));
}

std::unique_ptr<CellStep> table_step(const CellLayout& layout, Rule rule) {
    using Blocks = CompactBlocks<TabledPlaces>;
    return std::make_unique<StepOf<Blocks>>(Blocks(
        layout, rule, TabledPlaces{layout, ChunkTable(layout.blocks)}, contacts(layout.block)));
}

}  // namespace mariani::gasket::cpu
