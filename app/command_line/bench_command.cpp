#include "app/command_line/engines.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/command_line/reports.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/standard_streams.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/experiment_file.hpp"
#include "app/measure/party.hpp"
#include "app/measure/rounds.hpp"
#include "app/measure/timing_log.hpp"
#include "compute/cpu/engines.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/service/resolve.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

struct BenchProgress {
    std::atomic<int> done{0};  // runs, warm-up included
    int total = 0;
};

// One for each engine and scheme; only one for Ex, which has no regions. Combinations that do not
// exist are left out, and with a line on stderr those that another engine would compute; throws
// UsageError if none remains.
std::vector<Contestant> contestants(const BenchCommand& command, const FrameRequest& request) {
    std::vector<Contestant> all;
    std::optional<std::string> refused;
    const FramePlan plan = resolve(request, this_hardware(), {}).plan;
    for (const EngineKind engine : command.engines)
        for (const Scheme scheme : command.schemes) {
            if (engine == EngineKind::ex && scheme != command.schemes.front()) continue;
            if (auto why = why_invalid(engine, scheme, plan.backend)) {
                refused = std::move(why);
                continue;
            }
            if (auto why = why_left_out(engine, scheme, plan)) {
                print_notice(
                    fmt::format("left out: {}-{}: {}", name_of(engine), name_of(scheme), *why));
                refused = std::move(why);
                continue;
            }
            all.push_back({request});
            all.back().request.engine = engine;
            if (engine != EngineKind::ex) all.back().request.scheme = scheme;
        }
    if (all.empty() && refused) throw UsageError("bench: " + *refused);
    return all;
}

// False if stopped. `row` is called after each measured run.
bool measure(const BenchCommand& command, MeasuredBench& bench, const RunEngine& run,
             const std::stop_token& stop, BenchProgress& progress,
             const std::function<void(const TimingRow&)>& row) {
    if (command.energy && !bench.energies.measure(bench.contestants, run, stop)) return false;
    const auto done = [&](const Frame& frame, int round) {
        ++progress.done;
        if (round > 0) row({std::chrono::system_clock::now(), frame.plan, frame.stats, round, {}});
    };
    return run_rounds(bench.contestants, {command.repeat}, run, stop, done);
}

FrameRequest bench_request(const BenchCommand& command) {
    const Settings settings = settings_of(command.picture, command.edits);
    FrameRequest request = frame_request(settings, command.size);
    request.keep_regions = request.count_work = request.exterior = false;
    if (auto why = why_invalid(request)) throw UsageError("bench: " + *why);
    notice_indistinct(request);
    return request;
}

// nullopt if stopped.
std::optional<std::vector<Tuning>> tune_contestants(std::vector<Contestant>& all,
                                                    const std::stop_token& stop) {
    std::vector<EngineRequest*> engines;
    for (Contestant& each : all) engines.push_back(&each.request);
    return use_remembered(engines, all.front().request, "bench", stop);
}

// The cpu's peak, with nothing else running.
std::optional<double> fma_peak_of(const FramePlan& plan) {
    if (plan.backend != Backend::cpu) return std::nullopt;
    return cpu::measure_fma_peak(plan.precision);
}

void keep(const std::filesystem::path& path, const std::vector<Contestant>& all,
          const FrameRequest& request, int repeat) {
    std::vector<RowResult> rows;
    for (const Contestant& contestant : all) {
        const FramePlan& each = contestant.plan;
        rows.push_back(
            result_of({each.engine, each.scheme, each.image, {each.subdivision, each.block}},
                      contestant.runs));
    }
    const auto title = "Engines on " + to_text(request.view);
    const Contestant& first = all.front();
    write_table(path, experiment_to_json(experiment_of(title, std::move(rows), request, first.plan,
                                                       first.runs.back().device, repeat)));
}

constexpr double fma_per_iteration = 3;

// The share of pixels that were filled and not iterated.
double filled_percent(const EngineStats& stats) {
    const auto total = stats.total();
    const auto pixels = total.pixels_filled + total.pixels_iterated;
    return pixels == 0
               ? 0
               : 100 * static_cast<double>(total.pixels_filled) / static_cast<double>(pixels);
}

std::string_view scheme_of(const FramePlan& plan) {
    return has_scheme(plan) ? choice_of(plan.scheme).label : "-";
}

// A row of the table; `columns` are texts and counts.
template <typename... Columns>
std::string bench_row(const Columns&... columns) {
    return fmt::format("{:<7}{:<7} {:>10} {:>23} {:>7} {:>8} {:>9} {:>13} {:>13} {:>9}\n",
                       columns...);
}

template <typename... Columns>
std::string work_row(const Columns&... columns) {
    return fmt::format("{:<7}{:<7} {:>14} {:>12} {:>12} {:>17} {:>17} {:>9}\n", columns...);
}

