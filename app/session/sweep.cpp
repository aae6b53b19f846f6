#include "app/session/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr double hopeless = 10;  // times as long as Ex: one run says enough

std::string time_text(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} s", std::max(1.0, seconds));
    if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

FrameRequest request_of(const SweepSubject& subject, const SweepCell& cell) {
    FrameRequest request = subject.request;
    request.subdivision = cell.subdivision;
    request.block = cell.block;
    return request;
}

}  // namespace

std::vector<SweepCell> SweepGrid::cells() const {
    std::vector<SweepCell> all;
    for (const int each_g : g)
        for (const int each_r : r)
            for (const int each_B : B)
                for (const BlockSize block : blocks) {
                    const SweepCell cell{{each_g, each_r, each_B}, block};
                    if (std::ranges::find(all, cell) == all.end()) all.push_back(cell);
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

// The order is random, so the cells to come take as long as those before, on average.
std::string SweepClock::words() const {
    const std::scoped_lock lock(mutex_);
    if (total_ == 0) return "measuring Ex";
    if (done_ == 0) return fmt::format("0 of {}", total_);
    const double spent = std::chrono::duration<double>(Clock::now() - begun_).count();
    const double left = spent / static_cast<double>(done_) * static_cast<double>(total_ - done_);
    return fmt::format("{} of {}, about {} left", done_, total_, time_text(left));
}

std::optional<SweepSubject> sweep_subject(FrameRequest request, int repeat, const RunEngine& run,
                                          const std::stop_token& stop) {
    if (request.engine != EngineKind::dp) request.engine = EngineKind::ask;
    request.keep_regions = request.smooth = request.count_work = false;
    SweepSubject subject{request, {}, {}};
    request.engine = EngineKind::ex;
    std::vector<double> ms;
    for (int i = 0; i <= repeat; ++i) {  // the first one warms up
        const auto frame = run(request, stop);
        if (!frame) return std::nullopt;
        if (i > 0) ms.push_back(frame->stats.compute_ms);
        subject.device = frame->stats.device;
        subject.request.backend = frame->request.backend;
        subject.request.precision = frame->request.precision;
    }
    subject.ex_ms = spread_of(ms);
    return subject;
}

std::optional<SweepRow> measure_cell(const SweepSubject& subject, const SweepCell& cell, int repeat,
                                     const RunEngine& run, const std::stop_token& stop) {
    const FrameRequest request = request_of(subject, cell);
    SweepRow row{cell, 0, {}, subject.ex_ms.median, 0, 0, 0};
    std::vector<double> ms;
    for (int i = 0; i <= repeat; ++i) {
        const auto frame = run(request, stop);
        if (!frame) return std::nullopt;
        const EngineStats& stats = frame->stats;
        const bool enough = i == 0 && stats.compute_ms > hopeless * row.ex_ms;
        if (i > 0 || enough) ms.push_back(stats.compute_ms);
        row.regions = stats.regions();
        row.pixels_filled = stats.pixels_filled();
        row.iterations = stats.iterations();
        if (enough) break;
    }
    row.runs = static_cast<int>(ms.size());
    row.ms = spread_of(ms);
    return row;
}

bool run_sweep(const SweepSubject& subject, std::vector<SweepCell> cells, int repeat,
               const RunEngine& run, const std::stop_token& stop, SweepClock& clock,
               const std::function<void(const SweepRow&)>& row) {
    std::mt19937 random{std::random_device{}()};
    std::ranges::shuffle(cells, random);
    clock.begin(cells.size());
    for (const SweepCell& cell : cells) {
        const auto measured = measure_cell(subject, cell, repeat, run, stop);
        if (!measured) return false;
        row(*measured);
        clock.cell_done();
    }
    return true;
}

const SweepRow* best_of(const std::vector<SweepRow>& rows) {
    const auto best =
        std::ranges::min_element(rows, {}, [](const SweepRow& row) { return row.ms.median; });
    return best == rows.end() ? nullptr : &*best;
}

}  // namespace mariani::app
