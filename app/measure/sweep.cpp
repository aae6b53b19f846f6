#include "app/measure/sweep.hpp"

#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// Enough that a round outlasts a busy moment, and few enough to lose when a sweep is
// killed.
constexpr std::size_t cells_together = 12;

std::string remaining_text(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} s", std::max(1.0, seconds));
    if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

FrameRequest request_of(const SweepSubject& subject, const SweepCell& cell) {
    FrameRequest request = subject.request;
    set_subdivision(request, cell.subdivision);
    request.block = cell.block;
    return request;
}

// Times of Ex, recent enough to be valid, and enough of them that a single run has little weight.
class RecentExTimes {
  public:
    void add(const std::vector<EngineStats>& runs) {
        for (const EngineStats& stats : runs) ms_.push_back(stats.compute_ms);
        constexpr std::size_t max_runs = 20;
        if (ms_.size() > max_runs) ms_.erase(ms_.begin(), ms_.end() - max_runs);
    }
    double median() const { return spread_of(ms_).median; }

  private:
    std::vector<double> ms_;
};

// False if stopped.
bool measure(std::vector<Contestant>& all, const SweepSubject& subject, int repeat,
             const RunEngine& run, const std::stop_token& stop) {
    const Rounds rounds{repeat, hopeless_ms(subject.ex_ms.median)};
    return run_rounds(all, rounds, run, stop);
}

SweepRow row_of(const SweepCell& cell, const std::vector<EngineStats>& runs, double ex_ms) {
    const EngineStats& stats = runs.front();
    return {cell,
            static_cast<int>(runs.size()),
            spread_of_ms(runs),
            ex_ms,
            stats.total().regions,
            stats.total().pixels_filled,
            stats.total().iterations};
}

// The cells that the leader wants, in its order; nullopt if it has ended.
std::optional<std::vector<SweepCell>> agreed_cells(Party& party, const SweepSubject& subject,
                                                   const std::vector<SweepCell>& cells) {
    if (!measures_as_leader(party, subject.device)) return std::nullopt;
    const auto agreed = leaders_text(party, bytes_of(cells));
    return agreed ? std::optional(values_of<SweepCell>(*agreed)) : std::nullopt;
}

}  // namespace

std::array<int, 5> key_of(const SweepCell& cell) {
    const auto& [g, r, B] = cell.subdivision;
    return {g, r, B, cell.block.width, cell.block.height};
}

std::size_t saturated_product(std::initializer_list<std::size_t> factors) {
    constexpr auto max = std::numeric_limits<std::size_t>::max();
    if (std::ranges::find(factors, std::size_t{0}) != factors.end()) return 0;
    std::size_t product = 1;
    for (const std::size_t factor : factors) {
        if (product > max / factor) return max;
        product *= factor;
    }
    return product;
}

std::size_t SweepGrid::cell_count() const {
    return saturated_product({g.size(), r.size(), B.size(), blocks.size()});
}

std::optional<std::string> why_invalid(const SweepGrid& grid) {
    if (grid.cell_count() <= max_sweep_cells) return std::nullopt;
    return fmt::format(
        "{} values of g, {} of r, {} of B and {} of the block make more than {} cells, the limit "
        "of a sweep: name fewer values",
        grid.g.size(), grid.r.size(), grid.B.size(), grid.blocks.size(), max_sweep_cells);
}

std::vector<SweepCell> missing_cells(std::vector<SweepCell> cells,
                                     const std::vector<SweepRow>& rows) {
    std::set<std::array<int, 5>> measured;
    for (const SweepRow& row : rows) measured.insert(key_of(row.cell));
    std::erase_if(cells, [&](const SweepCell& cell) { return measured.contains(key_of(cell)); });
    return cells;
}

std::vector<SweepCell> SweepGrid::cells() const {
    std::vector<SweepCell> all;
    std::set<std::array<int, 5>> known;
    for (const int each_g : g)
        for (const int each_r : r)
            for (const int each_B : B)
                for (const BlockSize block : blocks) {
                    const SweepCell cell{{each_g, each_r, each_B}, block};
                    if (known.insert(key_of(cell)).second) all.push_back(cell);
                }
    return all;
}

void SweepClock::begin(std::size_t cells) {
    const std::scoped_lock lock(mutex_);
    begun_ = Clock::now();
    done_ = 0;
    total_ = cells;
}

void SweepClock::cell_done() {
    const std::scoped_lock lock(mutex_);
    ++done_;
}

double SweepClock::progress() const {
    const std::scoped_lock lock(mutex_);
    return total_ == 0 ? 0 : static_cast<double>(done_) / static_cast<double>(total_);
}