// What all rows are compared with.
struct References {
    std::optional<Spread> ex_ms;     // those of Ex, if it ran
    std::optional<double> fma_peak;  // fused multiply-adds per second of a core
};

// Between which steps are shared; a GPU counts as one.
int cores_of(const FramePlan& plan) {
    return plan.backend == Backend::cpu ? plan.threads : 1;
}

// How often as fast as Ex, marked where the runs of both overlap.
std::string against_ex(const FramePlan& plan, const std::optional<Spread>& ex, const Spread& ms) {
    if (!ex) return "-";
    const bool noise = plan.engine != EngineKind::ex && !clearly_differ(*ex, ms);
    return fmt::format("{:.2f}{}", ex->median / ms.median, noise ? noise_mark : "");
}

std::string row_of(const Contestant& contestant, const References& references) {
    const EngineStats& stats = contestant.runs.front();
    const Spread ms = spread_of_ms(contestant.runs);
    const double per_core = static_cast<double>(stats.total().iterations) / (ms.median * 1e-3) /
                            cores_of(contestant.plan);
    const auto share = [](const std::optional<double>& whole, double part, const char* form) {
        return whole ? fmt::format(fmt::runtime(form), part) : std::string("-");
    };
    const auto& [ex_ms, fma_peak] = references;
    return bench_row(
        choice_of(contestant.plan.engine).label, scheme_of(contestant.plan),
        fmt::format("{:.3f}", ms.median), fmt::format("{:.3f}..{:.3f}", ms.min, ms.max),
        against_ex(contestant.plan, ex_ms, ms), stats.total().regions,
        fmt::format("{:.2f}", filled_percent(stats)), stats.total().iterations,
        fmt::format("{:.3f}", per_core * 1e-9),
        share(fma_peak, 100 * fma_per_iteration * per_core / fma_peak.value_or(1), "{:.1f} %"));
}

// What a process of a party measured: its report, then its rows as the log has them.
using BenchTexts = std::vector<std::string>;

// The texts of all processes, in their order; empty on those that do not lead.
std::vector<BenchTexts> gathered(Party& party, const BenchTexts& own) {
    if (!leads(&party)) {
        party.tell(json_text(own));
        return {};
    }
    std::vector<BenchTexts> all(static_cast<std::size_t>(party.size()));
    all.front() = own;
    for (int left = party.size() - 1; left > 0; --left) {
        const auto heard = party.hear(true);
        if (!heard) throw std::runtime_error("bench: another process ended without its times");
        all[static_cast<std::size_t>(heard->from)] = nlohmann::json::parse(heard->text);
    }
    return all;
}

void publish(const BenchCommand& command, Party* party, const std::string& report,
             const std::vector<TimingRow>& rows, std::optional<BenchLog>& log) {
    BenchTexts own{party ? fmt::format("{}\n{}", party->name(), report) : report};
    const TimingText format(command.output ? timing_log_format(*command.output)
                                           : TimingLogFormat::csv);
    if (command.output)
        for (const TimingRow& row : rows) own.push_back(format.row(row));
    for (const BenchTexts& each : party ? gathered(*party, own) : std::vector<BenchTexts>{own}) {
        fmt::print("{}", each.front());
        for (std::size_t i = 1; i < each.size(); ++i) log->write(each[i]);
    }
    if (log) log->commit();
}

}  // namespace

std::optional<MeasuredBench> measure_bench(const BenchCommand& command, const RunEngine& run,
                                           const std::stop_token& stop) {
    if (command.tuned || command.output || command.experiment)
        throw UsageError("bench: what only measures takes no --tuned, -o or --experiment");
    MeasuredBench bench{contestants(command, bench_request(command)), {}};
    BenchProgress progress;
    const bool finished = measure(command, bench, run, stop, progress, [](const TimingRow&) {});
    return finished ? std::optional(std::move(bench)) : std::nullopt;
}

int run(const BenchCommand& command, Party* party) {
    const Interruption interruption;
    const FrameRequest request = bench_request(command);
    if (leads(party))
        check_file_arguments("bench",
                             {{"-o", command.output}, {"--experiment", command.experiment}},
                             command.picture);
    std::optional<BenchLog> log;
    if (leads(party) && command.output)
        log.emplace(*command.output, timing_log_format(*command.output));
    MeasuredBench bench{contestants(command, request), {}};
    auto& [all, energies] = bench;
    std::optional<std::vector<Tuning>> tuned{std::in_place};
    const RunEngine run = runner_of("bench");
    BenchProgress progress;
    progress.total = static_cast<int>(all.size()) * (command.repeat + 1);
    std::vector<TimingRow> rows;
    bool finished = false;
    {
        std::optional<ProgressLine> line;
        if (leads(party))
            line.emplace([&] {
                return fmt::format("run {} of {}", progress.done.load() + 1, progress.total);
            });
        if (command.tuned) tuned = tune_contestants(all, interruption.token());
        finished = tuned && measure(command, bench, run, interruption.token(), progress,
                                    [&](const TimingRow& row) { rows.push_back(row); });
    }
    if (!finished) {
        if (leads(party))
            print_notice(fmt::format("bench: interrupted after {} of {} runs; nothing was written",
                                     progress.done.load(), progress.total));
        return Interruption::exit_status;
    }
    for (TimingRow& row : rows) row.energy = energies.of(row.plan);
    const Contestant& first = all.front();
    const std::string report = fmt::format(
        "{}{}{}{}", bench_head(first.plan, first.runs.back().device, command.repeat, *tuned),
        bench_table(all, fma_peak_of(first.plan)), bench_work(all), energies.text());
    publish(command, party, report, rows, log);
    if (command.experiment && leads(party)) keep(*command.experiment, all, request, command.repeat);
    return 0;
}

