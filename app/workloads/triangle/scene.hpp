// What a map does to a triangle, block by block and cell by cell, and what one run under it gave:
// all that pictures, tooltips and sentences tell of it.
#pragma once

#include "app/measure/timeline.hpp"
#include "compute/workloads/triangle/blocks.hpp"
#include "compute/workloads/triangle/faults.hpp"
#include "compute/workloads/triangle/runner.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

struct TriangleScene;

// What a test found of its points or spheres, of which a pair is the cell (i, j).
struct TriangleData {
    static constexpr std::size_t most_kept = 4096;

    triangle::Count contacts = 0;           // of spheres
    triangle::Count compared = 0;           // pairs of spheres, if a uniform grid found them
    std::vector<triangle::Cell> touching;   // the first of them, row by row
    std::vector<bool> touches;              // of each sphere: another one
    std::optional<triangle::Cell> nearest;  // of points: the pair, the first of equals
    float distance = 0;                     // of that pair
};

// What the test computes of a cell of the domain: a distance, or 1 where two spheres touch and else
// 0. As the run has it, or, of a scene that is not detailed, as the host computes it: the same
// bits. 0 where the map misses the cell.
double value_of(const TriangleScene& scene, triangle::Cell cell);

// The data of a detailed scene whose test has points or spheres. Nothing if stopped.
std::optional<TriangleData> data_of(const TriangleScene& scene, const std::stop_token& stop);

// A cell: how often it is visited, and the number of the last block that does.
struct Visited {
    std::uint32_t last = 0;
    std::uint32_t times = 0;
};

// Up to max_scene_side cells to a side a scene is `detailed`: all blocks and cells were gone
// through, and it was run. Of larger ones `lookup` and `faults` tell the same of each block and
// cell that is asked for, and what the test computes of a cell is computed when it is drawn.
struct TriangleScene {
    explicit TriangleScene(const triangle::Plan& of);

    triangle::Plan plan;
    triangle::Shape shape;
    std::vector<triangle::Pass> passes;
    triangle::Lookup lookup;
    triangle::Count blocks = 0, wasted = 0;
    triangle::Count threads_wasted = 0;        // that have no cell to compute
    triangle::Count missed = 0, repeated = 0;  // cells of the domain
    // What an exhibit misses first, by row and column: a block of the triangle, or under maps of
    // threads a cell.
    std::optional<triangle::Cell> first_missed;
    // Blocks; of large triangles not counted under maps of threads.
    std::optional<triangle::Count> useful, partial;
    std::vector<triangle::Point> points;  // that the test has, or spheres

    // What is wrong with an exhibit whose scene is not detailed.
    std::optional<triangle::Faults> faults;

    // What only a detailed scene has.
    std::vector<triangle::BlockPlace> places;  // of all blocks, by their number
    // The visits of all cells, row by row; see visited().
    std::shared_ptr<const std::vector<Visited>> visits;
    std::shared_ptr<const std::vector<std::byte>> output;  // of one run
    std::optional<TriangleData> data;  // of its points or spheres, if the test has some
    triangle::RunStats stats;
    std::string device;
    BlockTrace trace;                   // of another run; may be empty
    std::vector<std::uint32_t> traced;  // of each block: its record's place in the trace, from 1;
                                        // 0: there is none
    std::uint32_t trace_ns = 0;         // until the last block ended

    bool detailed() const { return visits != nullptr; }
    bool knows_visits() const { return detailed() || faults; }
    // Whether the map misses a cell of the domain.
    bool misses(triangle::Cell cell) const;
    triangle::BlockPlace place(std::size_t block) const {
        return detailed() ? places[block] : lookup.place(static_cast<triangle::Count>(block));
    }
    // That computes a cell of the domain; nothing if the map misses it.
    std::optional<std::size_t> block_of(triangle::Cell cell) const;
    const Visited& visited(triangle::Cell cell) const {
        return (
            *visits)[static_cast<std::size_t>(triangle::triangle_number(cell.row) + cell.column)];
    }
    const BlockRecord* record_of(std::size_t block) const {
        return traced.empty() || traced[block] == 0 ? nullptr : &trace[traced[block] - 1];
    }
};

inline constexpr int max_scene_side = 4096;

// Lays out the blocks of a detailed scene, runs the plan once and, `with_trace`, records another
// run. The plan is valid. Nothing within 100 ms of a stop request. Throws what
// make_runner and its runner throw.
// `progress` of the run is counted if somebody wants to know.
std::optional<TriangleScene> make_scene(const triangle::Plan& plan, bool with_trace,
                                        const std::stop_token& stop,
                                        triangle::Progress* progress = nullptr);

// A detailed scene at another time of the motion of its points or spheres: one run of `runner`,
// which is of the scene's plan. Blocks, visits and record stay those of `scene`. Nothing within
// 100 ms of a stop request. Throws what the runner throws.
std::optional<TriangleScene> at_time(const TriangleScene& scene, double time,
                                     triangle::Runner& runner, const std::stop_token& stop);

// A rectangle of cells.
struct CellRect {
    int row = 0, column = 0, rows = 0, columns = 0;
    bool operator==(const CellRect&) const = default;
};

// The cells of a block as rectangles from the top: one where it is a square, one a row or more
// else.
std::vector<CellRect> cells_of(const TriangleScene& scene, std::size_t block);

// The recorded run; bars have the blocks' numbers in the scene.
Timeline timeline_of(const TriangleScene& scene);

// What one sees: "BB launches 4,096 blocks; 2,016 of them (49 %) have nothing to do."
std::string sentence_of(const TriangleScene& scene);

// What the scene misses first, where it misses something: "block 465 (i 30, j 0)", by its number
// among the launched ones; under maps of threads "cell (i 32, j 32)".
std::string first_missed_text(const TriangleScene& scene);

// What is wrong with the map, or that nothing is: "Each of the 524,800 cells is visited once."
std::string verdict_of(const TriangleScene& scene);

}  // namespace mariani::app
