// What a user asks for, with nothing where the program is to choose; and what is to be run: a map
// under a test, with nothing left to choose.
#pragma once

#include "compute/model/memory_estimate.hpp"
#include "compute/workloads/triangle/elements.hpp"
#include "compute/workloads/triangle/problem.hpp"
#include "compute/workloads/triangle/shape.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::triangle {

struct Plan {
    MapKind map = MapKind::ltm;
    Task test = Task::edm;
    int side = default_side;           // N
    int block = 16;                    // rho
    int features = 4;                  // coordinates of a point: EDM 1 to 4, collision 1 or 3
    bool diagonal = true;              // its cells belong to the domain; collision: false
    double epsilon = printed_epsilon;  // of LTM-X, -R and -N
    int rec_base = 1;                  // m of REC
    int cells = 1;                     // of each thread, on cuda: a column of the tile
    Layout layout = Layout::packed;    // of accumulate and EDM
    Seed seed = 1;                     // of points and spheres
    double time = 0;                   // in s: points and spheres have moved for as long
    bool by_grid = false;  // collision by a uniform grid, without the map: see sphere_grid.hpp
    Backend backend = Backend::cpu;
    int device = 0;   // of cuda
    int threads = 0;  // of cpu; 0: all
    bool operator==(const Plan&) const = default;
};

// The problem that it solves, with what the program chose.
Problem problem_of(const Plan& plan);

Shape shape_of(const Plan& plan);

// As options and files name what is run, and as people read it: that of its map, or of the grid.
std::string_view engine_name(const Plan& plan);
std::string_view engine_label(const Plan& plan);

// The launches of its map, in their order.
std::vector<Pass> passes_of(const Plan& plan);

// Why it cannot be run, in words a user can act on.
std::optional<std::string> why_invalid(const Plan& plan);

// Whether a test has points or spheres.
constexpr bool has_input(Task test) {
    return test == Task::edm || test == Task::collision;
}

// Sides of blocks that a test can have.
std::vector<int> block_sides(Task test);

// m of REC that launches the fewest blocks for a triangle of so many blocks.
int best_rec_base(int blocks);

// Cells of a thread where none is asked for: as in the seed, but for EDM, where threads of larger
// blocks compute several, since the device starts a block in 0.6 ns at best.
int suited_cells(Task test, int block);

// Bytes of what the test writes into, and of these the bytes that it writes.
std::int64_t output_bytes(const Plan& plan);
std::int64_t written_bytes(const Plan& plan);

// What parallel space costs, by formula. For exhibits the count is that of the exact map.
struct Waste {
    Count blocks = 0;          // launched
    Count blocks_wasted = 0;   // no cell of theirs lies in the triangle
    Count threads_wasted = 0;  // no cell, or one that is not to be computed
};
Waste waste_of(const Plan& plan);

// k of the seed's Eq. 10, tau / beta: what a block of the map costs beside one of the bounding box,
// where I is the box's time over the map's. I = n^2 / (k |G|) with |G| blocks of the map: of LTM
// k = 2n / ((n + 1) I), which for large n is 2 / I; of the box itself k = 1 / I = 1.
double block_cost(const Plan& plan, double improvement);

// At the plan's time; none if its test has none.
std::vector<Point> input_of(const Plan& plan);

struct Request : Problem {
    std::vector<MapKind> maps;       // none: all that are exact
    bool grid = false;               // besides the maps: collision by a uniform grid
    std::optional<Backend> backend;  // cuda where it is available
    int device = 0;
    int threads = 0;  // 0: all
};

// A plan for each map, in their order, and then for the grid; `cuda_unavailable` says why this
// machine has no cuda, if it has none. Throws std::invalid_argument: what cannot be run, and why.
std::vector<Plan> resolve(const Request& request,
                          const std::optional<std::string>& cuda_unavailable);

inline constexpr std::string_view memory_remedy = "a smaller n";

// What a plan's runner takes of the processor's memory, or of its GPU's.
MemoryEstimate memory_of(const Plan& plan);

// What a check takes of the processor's, which has the values that are right and those that were
// found, too.
MemoryEstimate memory_of_check(const Plan& plan);

}  // namespace mariani::triangle