bool BenchEnergies::measure(const std::vector<Contestant>& contestants, const RunEngine& run,
                            const std::stop_token& stop, const OpenCounter& open) {
    for (const Contestant& contestant : contestants) {
        const auto measured = measure_energy(contestant.request, run, stop, open);
        if (!measured) return false;
        measured_.emplace_back(measured->plan, measured->energy);
    }
    return true;
}

std::optional<FrameEnergy> BenchEnergies::of(const FramePlan& computed) const {
    const auto found =
        std::ranges::find(measured_, computed, &std::pair<FramePlan, FrameEnergy>::first);
    return found == measured_.end() ? std::nullopt : std::optional(found->second);
}

std::string BenchEnergies::text() const {
    std::string lines;
    for (const auto& [plan, energy] : measured_)
        lines += fmt::format("energy {:<7}{:<7}{}\n", choice_of(plan.engine).label,
                             has_scheme(plan) ? choice_of(plan.scheme).label : "-",
                             energy_text(energy, pixel_count(plan.part)));
    return lines;
}

std::string bench_head(const FramePlan& plan, const std::string& device, int repeat,
                       const std::vector<Tuning>& tuned) {
    const auto& [g, r, B] = plan.subdivision;
    std::string head = fmt::format("view {}, {} pixels, dwell {}, {}\n", to_text(plan.view),
                                   to_text(plan.image), plan.dwell_limit, name_of(plan.precision));
    for (const Tuning& each : tuned)
        head += fmt::format("{}-{}: {}, then {:.2f} x as fast as Ex\n",
                            choice_of(each.where.engine).label, choice_of(each.where.scheme).label,
                            tuning_text(each), each.speedup);
    head += fmt::format("{}fill {}, shortcuts {}; {} runs each, in random order\n",
                        tuned.empty() ? fmt::format("g {} r {} B {}, ", g, r, B) : "",
                        name_of(plan.fill), plan.shortcuts ? "on" : "off", repeat);
    return head + fmt::format("{}: {}\n", name_of(plan.backend), device);
}

std::string bench_table(const std::vector<Contestant>& all, std::optional<double> fma_peak) {
    std::string table;
    if (fma_peak)
        table = fmt::format("FMA peak of a core: {:.1f} GFMA/s, {:.2f} Giter/s\n", *fma_peak * 1e-9,
                            *fma_peak * 1e-9 / fma_per_iteration);
    table += bench_row(
        "engine", "scheme", "median ms", "min..max", "vs Ex", "regions", "filled %", "iterations",
        all.front().plan.backend == Backend::cpu ? "Giter/s/core" : "Giter/s", "of peak");
    References references{std::nullopt, fma_peak};
    const auto ex =
        std::ranges::find(all, EngineKind::ex, [](const Contestant& c) { return c.plan.engine; });
    if (ex != all.end()) references.ex_ms = spread_of_ms(ex->runs);
    for (const Contestant& contestant : all) table += row_of(contestant, references);
    if (table.find(noise_mark) != std::string::npos)
        table +=
            fmt::format("{} runs overlap those of Ex: the difference may be noise\n", noise_mark);
    return table;
}

std::string bench_work(const std::vector<Contestant>& all) {
    std::string table = work_row("work", "", "pixels filled", "on borders", "in leaves",
                                 "border steps", "leaf steps", "launches");
    for (const Contestant& contestant : all) {
        const EngineStats& stats = contestant.runs.front();
        const auto total = stats.total();
        table += work_row(choice_of(contestant.plan.engine).label, scheme_of(contestant.plan),
                          total.pixels_filled, total.pixels_iterated - total.leaf_pixels,
                          total.leaf_pixels, total.iterations - total.leaf_iterations,
                          total.leaf_iterations, stats.launches);
    }
    return table;
}

std::string party_text(const Party* party) {
    if (!party || party->size() == 1) return "";
    return fmt::format("measured by {} ranks, all runs of a row by one of them\n", party->size());
}

}  // namespace mariani::app
