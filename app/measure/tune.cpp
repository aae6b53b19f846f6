#include "app/measure/tune.hpp"

#include "app/measure/rounds.hpp"
#include "app/measure/spread.hpp"
#include "compute/model/limits.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr double min_gain = 1.01;  // less may be noise

// Half and double of one value, if allowed.
void add_steps(const SweepCell& from, int SubdivisionParams::*value, IntegerRange allowed,
               std::vector<SweepCell>& cells) {
    for (const int step : {from.subdivision.*value * 2, from.subdivision.*value / 2}) {
        if (!allowed.holds(step)) continue;
        cells.push_back(from);
        cells.back().subdivision.*value = step;
    }
}

std::vector<SweepCell> neighbours(const SweepCell& cell, Backend backend) {
    std::vector<SweepCell> cells;
    add_steps(cell, &SubdivisionParams::B, limits::B, cells);
    add_steps(cell, &SubdivisionParams::g, {1, 1024}, cells);
    add_steps(cell, &SubdivisionParams::r, {2, 64}, cells);
    if (backend != Backend::cuda) return cells;
    for (const BlockSize block : {BlockSize{cell.block.width * 2, cell.block.height},
                                  BlockSize{cell.block.width, cell.block.height / 2},
                                  BlockSize{cell.block.width / 2, cell.block.height},
                                  BlockSize{cell.block.width, cell.block.height * 2}})
        if (!why_invalid(block)) cells.push_back({cell.subdivision, block});
    return cells;
}

class Search {
  public:
    Search(const SweepSubject& subject, double seconds, int repeat, const RunEngine& run,
           const std::stop_token& stop, const std::function<void(const SweepRow&)>& row)
        : subject_(subject),
          repeat_(repeat),
          run_(run),
          stop_(stop),
          row_(row),
          end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(seconds))) {}

    bool go() {
        const BlockSize block = subject_.plan.block;
        for (const SweepCell& start : {SweepCell{subject_.plan.subdivision, block},
                                       SweepCell{{4, 2, 8}, block}, SweepCell{{32, 2, 32}, block}})
            if (!measure(start)) return finished_;
        for (bool better = true; better;) {
            const SweepRow from = *best_of(rows_);
            for (const SweepCell& cell : neighbours(from.cell, subject_.plan.backend))
                if (!measure(cell)) return finished_;
            better = best_of(rows_)->ms.median * min_gain < from.ms.median;
        }
        return true;
    }

  private:
    using Clock = std::chrono::steady_clock;

    // False when the search is over: stopped, or out of time.
    bool measure(const SweepCell& cell) {
        if (std::ranges::find(rows_, cell, &SweepRow::cell) != rows_.end()) return true;
        const auto measured = measure_cell(subject_, cell, repeat_, run_, stop_);
        if (!measured) {
            finished_ = false;
            return false;
        }
        rows_.push_back(*measured);
        row_(*measured);
        return Clock::now() < end_;
    }

    const SweepSubject& subject_;
    const int repeat_;
    const RunEngine& run_;
    const std::stop_token& stop_;
    const std::function<void(const SweepRow&)>& row_;
    const Clock::time_point end_;
    std::vector<SweepRow> rows_;
    bool finished_ = true;
};

Contestant contestant(const SweepSubject& subject, const SweepCell& cell) {
    Contestant made{subject.request};
    set_subdivision(made.request, cell.subdivision);
    made.request.block = cell.block;
    return made;
}

std::string runs_text(const std::string& name, const Spread& ms) {
    return fmt::format("{} took {:.3g} to {:.3g} ms", name, ms.min, ms.max);
}

void refuse_noise(const SweepRow& found, const Spread& own, const Spread& ex, bool changed) {
    const bool faster_than_own = !changed || clearly_shorter(found.ms, own);
    if (faster_than_own && clearly_differ(found.ms, ex)) return;
    const auto& [g, r, B] = found.cell.subdivision;
    const auto best = runs_text(fmt::format("g {} r {} B {}", g, r, B), found.ms);
    throw std::runtime_error(fmt::format(
        "Nothing was remembered, because the gain may be noise: measured side by side, {}, and {}. "
        "Search again when the machine is less busy.",
        best, faster_than_own ? runs_text("Ex", ex) : runs_text("the current values", own)));
}

}  // namespace

std::optional<SweepRow> confirmed(const SweepSubject& subject, const SweepRow& found,
                                  const RunEngine& run, const std::stop_token& stop) {
    const SweepCell own{subject.plan.subdivision, subject.plan.block};
    std::vector<Contestant> all;
    for (const SweepCell& cell : {own, own, found.cell}) all.push_back(contestant(subject, cell));
    all.front().request.engine = EngineKind::ex;
    if (!run_rounds(all, {5, hopeless_ms(subject.ex_ms.median)}, run, stop)) return std::nullopt;
    const Spread ex = spread_of_ms(all[0].runs);
    SweepRow again = found;
    again.runs = static_cast<int>(all[2].runs.size());
    again.ms = spread_of_ms(all[2].runs);
    again.ex_ms = ex.median;
    refuse_noise(again, spread_of_ms(all[1].runs), ex, found.cell != own);
    return again;
}

bool tune(const SweepSubject& subject, double seconds, int repeat, const RunEngine& run,
          const std::stop_token& stop, const std::function<void(const SweepRow&)>& row) {
    return Search(subject, seconds, repeat, run, stop, row).go();
}

}  // namespace mariani::app
