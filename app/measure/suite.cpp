#include "app/measure/suite.hpp"

#include "app/files/table_file.hpp"
#include "app/measure/timing_log.hpp"
#include "app/settings/failure.hpp"
#include "compute/service/machine.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

const View paper{{-0.5, 0}, 2};

SuiteCase of_paper(int side, std::uint32_t dwell_limit, std::optional<EngineKind> engine,
                   std::optional<SubdivisionParams> subdivision) {
    SuiteCase made;
    made.view = "paper";
    made.request.view = paper;
    made.request.image = {side, side};
    made.request.dwell_limit = dwell_limit;
    made.request.precision = Precision::f32;
    made.request.engine = engine;
    if (engine == EngineKind::ask) made.request.scheme = Scheme::wpr;
    if (subdivision) set_subdivision(made.request, *subdivision);
    made.request.shortcuts = false;
    if (engine == EngineKind::ex) made.request.block = BlockSize{16, 8};
    return made;
}

SuiteCase with_figures(SuiteCase made, std::optional<double> published_ms,
                       std::optional<double> target_ms) {
    made.published_ms = published_ms;
    made.target_ms = target_ms;
    return made;
}

SuiteCase with_shortcuts(SuiteCase made, double target_ms) {
    made.request.shortcuts = true;
    return with_figures(std::move(made), std::nullopt, target_ms);
}

// The same in double precision.
SuiteCase twin(SuiteCase made) {
    constexpr double max_ratio = 1.9;
    made.request.precision = Precision::f64;
    made.published_ms = made.target_ms = std::nullopt;
    made.target_ratio = max_ratio;
    return made;
}

SuiteCase of_window(std::string name, View view, Precision precision, double target_ms) {
    SuiteCase made;
    made.view = std::move(name);
    made.request.view = view;
    made.request.image = {3840, 2160};
    made.request.dwell_limit = 10'000;
    made.request.precision = precision;
    made.target_ms = target_ms;
    made.in_window = true;
    return made;
}

void scale_down(SuiteCase& each, int scale) {
    ImageSize& image = each.request.image;
    image = {std::max(1, image.width / scale), std::max(1, image.height / scale)};
    if (scale == 1) return;
    each.published_ms = each.target_ms = each.target_ratio = std::nullopt;
}

constexpr std::chrono::seconds patience{3};  // per frame
constexpr int window_factor = 5;             // the window's cases run this many times as often

double fma_peak_of(FramePlan place, Precision precision) {
    place.precision = precision;
    return measure_fma_peak(place);
}

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json case_of(const SuiteRow& row) {
    const FrameRequest& request = row.asked.request;
    Json json = Json::object();
    json["view"] = row.asked.view;
    add_view_columns(json, request);
    add_julia_column(json, request.view);
    json["asked"] = name_of(request.engine);
    json["published_ms"] = number(row.asked.published_ms);
    json["target_ms"] = number(row.target_ms);
    return json;
}

Json row_of(const SuiteRow& row) {
    Json json = case_of(row);
    if (!row.skipped.empty()) {
        json["skipped"] = row.skipped;
        return json;
    }
    const EngineStats& stats = row.runs.back();
    const Spread ms = row.ms();
    add_engine_columns(json, row.plan);
    add_subdivision_columns(json, row.plan.subdivision, row.plan.block);
    json["median_ms"] = ms.median;
    json["least_ms"] = ms.min;
    json["most_ms"] = ms.max;
    json["percentile_99_ms"] = row.ms_99();
    json["memset_ms"] = row.memset_ms;
    json["iterations_ms"] = row.iterations_ms;
    json["floor_ms"] = row.floor_ms();
    json["times_floor"] = ms.median / row.floor_ms();
    add_counts(json, stats.total());
    json["launches"] = stats.launches;
    json["runs_ms"] = Json::array();
    for (const EngineStats& run : row.runs) json["runs_ms"].push_back(run.compute_ms);
    if (row.target_ms) json["reached"] = row.reached();
    return json;
}

}  // namespace

