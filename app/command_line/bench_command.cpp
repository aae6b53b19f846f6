#include "app/command_line/bench.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/command_line/interruption.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/command_line/reports.hpp"
#include "app/command_line/tuned.hpp"
#include "app/files/standard_streams.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/experiment_file.hpp"
#include "app/measure/party.hpp"
#include "app/measure/rounds.hpp"
#include "app/measure/timing_log.hpp"
#include "compute/cpu/peaks.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/service/resolve.hpp"

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

int run_bench(const BenchCommand& command, Party* party) {
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

}  // namespace mariani::app
