// What the map utm-printed misses of the triangle or visits twice, without a count for each cell.
// As it never falls from a pair to the next one, those of a row that it gets right follow each
// other; a wrong one lies outside of the triangle, or on its diagonal where it is the row's last.
#pragma once

#include "compute/workloads/triangle/plan.hpp"

#include <optional>
#include <stop_token>
#include <vector>

namespace mariani::triangle {

class PairFaults {
  public:
    // The plan's map is utm-printed. Nothing within 100 ms of a stop request.
    static std::optional<PairFaults> find(const Plan& plan, const std::stop_token& stop);

    Count missed() const { return missed_; }
    Count repeated() const { return repeated_; }

    // In the order of the pairs' numbers.
    std::optional<Cell> first_missed() const;

    // Whether some cell of the domain is, of those from `from` to just before `to`.
    bool any_missed(Cell from, Cell to) const;
    bool any_repeated(Cell from, Cell to) const;

    // Blocks of all launches whose threads all have a cell of the domain, and those of which none
    // has.
    struct BlockUses {
        Count useful = 0, wasted = 0;
    };
    BlockUses count_uses() const;

  private:
    explicit PairFaults(const Shape& shape);

    // A row of pairs is a column of the triangle: its rows from `begin` to just before `end` are
    // right.
    struct Column {
        int begin = 0, end = 0;
        bool ends_on_diagonal = false;  // its last pair does, in the next column
    };
    static Column column_of(int side, int number);

    // Calls use(begin, end) for the numbers of pairs that have no cell of the domain, in their
    // order and with others between them.
    template <typename Use>
    void for_each_gap(const Use& use) const;

    Shape shape_;
    std::vector<Column> columns_;
    Count missed_ = 0, repeated_ = 0;
};

}  // namespace mariani::triangle
