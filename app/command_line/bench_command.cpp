#include "app/command_line/bench_energy.hpp"
#include "app/command_line/bench_runs.hpp"
#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/interruption.hpp"
#include "app/command_line/picture_argument.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/command_line/tuned.hpp"
#include "app/files/atomic_file.hpp"
#include "app/files/experiment_file.hpp"
#include "compute/cpu/fma_peak.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <optional>
#include <thread>

#include <fmt/core.h>

namespace mariani::app {
namespace {

FrameRequest request_of(const BenchCommand& command) {
    Settings settings;
    if (command.picture) settings = restore_picture(*command.picture).settings;
    apply(command.edits, settings);
    FrameRequest request = frame_request(settings, command.size);
    request.keep_regions = request.count_work = false;
    if (auto why = refusal(request)) throw UsageError("bench: " + *why);
    return request;
}

int threads_of(const FrameRequest& request) {
    if (request.threads > 0) return request.threads;
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// Nothing when stopped.
std::optional<std::vector<Tuning>> use_remembered(std::vector<Contestant>& all,
                                                  const std::stop_token& stop) {
    std::vector<FrameRequest*> engines;
    for (Contestant& each : all) engines.push_back(&each.request);
    return app::use_remembered(engines, all.front().request, "bench", stop);
}

void print_header(const FrameRequest& request, const EngineStats& stats, int repeat,
                  const std::vector<Tuning>& tuned) {
    const auto& [g, r, B] = request.subdivision;
    fmt::print("view center {} height {}, {} pixels, dwell {}, {}\n", to_text(request.view.centre),
               to_text(request.view.height), to_text(request.image), request.dwell_limit,
               name_of(stats.precision));
    for (const Tuning& each : tuned)
        fmt::print("{}-{}: {}, then {:.2f} x as fast as Ex\n", choice_of(each.where.engine).label,
                   choice_of(each.where.scheme).label, words_of(each), each.speedup);
    fmt::print("{}fill {}, shortcuts {}; {} runs each, in random order\n",
               tuned.empty() ? fmt::format("g {} r {} B {}, ", g, r, B) : "", name_of(request.fill),
               request.shortcuts ? "on" : "off", repeat);
    fmt::print("{}: {}\n", name_of(stats.backend), stats.device);
}

// Of the pixels, those that were filled and not iterated.
double filled_percent(const EngineStats& stats) {
    const auto pixels = stats.pixels_filled() + stats.pixels_iterated();
    return pixels == 0
               ? 0
               : 100 * static_cast<double>(stats.pixels_filled()) / static_cast<double>(pixels);
}

// A row of the table; `row` is given the columns as text.
template <typename... Columns>
void print_columns(const Columns&... columns) {
    fmt::print("{:<7}{:<7}{:>11}{:>24}{:>8}{:>9}{:>10}{:>14}{:>14}{:>10}\n", columns...);
}

// What all rows are held against.
struct Yardsticks {
    std::optional<double> ex_ms;     // the median of Ex, where it ran
    std::optional<double> fma_peak;  // fused multiply-adds per second of a core
};

void print_row(const Contestant& contestant, const Yardsticks& yardsticks) {
    const EngineStats& stats = contestant.runs.front();
    const Spread ms = spread_of_ms(contestant.runs);
    const bool ex = stats.engine == EngineKind::ex;
    const double per_core = static_cast<double>(stats.iterations()) / (ms.median * 1e-3) /
                            threads_of(contestant.request);
    const auto share = [](const std::optional<double>& whole, double part, const char* form) {
        return whole ? fmt::format(fmt::runtime(form), part) : std::string("-");
    };
    const auto& [ex_ms, fma_peak] = yardsticks;
    constexpr double fma_per_iteration = 3;
    print_columns(
        choice_of(stats.engine).label, ex ? "-" : choice_of(contestant.request.scheme).label,
        fmt::format("{:.3f}", ms.median), fmt::format("{:.3f}..{:.3f}", ms.least, ms.most),
        share(ex_ms, ex_ms.value_or(0) / ms.median, "{:.2f}"), stats.regions(),
        fmt::format("{:.2f}", filled_percent(stats)), stats.iterations(),
        fmt::format("{:.3f}", per_core * 1e-9),
        share(fma_peak, 100 * fma_per_iteration * per_core / fma_peak.value_or(1), "{:.1f} %"));
}

// What was iterated, and for what: the borders of regions, or the insides of leaves (all of Ex);
// and by how many launches of kernels.
void print_work(const std::vector<Contestant>& all) {
    const auto line = [](const auto&... columns) {
        fmt::print("{:<7}{:<7}{:>15}{:>13}{:>13}{:>18}{:>18}{:>10}\n", columns...);
    };
    line("work", "", "pixels filled", "of borders", "of leaves", "steps of borders",
         "steps of leaves", "launches");
    for (const Contestant& contestant : all) {
        const EngineStats& stats = contestant.runs.front();
        const bool ex = stats.engine == EngineKind::ex;
        line(choice_of(stats.engine).label, ex ? "-" : choice_of(contestant.request.scheme).label,
             stats.pixels_filled(), stats.pixels_iterated() - stats.leaf_pixels(),
             stats.leaf_pixels(), stats.iterations() - stats.leaf_iterations(),
             stats.leaf_iterations(), stats.launches);
    }
}

// The peak is that of the cpu, with nothing else running.
std::optional<double> fma_peak_of(const EngineStats& stats) {
    if (stats.backend != Backend::cpu) return std::nullopt;
    return cpu::measure_fma_peak(stats.precision);
}

void print_table(const std::vector<Contestant>& all, std::optional<double> fma_peak) {
    if (fma_peak)
        fmt::print("FMA peak of a core: {:.1f} GFMA/s, {:.2f} Giter/s\n", *fma_peak * 1e-9,
                   *fma_peak * 1e-9 / 3);
    print_columns("engine", "scheme", "median ms", "min..max", "vs Ex", "regions", "filled %",
                  "iterations", "Giter/s/core", "of peak");
    Yardsticks yardsticks{std::nullopt, fma_peak};
    const auto ex = std::ranges::find(all, EngineKind::ex,
                                      [](const Contestant& c) { return c.request.engine; });
    if (ex != all.end()) yardsticks.ex_ms = spread_of_ms(ex->runs).median;
    for (const Contestant& contestant : all) print_row(contestant, yardsticks);
}

void keep(const std::filesystem::path& path, const std::vector<Contestant>& all,
          const FrameRequest& request, int repeat) {
    std::vector<RowResult> rows;
    for (const Contestant& contestant : all) {
        const FrameRequest& each = contestant.request;
        rows.push_back(
            result_of({each.engine, each.scheme, each.image, {each.subdivision, each.block}},
                      contestant.runs));
    }
    const auto title = fmt::format("Engines on center {} height {}", to_text(request.view.centre),
                                   to_text(request.view.height));
    write_whole_file(path, experiment_to_json(experiment_of(title, std::move(rows), request,
                                                            all.front().runs.front(), repeat)));
}

}  // namespace

int run_bench(const BenchCommand& command) {
    const Interruption interruption;
    const FrameRequest request = request_of(command);
    std::optional<TimingLog> log;
    if (command.output)
        log.emplace(*command.output, timing_log_format(*command.output), TimingLog::Kind::bench);

    if (command.experiment) writable_place(*command.experiment);
    auto all = contestants(command, request);
    std::optional<std::vector<Tuning>> tuned{std::in_place};
    EngineDispatcher dispatcher = engines_of("bench");
    BenchEnergies energies;
    BenchProgress progress;
    progress.total = static_cast<int>(all.size()) * (command.repeat + 1);
    bool finished = false;
    {
        const ProgressLine line(
            [&] { return fmt::format("run {} of {}", progress.done.load() + 1, progress.total); });
        const auto keep_row = [&](TimingRow row) {
            row.energy = energies.of(row.request);
            if (log) log->write(row);
        };
        if (command.tuned) tuned = use_remembered(all, interruption.token());
        finished =
            tuned && (!command.energy || energies.measure(all, dispatcher, interruption.token())) &&
            run_all(all, command.repeat, dispatcher, interruption.token(), progress, keep_row);
    }
    if (!finished) {
        fmt::print(stderr, "mariani: bench: interrupted after {} of {} runs{}\n",
                   progress.done.load(), progress.total,
                   log && log->rows() > 0 ? "; the log holds the measured ones" : "");
        return Interruption::exit_status;
    }
    if (command.experiment) keep(*command.experiment, all, request, command.repeat);
    print_header(request, all.front().runs.front(), command.repeat, *tuned);
    print_table(all, fma_peak_of(all.front().runs.front()));
    print_work(all);
    energies.print();
    return 0;
}

}  // namespace mariani::app
