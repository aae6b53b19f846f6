// An experiment: what is measured on one view, the results, and whether they are reproduced when it
// is repeated. Plain values; app/measure/experiment_file.hpp stores them in files.
// With the machine and software of a measurement, and its time.
#pragma once

#include "app/measure/rounds.hpp"
#include "app/measure/sweep.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// Unknown or missing entries are empty.
struct Machine {
    std::string mariani;  // the program's version
    std::string system;   // "Debian GNU/Linux 12 (bookworm), Linux 6.1.0"
    std::string cpu;      // "AMD EPYC, 2 threads, AVX-512"
    std::string gpu;      // the first usable one: "NVIDIA H200, 132 SMs, …"
    std::string driver;   // of the GPU: "550.54.15"
    bool operator==(const Machine&) const = default;
};

Machine this_machine();

std::string utc_now();  // ISO 8601: "2026-01-31T12:00:00Z"

// One engine and scheme with every g, r, B and block on every size.
struct ExperimentCase {
    EngineKind engine = EngineKind::ask;
    Scheme scheme = Scheme::sbr;
    std::vector<ImageSize> sizes;
    bool largest = false;  // only the largest of the sizes that fits this machine
    SweepGrid grid;        // for Ex only the blocks
};

// What is computed, beside what the whole experiment shares.
struct ExperimentRow {
    EngineKind engine = EngineKind::ask;
    Scheme scheme = Scheme::sbr;
    ImageSize size;
    SweepCell cell;
    bool operator==(const ExperimentRow&) const = default;
};

// The row limit applies to all cases together, or to the record.
inline constexpr double max_experiment_minutes = 1e6;
inline constexpr std::size_t max_experiment_rows = 100'000;

struct RowResult {
    ExperimentRow row;
    int runs = 0;  // behind the spread; one if the row took ten times as long as Ex, or if the
                   // experiment's time was up
    Spread ms;
    std::int64_t regions = 0;
    std::int64_t pixels_filled = 0;
    std::int64_t iterations = 0;
};

// Why rows were not measured: "larger than 4096x4096 (12 rows): …".
using LeftOutRows = std::vector<std::string>;

struct ExperimentRecord {
    std::string time;  // ISO 8601, UTC
    Machine machine;
    std::string device;  // what it was computed on, with backend and precision
    Backend backend = Backend::cpu;
    Precision precision = Precision::f32;
    std::vector<RowResult> rows;  // by size, Ex first
    LeftOutRows left_out;
};

struct Experiment {
    std::string title;
    FrameRequest common;  // all but image, part, engine, scheme, g, r, B and block
    int repeat = 5;       // measured runs of each row
    double minutes = 10;  // time limit for everything; sizes that would exceed it are left out
    std::vector<ExperimentCase> cases;
    std::optional<ExperimentRecord> record;
};

inline std::int64_t pixels(ImageSize size) {
    return std::int64_t{size.width} * size.height;
}

FrameRequest request_of(const Experiment& experiment, const ExperimentRow& row);

ExperimentRecord new_record();  // with the present time and machine, without rows

// Side-by-side measurements as an experiment with its record. `asked` is the request as the user
// wrote it, `plan` that of any of its runs, on `device`.
Experiment experiment_of(std::string title, std::vector<RowResult> rows, const FrameRequest& asked,
                         const FramePlan& plan, const std::string& device, int repeat);
// A sweep's rows with Ex. There must be rows.
Experiment experiment_of(const SweepSubject& subject, const std::vector<SweepRow>& rows);
RowResult result_of(const ExperimentRow& row, const std::vector<EngineStats>& runs);  // not none

// The rows of the record if there is one, else of the cases, up to a size; ordered by size, then Ex
// first, then in their own order, without duplicates.
std::vector<ExperimentRow> rows_up_to(const Experiment& experiment, std::int64_t pixels);
std::vector<ImageSize> sizes_of(const Experiment& experiment);  // ascending, without duplicates

// The fastest Ex of this size; null if there is none.
const RowResult* ex_of(const std::vector<RowResult>& rows, ImageSize size);

// A row of the record compared with its repetition.
enum class Verdict {
    same,  // the ranges of their runs overlap
    faster,
    slower,
    unknown  // a single run has no spread
};
struct RowComparison {
    const RowResult* recorded = nullptr;
    const RowResult* repeated = nullptr;
    double ratio() const { return repeated->ms.median / recorded->ms.median; }
    Verdict verdict() const;
};

// The rows that both have. Points into the records.
std::vector<RowComparison> compare(const ExperimentRecord& recorded,
                                   const ExperimentRecord& repeated);

}  // namespace mariani::app
