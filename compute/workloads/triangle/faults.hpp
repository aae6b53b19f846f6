// What an exhibit misses of the triangle or visits more than once, for triangles of any size: rows
// of blocks are gone through, and no count is kept for each cell. As the processor computes the
// map; of all maps only ltm-r may differ on a GPU.
#pragma once

#include "compute/workloads/triangle/plan.hpp"

#include <optional>
#include <stop_token>
#include <vector>

namespace mariani::triangle {

// What utm-printed and utm-n miss of the triangle or visit twice, without a count for each cell. A
// pair whose row is wrong lies outside of the triangle or on its diagonal, so its cell is missed.
class PairFaults {
  public:
    // The plan's map is one of the two. Nothing within 100 ms of a stop request.
    static std::optional<PairFaults> find(const Plan& plan, const std::stop_token& stop);

    Count missed() const { return missed_; }
    // Threads that have a cell of the diagonal beside the one that is meant to, and those cells. 0
    // where the diagonal does not belong to the domain.
    Count on_diagonal() const { return std::ssize(hits_); }
    Count repeated() const { return std::ssize(repeated_); }

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
    // Numbers of pairs, from `begin` to just before `end`.
    struct Run {
        Count begin, end;
    };
    // A wrong pair on the diagonal, with the number of its cell there.
    struct Hit {
        Count number;
        int cell;
    };
    struct Row {
        std::vector<Run> wrong;  // both in ascending order
        std::vector<Hit> hits;   // of these
    };
    explicit PairFaults(const Shape& shape) : shape_(shape) {}
    static Row row_of_printed(int side, int number);
    static Row row_of_newton(int side, int number);
    void append(const Row& row);

    // Calls use(begin, end) for the numbers of pairs that have no cell of the domain, in their
    // order and with others between them.
    template <typename Use>
    void for_each_gap(const Use& use) const;

    Shape shape_;
    std::vector<Run> wrong_;
    std::vector<Hit> hits_;
    std::vector<int> repeated_;  // numbers of cells of the diagonal, ascending
    Count missed_ = 0;
};

class Faults {
  public:
    // The faults of any map; exact ones have none. Nothing within 100 ms of a stop request.
    static std::optional<Faults> find(const Plan& plan, const std::stop_token& stop);

    // Cells of the domain that no thread has, and those that several have.
    Count missed() const { return missed_; }
    Count repeated() const { return repeated_; }
    // Threads that have a cell of the domain.
    Count visits() const { return visits_; }

    // By its row and column: of maps of threads a cell, the first row by row or, of pairs, in
    // their order; else a block of the triangle, the first in the order of lambda.
    std::optional<Cell> first_missed() const;

    // What is wrong with pairs, where the map has such.
    const std::optional<PairFaults>& pairs() const { return pairs_; }

    // Places for blocks in a row of the triangle, from a column to just before another one, whose
    // block lies outside of it.
    Count missed_blocks(int row, int from, int to) const;

    // Whether some cell of the domain is, of those from `from` to just before `to`.
    bool any_missed(Cell from, Cell to) const;
    bool any_repeated(Cell from, Cell to) const;

  private:
    explicit Faults(const Plan& plan);

    // Columns of blocks: from `begin` to just before `end`.
    struct Run {
        int begin, end;
    };
    template <typename Row>
    static std::vector<Run> missed_runs(const Shape& shape, int row);
    static std::vector<Run> missed_runs(const Plan& plan, const Shape& shape, int row);

    void count_missed_blocks();
    void count_folded_cells();
    bool find_pairs(const Plan& plan, const std::stop_token& stop);
    bool find_blocks(const Plan& plan, const std::stop_token& stop);
    // Just behind the last column of the domain in the rows before `end`.
    int columns_before(int end) const;

    Shape shape_;
    bool folds_wrong_;                 // rb-printed, where it is not exact
    std::optional<PairFaults> pairs_;  // of maps whose pairs are wrong
    Count missed_ = 0, repeated_ = 0, visits_ = 0;
    // What each row of blocks misses, ascending; only maps of blocks that are not exact have these.
    std::vector<std::vector<Run>> missing_;
};

}  // namespace mariani::triangle
