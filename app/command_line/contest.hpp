// A contest of a workload's engines: what bench, race and sweep print and write of any workload
// beside the Mandelbrot set. The workload measures, and says what its figures mean.
#pragma once

#include "app/files/csv_text.hpp"
#include "app/measure/spread.hpp"
#include "compute/model/energy.hpp"

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace mariani::app {

struct MeasuredEngine {
    std::string label;
    std::vector<double> ms;             // of its runs, at least one
    std::optional<double> improvement;  // over the median of the baseline, if that ran
    CsvColumns plan;                    // what ran
    CsvColumns found;                   // what came of it
    CsvColumns beside;                  // how it compares; behind all others
    std::vector<std::string> compared;  // cells: the same, under Contest::comparisons
    std::vector<std::string> figures;   // cells of bench, under Contest::figures
    std::optional<FrameEnergy> energy;
    double cells = 0;         // of a run, for energies
    std::string remark = {};  // lines below the table; empty if there is nothing to say
    bool whole = true;        // it did all of the work: else it is never the fastest
};

struct Contest {
    std::string title;               // a line: the problem
    std::string family;              // what a sweep's cells have in common: "points clumps"
    std::string kind;                // what they are: "engine"
    std::string baseline;            // "DP"
    std::optional<double> bound;     // of improvements, if they have one
    std::string time = "ms";         // what is told of a run: "ms a step"
    int digits = 4;                  // of these, behind the point
    std::string length;              // of a run: " of 100 steps"; empty: all that there is to do
    std::string where;               // "cpu: AMD EPYC"
    std::vector<std::string> facts;  // bench's lines above the table
    std::vector<std::string> comparisons, figures;           // heads of cells
    std::vector<std::pair<std::string, std::string>> place;  // in a sweep: "points", "1000"
    bool lists_all = false;               // in a sweep: every engine, and not the fastest alone
    std::vector<MeasuredEngine> engines;  // at least one
    std::string remark;                   // lines below those of the engines
    std::size_t runs = 0;                 // of all engines
    std::function<CsvColumns(std::size_t run)> row;  // of bench's table, as they ran
};

struct ContestJob {
    int repeat;
    bool energies;
    const std::stop_token& stop;
    std::atomic<int>& done;  // runs
};

struct ContestPlan {
    std::size_t engines = 0;
    // Nothing if stopped. Throws what a runner throws.
    std::function<std::optional<Contest>(const ContestJob&)> measure;
};

struct ContestBench {
    ContestPlan plan;
    int repeat = 5;
    bool energy = false;
    std::optional<std::filesystem::path> output;  // .csv
};

struct ContestRace {
    ContestPlan plan;
    int repeat = 5;
    std::optional<std::filesystem::path> output;  // .csv
    std::optional<std::filesystem::path> plot;    // .png
};

struct ContestSweep {
    std::vector<ContestPlan> cells;  // at least one
    int repeat = 5;
    std::optional<std::filesystem::path> output;  // .csv
};

// "0.75", or "-" where there is none: how all tables show how often one time is in another.
std::string hundredths_text(std::optional<double> value);

// Each returns the exit status, or throws.
int run_contest(const ContestBench& command);
int run_contest(const ContestRace& command);
int run_contest(const ContestSweep& command);

}  // namespace mariani::app
