// What utm-printed and utm-n miss of the triangle or visit twice, without a count for each cell. A
// pair whose row is wrong lies outside of the triangle or on its diagonal, so its cell is missed.
#pragma once

#include "compute/workloads/triangle/plan.hpp"

#include <optional>
#include <stop_token>
#include <vector>

namespace mariani::triangle {

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

}  // namespace mariani::triangle
