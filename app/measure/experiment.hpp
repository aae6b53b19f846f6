// An experiment: what is measured on one view, what came of it, and whether it comes out the same
// when it is repeated. Plain values; app/measure/experiment_file.hpp has them as files.
#pragma once

#include "app/measure/machine.hpp"
#include "app/measure/rounds.hpp"
#include "app/measure/sweep.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// One engine and scheme with every g, r, B and block on every size.
struct ExperimentCase {
    EngineKind engine = EngineKind::ask;
    Scheme scheme = Scheme::sbr;
    std::vector<ImageSize> sizes;
    bool largest = false;  // of the sizes only the largest that fits this machine
    SweepGrid grid;        // of Ex the blocks only
};

// What is computed, besides what the whole experiment shares.
struct ExperimentRow {
    EngineKind engine = EngineKind::ask;
    Scheme scheme = Scheme::sbr;
    ImageSize size;
    SweepCell cell;
    bool operator==(const ExperimentRow&) const = default;
};

// The most rows are those of all cases, or of the record.
inline constexpr double most_experiment_minutes = 1e6;
inline constexpr std::size_t most_experiment_rows = 100'000;

struct RowResult {
    ExperimentRow row;
    int runs = 0;  // that the spread is of; one where it took ten times as long as Ex, or the time
                   // of the experiment was up
    Spread ms;
    std::int64_t regions = 0;
    std::int64_t pixels_filled = 0;
    std::int64_t iterations = 0;
};

// Why rows were not measured: "larger than 4096x4096 (12 rows): …".
using LeftOut = std::vector<std::string>;

struct ExperimentRecord {
    std::string time;  // ISO 8601, UTC
    Machine machine;
    std::string device;  // what it was computed on, with backend and precision
    Backend backend = Backend::cpu;
    Precision precision = Precision::f32;
    std::vector<RowResult> rows;  // by size, Ex first
    LeftOut left_out;
};

struct Experiment {
    std::string title;
    FrameRequest common;  // all but image, part, engine, scheme, g, r, B and block
    int repeat = 5;       // measured runs of each row
    double minutes = 10;  // how long all may take; sizes that would take longer are left out
    std::vector<ExperimentCase> cases;
    std::optional<ExperimentRecord> record;
};

inline std::int64_t pixels(ImageSize size) {
    return std::int64_t{size.width} * size.height;
}

FrameRequest request_of(const Experiment& experiment, const ExperimentRow& row);

ExperimentRecord new_record();  // of now and this machine, without rows

// What was measured side by side, as an experiment with its record. `asked` is the request as the
// user wrote it, `plan` that of any of its runs, on `device`.
Experiment experiment_of(std::string title, std::vector<RowResult> rows, const FrameRequest& asked,
                         const FramePlan& plan, const std::string& device, int repeat);
// A sweep's rows with Ex. Not of none.
Experiment experiment_of(const SweepSubject& subject, const std::vector<SweepRow>& rows);
RowResult result_of(const ExperimentRow& row, const std::vector<EngineStats>& runs);  // not none

// The rows of the record where there is one, else of the cases, up to a size; by size, Ex
// before the others, then in their order, none twice.
std::vector<ExperimentRow> rows_up_to(const Experiment& experiment, std::int64_t pixels);
std::vector<ImageSize> sizes_of(const Experiment& experiment);  // from small to large, none twice

// The fastest Ex of this size; null where there is none.
const RowResult* ex_of(const std::vector<RowResult>& rows, ImageSize size);

// A row of the record beside its repetition.
enum class Verdict {
    same,  // the times that their runs lie between overlap
    faster,
    slower,
    unknown  // one run has no spread
};
struct RowComparison {
    const RowResult* recorded = nullptr;
    const RowResult* repeated = nullptr;
    double ratio() const { return repeated->ms.median / recorded->ms.median; }
    Verdict verdict() const;
};

// Those rows that both have. Points into the records.
std::vector<RowComparison> compare(const ExperimentRecord& recorded,
                                   const ExperimentRecord& repeated);

}  // namespace mariani::app
