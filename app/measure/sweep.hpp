// The landscape of {g, r, B}: every cell of a grid measured on one view beside Ex; and the search
// for the best cell: hill climbing from several starts, so that only few cells are measured.
#pragma once

#include "app/measure/party.hpp"
#include "app/measure/rounds.hpp"
#include "app/measure/spread.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace mariani::app {

struct SweepCell {
    SubdivisionParams subdivision;
    BlockSize block;
    bool operator==(const SweepCell&) const = default;
};

std::array<int, 5> key_of(const SweepCell& cell);  // for ordered containers

struct SweepRow {
    SweepCell cell;
    int runs = 0;  // behind the spread
    Spread ms;
    double ex_ms = 0;  // the median of Ex on the same view at about the same time
    std::int64_t regions = 0;
    std::int64_t pixels_filled = 0;
    std::int64_t iterations = 0;
    double speedup() const { return ex_ms / ms.median; }
};

// Every g with every r, B and block.
struct SweepGrid {
    std::vector<int> g, r, B;
    std::vector<BlockSize> blocks;
    std::size_t cell_count() const;  // saturated_product of the lists
    std::vector<SweepCell> cells() const;
};

// The product, or the largest representable number if the product exceeds it.
std::size_t saturated_product(std::initializer_list<std::size_t> factors);

inline constexpr std::size_t max_sweep_cells = 10'000;

// Why a grid cannot be swept, in words; nullopt if it can. Creates no cells.
std::optional<std::string> why_invalid(const SweepGrid& grid);

// The cells that have no row yet.
std::vector<SweepCell> missing_cells(std::vector<SweepCell> cells,
                                     const std::vector<SweepRow>& rows);

// What is swept, and its Ex.
struct SweepSubject {
    FrameRequest request;  // of every cell, without its g, r, B and block
    FramePlan plan;        // the request's plan; its engine is not Ex
    std::string device;
    Spread ex_ms;
    std::vector<EngineStats> ex_runs = {};  // behind this
};

// A sweep's progress. Thread-safe.
class SweepClock {
  public:
    void begin(std::size_t cells);
    void cell_done();
    double progress() const;   // 0 to 1
    std::string text() const;  // "34 of 120, about 2 min left"

  private:
    using Clock = std::chrono::steady_clock;
    mutable std::mutex mutex_;
    Clock::time_point begun_;
    std::size_t done_ = 0, total_ = 0;
};

// Runs Ex `repeat` times after a warm-up; the request's engine (ASK if it is neither ASK nor DP) is
// kept for the cells. nullopt if stopped.
std::optional<SweepSubject> sweep_subject(FrameRequest request, int repeat, const RunEngine& run,
                                          const std::stop_token& stop);

// Measures one cell beside the subject's Ex: a warm-up, then `repeat` runs, or one if it is
// hopeless (rounds.hpp). nullopt if stopped.
std::optional<SweepRow> measure_cell(const SweepSubject& subject, const SweepCell& cell, int repeat,
                                     const RunEngine& run, const std::stop_token& stop);

// Measures the cells in random order, a dozen side by side with Ex (run_rounds), and passes their
// rows on as soon as they are measured. A row's Ex is that of the last twenty runs, of the same
// process. A party measures the leader's cells, and passes rows on there; throws
// std::runtime_error where the device differs from the leader's. False if stopped.
bool run_sweep(const SweepSubject& subject, std::vector<SweepCell> cells, int repeat,
               const RunEngine& run, const std::stop_token& stop, SweepClock& clock,
               const std::function<void(const SweepRow&)>& row, Party* party = nullptr);

// The row with the largest speedup; null if there are none.
const SweepRow* best_of(const std::vector<SweepRow>& rows);

// The fastest of the rows that differ only in the block. Points into the rows.
struct Landscape {
    std::map<int, std::map<std::pair<int, int>, const SweepRow*>> panels;  // r: (g, B)
    std::vector<int> g, B;                                                 // ascending
    const SweepRow* best = nullptr;
};
Landscape landscape_of(const std::vector<SweepRow>& rows);

// The position of a gain on a common scale, 0 to 1; logarithmic. There must be rows.
struct GainScale {
    double min = 1, max = 1;
    double place(double gain) const;
};
GainScale gain_scale(const std::vector<SweepRow>& rows);

// Measures the starts (the request's own values and two that are often good), then from the best of
// them halves and doubles g, r, B and, on cuda, the block's sides, as long as that gains one
// percent; each cell once. Ends by itself, or with the first cell finished after `seconds`. Rows
// are passed on as they are measured. False if stopped.
bool tune(const SweepSubject& subject, double seconds, int repeat, const RunEngine& run,
          const std::stop_token& stop, const std::function<void(const SweepRow&)>& row);

// Measures what a search has found again, beside Ex and the request's own values in random order,
// because a busy moment may have favoured it. nullopt if stopped. Throws std::runtime_error, with
// the figures, if its gain may be noise.
std::optional<SweepRow> confirmed(const SweepSubject& subject, const SweepRow& found,
                                  const RunEngine& run, const std::stop_token& stop);

}  // namespace mariani::app