std::vector<SuiteCase> suite_cases(int scale) {
    using enum EngineKind;
    const auto exhaustive = [](int side, std::uint32_t dwell_limit) {
        return of_paper(side, dwell_limit, ex, std::nullopt);
    };
    // The g, r and B that were best on the H200 or within 2 % of the best, as was the block of Ex.
    const auto largest = of_paper(65536, 512, ask, SubdivisionParams{64, 2, 8});
    const auto deep = of_paper(16384, 8192, ask, SubdivisionParams{16, 2, 2});
    const auto large = of_paper(16384, 512, ask, SubdivisionParams{64, 2, 8});
    const auto middle = of_paper(4096, 512, ask, SubdivisionParams{128, 2, 4});
    std::vector<SuiteCase> all{
        with_figures(exhaustive(65536, 512), 350.7, 170),
        with_figures(largest, 32.0, 12),
        twin(largest),
        with_shortcuts(largest, 7.5),
        with_figures(exhaustive(16384, 8192), 328, std::nullopt),
        with_figures(deep, 38.6, 10),
        twin(deep),
        with_figures(exhaustive(16384, 512), 22.1, std::nullopt),
        with_figures(large, 3.8, 1.2),
        twin(large),
        with_figures(middle, 0.64, 0.25),
        twin(middle),
        with_figures(of_paper(1024, 512, std::nullopt, std::nullopt), 0.12, 0.05),
        of_window("paper", paper, Precision::f32, 1),
        of_window("seahorse", {{-0.745, 0.113}, 0.02}, Precision::f32, 1),
        of_window("elephant", {{0.275, 0.007}, 0.03}, Precision::f32, 1),
        of_window("-1.25066,0.02012", {{-1.25066, 0.02012}, 0.00017}, Precision::f32, 1),
        of_window("-0.7436438…,0.1318259…", {{-0.743643887037151, 0.131825904205330}, 1e-9},
                  Precision::f64, 4),
    };
    for (SuiteCase& each : all) scale_down(each, scale);
    return all;
}

Spread SuiteRow::ms() const {
    std::vector<double> values;
    for (const EngineStats& run : runs) values.push_back(run.compute_ms);
    return spread_of(std::move(values));
}

double SuiteRow::ms_99() const {
    std::vector<double> values;
    for (const EngineStats& run : runs) values.push_back(run.compute_ms);
    std::ranges::sort(values);
    const auto rank = std::ceil(0.99 * static_cast<double>(values.size()));
    return values[static_cast<std::size_t>(rank) - 1];
}

std::optional<std::string> memory_shortage(ImageSize image, std::int64_t free_bytes) {
    const std::int64_t needed = pixel_count(image) * 5;  // 4 for dwells, 1 for the engine's lists
    if (needed <= free_bytes) return std::nullopt;
    const auto gib = [](std::int64_t bytes) { return static_cast<double>(bytes) / (1 << 30); };
    return fmt::format("needs {:.1f} GiB of memory; {:.1f} GiB is free", gib(needed),
                       gib(free_bytes));
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

void write_suite(const std::filesystem::path& path, const SuiteReport& report) {
    Json json = Json::object();
    json["version"] = MARIANI_VERSION;
    json["backend"] = name_of(report.backend);
    json["device"] = report.device;
    json["scale"] = report.scale;
    json["repeat"] = report.repeat;
    json["memset_bytes_per_s"] = report.peaks.memset_bytes_per_s;
    json["fma_per_s_f32"] = report.peaks.fma_per_s_f32;
    json["fma_per_s_f64"] = report.peaks.fma_per_s_f64;
    json["floor"] =
        "max(memset_ms, iterations_ms), where iterations_ms = 3 * iterations / fma_per_s";
    json["figures_of"] = "published_ms and target_ms were measured on one NVIDIA H200";
    json["rows"] = Json::array();
    for (const SuiteRow& row : report.rows) json["rows"].push_back(row_of(row));
    write_table(path, json.dump(2) + '\n');
}

}  // namespace mariani::app
