#include "app/measure/suite_run.hpp"

#include "app/failure.hpp"
#include "app/measure/rounds.hpp"
#include "compute/service/memory.hpp"
#include "compute/service/peaks.hpp"

#include <chrono>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::chrono::seconds patience{3};  // per frame
constexpr int window_factor = 5;             // the window's cases run this many times as often

double fma_peak_of(FramePlan place, Precision precision) {
    place.precision = precision;
    return measure_fma_peak(place);
}

}  // namespace

std::optional<std::string> memory_shortage(ImageSize image, std::int64_t free_bytes) {
    const std::int64_t needed = pixel_count(image) * 5;  // 4 for dwells, 1 for the engine's lists
    if (needed <= free_bytes) return std::nullopt;
    const auto gib = [](std::int64_t bytes) { return static_cast<double>(bytes) / (1 << 30); };
    return fmt::format("needs {:.1f} GiB of memory, {:.1f} are free", gib(needed), gib(free_bytes));
}

SuiteRun::SuiteRun(FrameRequest small, int scale, int repeat, RunEngine run, std::stop_token stop)
    : run_(std::move(run)), stop_(std::move(stop)) {
    small.engine = EngineKind::ex;
    const auto frame = run_(small, {});
    place_ = frame->plan;
    constexpr std::int64_t probe = std::int64_t{1} << 28;
    const SuitePeaks peaks{static_cast<double>(probe) / (measure_memset_ms(place_, probe) * 1e-3),
                           fma_peak_of(place_, Precision::f32),
                           fma_peak_of(place_, Precision::f64)};
    report_ = {place_.backend, frame->stats.device, scale, repeat, peaks, {}};
}

FrameRequest SuiteRun::placed(FrameRequest request) const {
    request.part = whole(request.image);
    const bool cpu = place_.backend == Backend::cpu;
    request.backend = place_.backend;
    if (!cpu) request.device = place_.device;
    request.threads = place_.threads;
    if (cpu && request.scheme == Scheme::wpr) request.scheme.reset();
    return request;
}

void SuiteRun::measure(SuiteRow& row, const FrameRequest& request) const {
    std::vector<Contestant> alone{{request}};
    const Rounds rounds{.repeat = report_.repeat * (row.asked.in_window ? window_factor : 1),
                        .patience = patience};
    std::int64_t stored = 0;  // bytes of dwells
    const auto note_size = [&](const Frame& frame, int) { stored = frame.dwells.bytes(); };
    if (!run_rounds(alone, rounds, run_, stop_, note_size)) return;
    row.plan = alone.front().plan;
    row.runs = std::move(alone.front().runs);
    const SuitePeaks& peaks = report_.peaks;
    const bool single = row.plan.precision == Precision::f32;
    const double steps_per_s = (single ? peaks.fma_per_s_f32 : peaks.fma_per_s_f64) / fma_per_step;
    row.iterations_ms = static_cast<double>(row.runs.back().total().iterations) / steps_per_s * 1e3;
    row.memset_ms = measure_memset_ms(place_, stored);
}

SuiteRow SuiteRun::row_of(const SuiteCase& asked, const SuiteRow* before) const {
    SuiteRow row;
    row.asked = asked;
    row.target_ms = asked.target_ms;
    if (asked.target_ratio && before && !before->runs.empty())
        row.target_ms = *asked.target_ratio * before->ms().median;
    const FrameRequest request = placed(asked.request);
    // A GPU reports itself what does not fit.
    if (request.backend == Backend::cpu)
        row.skipped = memory_shortage(request.image, free_memory()).value_or("");
    if (!row.skipped.empty()) return row;
    try {
        measure(row, request);
    } catch (const BackendFailure&) {
        throw;
    } catch (...) {
        row.skipped = current_failure();
    }
    if (stop_.stop_requested()) row.skipped = "interrupted";
    return row;
}

}  // namespace mariani::app
