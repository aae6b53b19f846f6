#include "compute/workloads/triangle/faults.hpp"

#include "compute/workloads/triangle/cpu/loops.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace mariani::triangle {
namespace {

// Cells of the domain in a block of the triangle.
Count cells_in_block(const Shape& shape, int row, int column) {
    const int height = std::min(shape.block, shape.side - (row << shape.log2_block));
    if (column < row) return Count{height} << shape.log2_block;
    return triangle_number(shape.diagonal ? height : height - 1);
}

}  // namespace

// Of lambda = i(i+1)/2 + j with 0 <= j <= i there is one solution: a block whose row is wrong lies
// outside of the triangle, and its own place there is missed.
template <typename Row>
std::vector<Faults::Run> Faults::missed_runs(const Shape& shape, int row) {
    std::vector<Run> runs;
    const auto first = static_cast<std::uint32_t>(triangle_number(row));
    for (int column = 0; column <= row; ++column) {
        const std::uint32_t lambda = first + static_cast<std::uint32_t>(column);
        if (Row::of(lambda, shape.offset) == static_cast<std::uint32_t>(row)) continue;
        if (!runs.empty() && runs.back().end == column)
            ++runs.back().end;
        else
            runs.push_back({column, column + 1});
    }
    return runs;
}

std::vector<Faults::Run> Faults::missed_runs(const Plan& plan, const Shape& shape, int row) {
    switch (plan.map) {
        case MapKind::ltm_x:
            return missed_runs<RowByRoot>(shape, row);
        case MapKind::ltm_r:
            return missed_runs<RowByReciprocal>(shape, row);
        case MapKind::ltm_n:
            return missed_runs<RowByNewton>(shape, row);
        case MapKind::ltm_strict_printed:
            return row == 0 ? std::vector<Run>() : std::vector{Run{0, row}};
        default:
            throw std::logic_error("a map whose blocks are where they should be");
    }
}

Faults::Faults(const Plan& plan)
    : shape_(shape_of(plan)),
      folds_wrong_(plan.map == MapKind::rb_printed && plan.side % 2 == 0),
      visits_(cell_count(shape_)) {}

std::optional<Faults> Faults::find(const Plan& plan, const std::stop_token& stop) {
    Faults faults(plan);
    bool done = true;
    if (faults.folds_wrong_)
        faults.count_folded_cells();
    else if (has_wrong_pairs(plan.map))
        done = faults.find_pairs(plan, stop);
    else if (is_exhibit(plan.map) && !is_of_threads(plan.map))
        done = faults.find_blocks(plan, stop);
    return done ? std::optional(std::move(faults)) : std::nullopt;
}

// False if stopped.
bool Faults::find_pairs(const Plan& plan, const std::stop_token& stop) {
    pairs_ = PairFaults::find(plan, stop);
    if (!pairs_) return false;
    missed_ = pairs_->missed();
    repeated_ = pairs_->repeated();
    visits_ += pairs_->on_diagonal() - missed_;
    return true;
}

// False if stopped.
bool Faults::find_blocks(const Plan& plan, const std::stop_token& stop) {
    missing_.resize(static_cast<std::size_t>(shape_.blocks));
    const bool done = cpu::for_each_row_of(plan, shape_.blocks, stop, [&](int row) {
        missing_[static_cast<std::size_t>(row)] = missed_runs(plan, shape_, row);
    });
    if (done) count_missed_blocks();
    return done;
}

void Faults::count_missed_blocks() {
    for (int row = 0; row < shape_.blocks; ++row) {
        if (row > 0) missed_ += missed_blocks(row, 0, row) * cells_in_block(shape_, row, 0);
        missed_ += missed_blocks(row, row, row + 1) * cells_in_block(shape_, row, row);
    }
    visits_ -= missed_;
}

// As printed, the place (x, y) of the fold with x >= y gets the cell (N - 1 - y, y), which the wide
// half has, too; nobody has a cell from column N/2 on.
void Faults::count_folded_cells() {
    const int half = shape_.side / 2;
    missed_ = triangle_number(shape_.diagonal ? half : half - 1);
    repeated_ = half;
    visits_ += triangle_number(half) - missed_;
}

std::optional<Cell> Faults::first_missed() const {
    if (missed_ == 0) return std::nullopt;
    if (pairs_) return pairs_->first_missed();
    if (folds_wrong_) return Cell{shape_.side / 2 + (shape_.diagonal ? 0 : 1), shape_.side / 2};
    const auto row = std::ranges::find_if(missing_, [](const auto& runs) { return !runs.empty(); });
    return Cell{static_cast<int>(row - missing_.begin()), row->front().begin};
}

Count Faults::missed_blocks(int row, int from, int to) const {
    if (missing_.empty()) return 0;
    const auto& runs = missing_[static_cast<std::size_t>(row)];
    Count missed = 0;
    for (auto run = std::ranges::upper_bound(runs, from, {}, &Run::end);
         run != runs.end() && run->begin < to; ++run)
        missed += std::min(run->end, to) - std::max(run->begin, from);
    return missed;
}

int Faults::columns_before(int end) const {
    return std::min(end, shape_.side) - (shape_.diagonal ? 0 : 1);
}

// The last of a block's rows has all columns that the ones above have, and more.
bool Faults::any_missed(Cell from, Cell to) const {
    if (pairs_) return pairs_->any_missed(from, to);
    if (folds_wrong_)
        return std::max(from.column, shape_.side / 2) < std::min(to.column, columns_before(to.row));
    if (missing_.empty()) return false;
    const int last = (std::min(to.row, shape_.side) - 1) >> shape_.log2_block;
    for (int row = from.row >> shape_.log2_block; row <= last; ++row) {
        const int end =
            std::min(to.column, columns_before(std::min(to.row, (row + 1) << shape_.log2_block)));
        if (from.column >= end) continue;
        if (missed_blocks(row, from.column >> shape_.log2_block,
                          ((end - 1) >> shape_.log2_block) + 1) > 0)
            return true;
    }
    return false;
}

// Of the fold, the cells (N - 1 - y, y).
bool Faults::any_repeated(Cell from, Cell to) const {
    if (pairs_) return pairs_->any_repeated(from, to);
    if (!folds_wrong_) return false;
    const int first = std::max(from.column, shape_.side - to.row);
    const int end = std::min({to.column, shape_.side - from.row, shape_.side / 2});
    return first < end;
}

}  // namespace mariani::triangle
