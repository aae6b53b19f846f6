#include "compute/workloads/gasket/cpu/cell_steps.hpp"

#include "compute/workloads/gasket/chunk_table.hpp"
#include "compute/workloads/gasket/halo.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace mariani::gasket::cpu {
namespace {

constexpr std::int64_t part_cells = 1 << 16;

std::int64_t parts_of(std::uint64_t items, std::int64_t in_part) {
    return (static_cast<std::int64_t>(items) + in_part - 1) / in_part;
}

// Every cell of the box is looked at; holes are skipped.
class BoundingBoxStep final : public CellStep {
  public:
    BoundingBoxStep(const CellLayout& layout, Rule rule) : shape_(layout.blocks), rule_(rule) {
        shape_.level = layout.blocks.level + layout.block.level;
        shape_.side = layout.side();
        rows_ = std::max<std::int64_t>(1, part_cells / shape_.side);
    }

    std::int64_t parts() const override { return parts_of(shape_.side, rows_); }

    void take(const std::uint8_t* now, std::uint8_t* next, std::int64_t part) const override {
        const auto begin = static_cast<std::uint32_t>(part * rows_);
        const auto end = std::min(shape_.side, begin + static_cast<std::uint32_t>(rows_));
        for (std::uint32_t y = begin; y < end; ++y)
            for (std::uint32_t x = 0; x < shape_.side; ++x)
                if (is_member(shape_, {x, y}))
                    next[std::size_t{y} * shape_.side + x] =
                        next_in_square(now, shape_.side, {x, y}, rule_);
    }

  private:
    Shape shape_;
    Rule rule_;
    std::int64_t rows_ = 1;
};

// What the engines share that go through the blocks of the fractal.
class BlocksStep : public CellStep {
  public:
    std::int64_t parts() const override { return parts_of(layout_.blocks.cells, blocks_); }

    void take(const std::uint8_t* now, std::uint8_t* next, std::int64_t part) const override {
        const std::int64_t begin = part * blocks_;
        const std::int64_t end =
            std::min(static_cast<std::int64_t>(layout_.blocks.cells), begin + blocks_);
        for (std::int64_t block = begin; block < end; ++block)
            take_block(now, next, static_cast<std::uint32_t>(block));
    }

  protected:
    BlocksStep(const CellLayout& layout, Rule rule) : layout_(layout), rule_(rule) {
        const auto area = static_cast<std::int64_t>(layout.rho()) * layout.rho();
        blocks_ = std::max<std::int64_t>(1, part_cells / area);
        for (std::uint32_t index = 0; index < layout.block.cells; ++index)
            members_.push_back(lambda1(layout.block, index));
    }

    virtual void take_block(const std::uint8_t* now, std::uint8_t* next,
                            std::uint32_t block) const = 0;

    CellLayout layout_;
    Rule rule_;
    std::vector<Cell> members_;  // the cells of a block
    std::int64_t blocks_ = 1;    // in a part
};

class LambdaStep final : public BlocksStep {
  public:
    LambdaStep(const CellLayout& layout, Rule rule) : BlocksStep(layout, rule) {}

  private:
    void take_block(const std::uint8_t* now, std::uint8_t* next,
                    std::uint32_t block) const override {
        const std::uint32_t width = layout_.blocks.compact.x, side = layout_.side();
        const Cell at = lambda(layout_.blocks, {block % width, block / width});
        for (const Cell& member : members_) {
            const Cell cell{at.x * layout_.rho() + member.x, at.y * layout_.rho() + member.y};
            next[std::size_t{cell.y} * side + cell.x] = next_in_square(now, side, cell, rule_);
        }
    }
};

constexpr std::uint32_t max_rho = 32;
constexpr std::uint64_t nowhere = ~std::uint64_t{0};

// In a compact layout: a block is copied, with the ring around it, and computed there. `Blocks`
// tells where blocks begin: at(number) in the plane, begin(number) in memory, and begin_at(cell) of
// the one there, or nowhere.
template <typename Blocks>
class CompactStep final : public BlocksStep {
  public:
    CompactStep(const CellLayout& layout, Rule rule, Blocks blocks, std::vector<HaloCell> halo)
        : BlocksStep(layout, rule), blocks_of_(std::move(blocks)), halo_(std::move(halo)) {
        for (const auto& cell : halo_) needed_[cell.direction] = true;
    }

  private:
    void take_block(const std::uint8_t* now, std::uint8_t* next,
                    std::uint32_t block) const override {
        const std::uint32_t rho = layout_.rho(), wide = rho + 2;
        const Cell at = blocks_of_.at(block);
        const std::uint64_t begin = blocks_of_.begin(block);
        std::array<std::uint64_t, directions> neighbours;
        for (int direction = 0; direction < directions; ++direction) {
            auto& neighbour = neighbours[static_cast<std::size_t>(direction)];
            neighbour = nowhere;
            if (!needed_[static_cast<std::size_t>(direction)]) continue;
            const auto beside = neighbour_of(at, direction, layout_.blocks.side);
            if (beside.inside) neighbour = blocks_of_.begin_at(beside.at);
        }
        std::array<std::uint8_t, (max_rho + 2) * (max_rho + 2)> padded;
        std::fill_n(padded.begin(), wide * wide, std::uint8_t{0});
        for (const auto& cell : halo_)
            if (neighbours[cell.direction] != nowhere)
                padded[cell.to] = now[neighbours[cell.direction] + cell.from];
        for (std::uint32_t y = 0; y < rho; ++y)
            std::copy_n(now + begin + y * rho, rho, &padded[(y + 1) * wide + 1]);
        for (const Cell& member : members_)
            next[begin + member.y * rho + member.x] =
                next_inside(&padded[(member.y + 1) * wide + member.x + 1], wide, rule_);
    }

    Blocks blocks_of_;
    std::vector<HaloCell> halo_;
    std::array<bool, directions> needed_{};
};

// By the maps, digit by digit.
struct MappedBlocks {
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
struct TabledBlocks {
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
    return std::make_unique<BoundingBoxStep>(layout, rule);
}

std::unique_ptr<CellStep> lambda_step(const CellLayout& layout, Rule rule) {
    return std::make_unique<LambdaStep>(layout, rule);
}

std::unique_ptr<CellStep> nu_step(const CellLayout& layout, Rule rule) {
    return std::make_unique<CompactStep<MappedBlocks>>(layout, rule, MappedBlocks{layout},
                                                       whole_halo(layout.rho()));
}

std::unique_ptr<CellStep> table_step(const CellLayout& layout, Rule rule) {
    return std::make_unique<CompactStep<TabledBlocks>>(
        layout, rule, TabledBlocks{layout, ChunkTable(layout.blocks)}, contacts(layout.block));
}

}  // namespace mariani::gasket::cpu
