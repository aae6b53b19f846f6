#include "compute/workloads/triangle/pair_faults.hpp"

#include "compute/workloads/triangle/cpu/loops.hpp"

#include <algorithm>
#include <cstddef>

namespace mariani::triangle {

namespace {

// The number of the pair of a cell below the diagonal.
Count number_of(int side, Cell cell) {
    const Count a = cell.column;
    return a * (2 * Count{side} - 1 - a) / 2 + cell.row - a - 1;
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

}  // namespace mariani::triangle
