#include "compute/workloads/triangle/pair_faults.hpp"

#include "compute/workloads/triangle/cpu/loops.hpp"

#include <algorithm>
#include <cstddef>

namespace mariani::triangle {

PairFaults::PairFaults(const Shape& shape)
    : shape_(shape), columns_(static_cast<std::size_t>(shape.side - 1)) {}

PairFaults::Column PairFaults::column_of(int side, int number) {
    const Count twice = 2 * Count{side} - 1;
    const Count before = number * (twice - number) / 2 - number - 1;  // less the first row
    const auto pair = [&](int row) {
        return UpperTriangle<true>::pair_as_printed(side, before + row);
    };
    // The first row whose pair is in this column or a later one.
    const auto first_in = [&](int column) {
        int begin = number + 1, end = side;
        while (begin < end) {
            const int middle = begin + (end - begin) / 2;
            if (pair(middle).column < column)
                begin = middle + 1;
            else
                end = middle;
        }
        return begin;
    };
    return {first_in(number), first_in(number + 1), pair(side - 1) == Cell{number + 1, number + 1}};
}

std::optional<PairFaults> PairFaults::find(const Plan& plan, const std::stop_token& stop) {
    PairFaults faults(shape_of(plan));
    const int side = plan.side;
    const bool done = cpu::for_each_row_of(plan, side - 1, stop, [&](int number) {
        faults.columns_[static_cast<std::size_t>(number)] = column_of(side, number);
    });
    if (!done) return std::nullopt;
    faults.missed_ = triangle_number(side - 1);
    for (const Column& column : faults.columns_) {
        faults.missed_ -= column.end - column.begin;
        faults.repeated_ += plan.diagonal && column.ends_on_diagonal;
    }
    return faults;
}

std::optional<Cell> PairFaults::first_missed() const {
    for (int number = 0; const Column& column : columns_) {
        if (column.begin > number + 1) return Cell{number + 1, number};
        if (column.end < shape_.side) return Cell{column.end, number};
        ++number;
    }
    return std::nullopt;
}

bool PairFaults::any_missed(Cell from, Cell to) const {
    const int end_row = std::min(to.row, shape_.side);
    for (int number = from.column; number < std::min(to.column, shape_.side - 1); ++number) {
        const Column& column = columns_[static_cast<std::size_t>(number)];
        const int begin_row = std::max(from.row, number + 1);
        if (begin_row < end_row && (begin_row < column.begin || end_row > column.end)) return true;
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
    Count before = 0;  // pairs in the columns before
    for (int number = 0; const Column& column : columns_) {
        const int last = shape_.side - (column.ends_on_diagonal && shape_.diagonal ? 1 : 0);
        const Count row_0 = before - number - 1;
        add(before, row_0 + column.begin);
        add(row_0 + column.end, row_0 + last);
        before += shape_.side - 1 - number;
        ++number;
    }
    const Count threads = Count{1} << (2 * shape_.log2_block);
    add(before, (before + threads - 1) / threads * threads);  // of the last block
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
    if (!shape_.diagonal) return false;
    const int end = std::min({to.row, to.column, shape_.side});
    for (int number = std::max({from.row, from.column, 1}); number < end; ++number)
        if (columns_[static_cast<std::size_t>(number - 1)].ends_on_diagonal) return true;
    return false;
}

}  // namespace mariani::triangle