// The order is random, so on average the remaining cells take as long as those before.
std::string SweepClock::text() const {
    const std::scoped_lock lock(mutex_);
    if (total_ == 0) return "measuring Ex";
    if (done_ == 0) return fmt::format("0 of {}", total_);
    const double spent = std::chrono::duration<double>(Clock::now() - begun_).count();
    const double left = spent / static_cast<double>(done_) * static_cast<double>(total_ - done_);
    return fmt::format("{} of {}, about {} left", done_, total_, remaining_text(left));
}

std::optional<SweepSubject> sweep_subject(FrameRequest request, int repeat, const RunEngine& run,
                                          const std::stop_token& stop) {
    if (request.engine != EngineKind::dp) request.engine = EngineKind::ask;
    request.keep_regions = request.smooth = request.exterior = request.count_work = false;
    std::vector<Contestant> alone{{request}};
    Contestant& ex = alone.front();
    ex.request.engine = EngineKind::ex;
    if (!run_rounds(alone, {repeat}, run, stop)) return std::nullopt;
    if (const auto why = why_no_effect(*request.engine, ex.plan.precision))
        throw std::runtime_error("nothing is measured: " + *why);
    SweepSubject subject{request, ex.plan, ex.runs.back().device, spread_of_ms(ex.runs), ex.runs};
    subject.plan.engine = *request.engine;
    subject.request.backend = ex.plan.backend;
    subject.request.precision = ex.plan.precision;
    return subject;
}

std::optional<SweepRow> measure_cell(const SweepSubject& subject, const SweepCell& cell, int repeat,
                                     const RunEngine& run, const std::stop_token& stop) {
    std::vector<Contestant> alone{{request_of(subject, cell)}};
    if (!measure(alone, subject, repeat, run, stop)) return std::nullopt;
    return row_of(cell, alone.front().runs, subject.ex_ms.median);
}

bool run_sweep(const SweepSubject& subject, std::vector<SweepCell> cells, int repeat,
               const RunEngine& run, const std::stop_token& stop, SweepClock& clock,
               const std::function<void(const SweepRow&)>& row, Party* party) {
    Shuffler().shuffle(cells);
    if (party) {
        auto agreed = agreed_cells(*party, subject, cells);
        if (!agreed) return false;
        cells = std::move(*agreed);
    }
    clock.begin(cells.size());
    const std::size_t together = cells_a_share(cells.size(), cells_together, party);
    RecentExTimes ex_times;
    const auto measure_share = [&](std::size_t share) -> std::optional<std::vector<SweepRow>> {
        const std::size_t first = share * together;
        const std::size_t count = std::min(together, cells.size() - first);
        std::vector<Contestant> all{{request_of(subject, {})}};
        all.front().request.engine = EngineKind::ex;
        for (std::size_t i = 0; i < count; ++i)
            all.push_back({request_of(subject, cells[first + i])});
        if (!measure(all, subject, repeat, run, stop)) return std::nullopt;
        ex_times.add(all.front().runs);
        std::vector<SweepRow> rows;
        for (std::size_t i = 0; i < count; ++i)
            rows.push_back(row_of(cells[first + i], all[i + 1].runs, ex_times.median()));
        return rows;
    };
    const auto keep = [&](const std::vector<SweepRow>& rows) {
        for (const SweepRow& each : rows) {
            row(each);
            clock.cell_done();
        }
    };
    const std::size_t shares = (cells.size() + together - 1) / together;
    return measure_shares<SweepRow>(party, shares, measure_share, keep);
}

const SweepRow* best_of(const std::vector<SweepRow>& rows) {
    const auto best = std::ranges::max_element(rows, {}, &SweepRow::speedup);
    return best == rows.end() ? nullptr : &*best;
}

Landscape landscape_of(const std::vector<SweepRow>& rows) {
    Landscape landscape;
    std::set<int> all_g, all_B;
    for (const SweepRow& row : rows) {
        const auto& [g, r, B] = row.cell.subdivision;
        const SweepRow*& kept = landscape.panels[r][{g, B}];
        if (!kept || row.speedup() > kept->speedup()) kept = &row;
        all_g.insert(g);
        all_B.insert(B);
    }
    landscape.g.assign(all_g.begin(), all_g.end());
    landscape.B.assign(all_B.begin(), all_B.end());
    landscape.best = best_of(rows);
    return landscape;
}

double GainScale::place(double gain) const {
    if (!(max > min)) return 1;
    return std::clamp(std::log(gain / min) / std::log(max / min), 0.0, 1.0);
}

GainScale gain_scale(const std::vector<SweepRow>& rows) {
    GainScale scale{rows.front().speedup(), rows.front().speedup()};
    for (const SweepRow& row : rows) {
        scale.min = std::min(scale.min, row.speedup());
        scale.max = std::max(scale.max, row.speedup());
    }
    return scale;
}

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
