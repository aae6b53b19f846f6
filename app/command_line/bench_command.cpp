#include "app/command_line/bench_runs.hpp"
#include "app/command_line/commands.hpp"
#include "app/command_line/interruption.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/files/picture_file.hpp"
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
    if (command.picture) settings = read_picture(*command.picture).settings;
    apply(command.edits, settings);
    FrameRequest request = frame_request(settings, command.size);
    request.keep_regions = false;
    if (auto why = refusal(request)) throw UsageError("bench: " + *why);
    return request;
}

int threads_of(const FrameRequest& request) {
    if (request.threads > 0) return request.threads;
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void print_header(const FrameRequest& request, const EngineStats& stats, int repeat) {
    const auto& subdivision = request.subdivision;
    fmt::print("view center {} height {}, {} pixels, dwell {}, {}\n", to_text(request.view.centre),
               to_text(request.view.height), to_text(request.image), request.dwell_limit,
               name_of(stats.precision));
    fmt::print("g {} r {} B {}, fill {}, shortcuts {}; {} runs each, in random order\n",
               subdivision.g, subdivision.r, subdivision.B, name_of(request.fill),
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

void print_row(const Contestant& contestant, std::optional<double> ex_ms) {
    const EngineStats& stats = contestant.runs.front();
    const Spread ms = spread_of_ms(contestant.runs);
    const bool ex = stats.engine == EngineKind::ex;
    const double per_core = static_cast<double>(stats.iterations()) / (ms.median * 1e6) /
                            threads_of(contestant.request);
    fmt::print("{:<7}{:<7}{:>11.3f}{:>24}{:>9}{:>10}{:>10.2f}{:>15}{:>14.3f}\n",
               choice_of(stats.engine).label, ex ? "-" : choice_of(contestant.request.scheme).label,
               ms.median, fmt::format("{:.3f}..{:.3f}", ms.least, ms.most),
               ex_ms ? fmt::format("{:.2f}", *ex_ms / ms.median) : "-", stats.regions(),
               filled_percent(stats), stats.iterations(), per_core);
}

void print_table(const std::vector<Contestant>& all) {
    fmt::print("{:<7}{:<7}{:>11}{:>24}{:>9}{:>10}{:>10}{:>15}{:>14}\n", "engine", "scheme",
               "median ms", "min..max", "vs Ex", "regions", "filled %", "iterations",
               "Giter/s/core");
    const auto ex = std::ranges::find(all, EngineKind::ex,
                                      [](const Contestant& c) { return c.request.engine; });
    std::optional<double> ex_ms;
    if (ex != all.end()) ex_ms = spread_of_ms(ex->runs).median;
    for (const Contestant& contestant : all) print_row(contestant, ex_ms);
}

}  // namespace

int run_bench(const BenchCommand& command) {
    const Interruption interruption;
    const FrameRequest request = request_of(command);
    std::optional<TimingLog> log;
    if (command.output)
        log.emplace(*command.output, timing_log_format(*command.output), TimingLog::Kind::bench);

    auto all = contestants(command, request);
    EngineDispatcher dispatcher;
    BenchProgress progress;
    progress.total = static_cast<int>(all.size()) * (command.repeat + 1);
    bool finished = false;
    {
        const ProgressLine line(
            [&] { return fmt::format("run {} of {}", progress.done.load() + 1, progress.total); });
        finished = run_all(all, command.repeat, dispatcher, interruption.token(), progress,
                           [&log](const TimingRow& row) {
                               if (log) log->write(row);
                           });
    }
    if (!finished) {
        fmt::print(stderr, "mariani: bench: interrupted after {} of {} runs{}\n",
                   progress.done.load(), progress.total,
                   log && log->rows() > 0 ? "; the log holds the measured ones" : "");
        return Interruption::exit_status;
    }
    print_header(request, all.front().runs.front(), command.repeat);
    print_table(all);
    return 0;
}

}  // namespace mariani::app
