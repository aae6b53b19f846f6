#include "compute/workloads/triangle/faults.hpp"

#include "compute/workloads/triangle/cpu/rows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace mariani::triangle {
namespace {

// The number of the pair of a cell below the diagonal.
Count number_of(int side, Cell cell) {
    const Count a = cell.column;
    return a * (2 * Count{side} - 1 - a) / 2 + cell.row - a - 1;
}

// Cells of the domain in a block of the triangle.
Count cells_in_block(const Shape& shape, int row, int column) {
    const int height = std::min(shape.block, shape.side - (row << shape.log2_block));
    if (column < row) return Count{height} << shape.log2_block;
    return triangle_number(shape.diagonal ? height : height - 1);
}

}  // namespace

// Those that are right follow each other, as the row of a printed pair never falls; a wrong one is
// on the diagonal where it is the row's last.
PairFaults::Row PairFaults::row_of_printed(int side, int number) {
    const Count first = number_of(side, {number + 1, number}), end = first + side - 1 - number;
    // The first number whose pair is in this column of the triangle or a later one.
    const auto first_in = [&](int column) {
        Count low = first, high = end;
        while (low < high) {
            const Count middle = low + (high - low) / 2;
            if (PrintedPairs::of(side, middle).column < column)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    };
    Row row;
    const Count right = first_in(number), behind = first_in(number + 1);
    if (right > first) row.wrong.push_back({first, right});
    if (behind < end) row.wrong.push_back({behind, end});
    if (PrintedPairs::of(side, end - 1) == Cell{number + 1, number + 1})
        row.hits.push_back({end - 1, number + 1});
    return row;
}

PairFaults::Row PairFaults::row_of_newton(int side, int number) {
    Row row;
    if (side - 1 - number > NewtonPairs::longest_doubtful_row(side)) return row;
    Count k = number_of(side, {number + 1, number});
    for (int below = number + 1; below < side; ++below, ++k) {
        const Cell pair = NewtonPairs::of(side, k);
        if (pair == Cell{below, number}) continue;
        row.wrong.push_back({k, k + 1});
        if (pair.row == pair.column && pair.row >= 0 && pair.row < side)
            row.hits.push_back({k, pair.row});
    }
    return row;
}

void PairFaults::append(const Row& row) {
    for (const Run& run : row.wrong) {
        missed_ += run.end - run.begin;
        if (!wrong_.empty() && wrong_.back().end == run.begin)
            wrong_.back().end = run.end;
        else
            wrong_.push_back(run);
    }
    if (!shape_.diagonal) return;
    for (const Hit& hit : row.hits) {
        hits_.push_back(hit);
        repeated_.push_back(hit.cell);
    }
}

std::optional<PairFaults> PairFaults::find(const Plan& plan, const std::stop_token& stop) {
    const int side = plan.side;
    const auto row_of = plan.map == MapKind::utm_n ? row_of_newton : row_of_printed;
    std::vector<Row> rows(static_cast<std::size_t>(side - 1));
    const bool done = cpu::for_each_row_of(plan, side - 1, stop, [&](int number) {
        rows[static_cast<std::size_t>(number)] = row_of(side, number);
    });
    if (!done) return std::nullopt;
    PairFaults faults(shape_of(plan));
    for (const Row& row : rows) faults.append(row);
    std::ranges::sort(faults.repeated_);
    faults.repeated_.erase(std::unique(faults.repeated_.begin(), faults.repeated_.end()),
                           faults.repeated_.end());
    return faults;
}

std::optional<Cell> PairFaults::first_missed() const {
    if (wrong_.empty()) return std::nullopt;
    return ExactPairs::of(shape_.side, wrong_.front().begin);
}

bool PairFaults::any_missed(Cell from, Cell to) const {
    const int end_row = std::min(to.row, shape_.side);
    for (int column = from.column; column < std::min(to.column, shape_.side - 1); ++column) {
        const int begin_row = std::max(from.row, column + 1);
        if (begin_row >= end_row) continue;
        const Count begin = number_of(shape_.side, {begin_row, column});
        const auto run = std::ranges::upper_bound(wrong_, begin, {}, &Run::end);
        if (run != wrong_.end() && run->begin < begin + end_row - begin_row) return true;
    }
    return false;
}

template <typename Use>
void PairFaults::for_each_gap(const Use& use) const {
    Count begin = 0, end = 0;  // of the last one
    const auto add = [&](Count from, Count to) {
        if (from >= to) return;
        if (from > end) {
            if (end > begin) use(begin, end);
            begin = from;
        }
        end = to;
    };
    auto hit = hits_.begin();
    for (const Run& run : wrong_) {
        Count from = run.begin;
        for (; hit != hits_.end() && hit->number < run.end; ++hit) {
            add(from, hit->number);
            from = hit->number + 1;
        }
        add(from, run.end);
    }
    const Count pairs = triangle_number(shape_.side - 1);
    const Count threads = Count{1} << (2 * shape_.log2_block);
    add(pairs, (pairs + threads - 1) / threads * threads);  // of the last block
    if (end > begin) use(begin, end);
}

PairFaults::BlockUses PairFaults::count_uses() const {
    const Count threads = Count{1} << (2 * shape_.log2_block);
    Count touched = 0, next = 0, wasted = 0;  // `next`: the first block that is not counted yet
    for_each_gap([&](Count begin, Count end) {
        const Count behind = (end + threads - 1) / threads;
        touched += behind - std::max(std::min(next, behind), begin / threads);
        next = std::max(next, behind);
        wasted += std::max<Count>(0, end / threads - (begin + threads - 1) / threads);
    });
    const Count blocks = (triangle_number(shape_.side - 1) + threads - 1) / threads;
    const Count on_diagonal = shape_.diagonal ? shape_.side / threads : 0;
    return {blocks - touched + on_diagonal, wasted};
}

bool PairFaults::any_repeated(Cell from, Cell to) const {
    const auto first = std::ranges::lower_bound(repeated_, std::max(from.row, from.column));
    return first != repeated_.end() && *first < std::min(to.row, to.column);
}

// There is one solution of lambda = i(i+1)/2 + j with 0 <= j <= i: a block whose row is wrong lies
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

// The fold repeats the cells (N - 1 - y, y).
bool Faults::any_repeated(Cell from, Cell to) const {
    if (pairs_) return pairs_->any_repeated(from, to);
    if (!folds_wrong_) return false;
    const int first = std::max(from.column, shape_.side - to.row);
    const int end = std::min({to.column, shape_.side - from.row, shape_.side / 2});
    return first < end;
}

}  // namespace mariani::triangle
