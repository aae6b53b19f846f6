// The landscape of {g, r, B}: every cell of a grid measured on one view beside Ex.
#pragma once

#include "app/measure/run_engine.hpp"
#include "app/measure/spread.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

struct SweepCell {
    SubdivisionParams subdivision;
    BlockSize block;
    bool operator==(const SweepCell&) const = default;
};

std::array<int, 5> key_of(const SweepCell& cell);  // for containers that are in order

struct SweepRow {
    SweepCell cell;
    int runs = 0;  // that the spread is of
    Spread ms;
    double ex_ms = 0;  // the median of Ex on the same view, about the same time
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

// The product, or the largest number that there is where the product is beyond it.
std::size_t saturated_product(std::initializer_list<std::size_t> factors);

inline constexpr std::size_t most_sweep_cells = 10'000;

// Why a grid cannot be swept, in words; nothing where it can. Makes no cell.
std::optional<std::string> refusal(const SweepGrid& grid);

// The cells that no row is of yet.
std::vector<SweepCell> missing_cells(std::vector<SweepCell> cells,
                                     const std::vector<SweepRow>& rows);

// What is swept over, and Ex on it.
struct SweepSubject {
    FrameRequest request;  // of every cell, but for its g, r, B and block
    FramePlan plan;        // that of the request; its engine is not Ex
    std::string device;
    Spread ex_ms;
    std::vector<EngineStats> ex_runs = {};  // that this is of
};

// How far a sweep has come. Thread-safe.
class SweepClock {
  public:
    void begin(std::size_t cells);
    void cell_done();
    double progress() const;    // 0 to 1
    std::string words() const;  // "34 of 120, about 2 min left"

  private:
    using Clock = std::chrono::steady_clock;
    mutable std::mutex mutex_;
    Clock::time_point begun_;
    std::size_t done_ = 0, total_ = 0;
};

// Runs Ex `repeat` times after a warm-up, with the engine of the request (ASK where it is neither
// ASK nor DP) left for the cells. Nothing when stopped.
std::optional<SweepSubject> sweep_subject(FrameRequest request, int repeat, const RunEngine& run,
                                          const std::stop_token& stop);

// Measures one cell, beside the subject's Ex: a warm-up, then `repeat` runs; one only where that is
// hopeless (rounds.hpp). Nothing when stopped.
std::optional<SweepRow> measure_cell(const SweepSubject& subject, const SweepCell& cell, int repeat,
                                     const RunEngine& run, const std::stop_token& stop);

// Measures the cells in random order, a dozen side by side with Ex (run_rounds), and hands these
// rows over as soon as they are measured. A row's Ex is that of the last twenty runs. False when
// stopped.
bool run_sweep(const SweepSubject& subject, std::vector<SweepCell> cells, int repeat,
               const RunEngine& run, const std::stop_token& stop, SweepClock& clock,
               const std::function<void(const SweepRow&)>& row);

// With the largest speedup; null where there is none.
const SweepRow* best_of(const std::vector<SweepRow>& rows);

}  // namespace mariani::app
