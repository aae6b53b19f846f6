// What a user sets of the workload `triangle`, a knob each.
#pragma once

#include "compute/model/knob.hpp"
#include "compute/workloads/triangle/choices.hpp"

#include <optional>

namespace mariani::triangle {

namespace limits {
inline constexpr IntegerRange side{1, 131'072};
inline constexpr double max_time = 1e6;  // s
}  // namespace limits

inline constexpr int default_side = 1024;
inline constexpr double printed_epsilon = 1e-4;  // of the seed

// Nothing where the program is to choose.
struct Problem {
    Task test = Task::edm;
    int side = default_side;           // N
    std::optional<int> block;          // rho: 16; collision 128
    std::optional<int> features;       // 4; collision 3
    std::optional<bool> diagonal;      // on; collision off
    double epsilon = printed_epsilon;  // of maps that have one
    std::optional<int> rec_base;       // m of REC: that with the fewest blocks
    std::optional<int> cells;          // suited_cells()
    std::optional<Layout> layout;      // packed; collision tiles
    Seed seed = 1;
    double time = 0;  // in s
    bool operator==(const Problem&) const = default;
};

}  // namespace mariani::triangle

namespace mariani {

template <>
const KnobTable& knob_table<triangle::Problem>();

}  // namespace mariani
