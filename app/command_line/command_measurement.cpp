#include "app/command_line/command_measurement.hpp"

#include "app/command_line/reports.hpp"
#include "app/measure/experiment.hpp"
#include "compute/model/cost_model.hpp"
#include "compute/service/engine_registry.hpp"

#include <atomic>
#include <cmath>
#include <sstream>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

std::optional<double> number_in(const Json& value) {
    if (value.is_number() && std::isfinite(value.get<double>())) return value.get<double>();
    if (value == "yes" || value == "kept") return 1;
    if (value == "no" || value == "broken") return 0;
    return std::nullopt;
}

void add_numbers(ResultRow& row, const Json& columns) {
    for (const auto& [name, value] : columns.items())
        if (const auto number = number_in(value)) row.values[name] = *number;
}

// The columns of a run are those of the engine's last one. An engine that lost work has no times.
ResultRow row_of(const Contest& contest, const MeasuredEngine& engine) {
    ResultRow row{engine.label, engine.whole ? engine.ms : std::vector<double>{}, {}};
    for (std::size_t run = contest.runs; run-- > 0;)
        if (const Json columns = contest.row(run);
            columns["engine"] == (*engine.columns)["engine"]) {
            add_numbers(row, columns);
            break;
        }
    add_numbers(row, *engine.columns);
    add_numbers(row, *engine.beside);
    if (engine.energy && engine.energy->known()) row.values["joules"] = engine.energy->joules;
    return row;
}

Result result_of(const Contest& contest) {
    Result result;
    result.device = contest.where;
    for (const MeasuredEngine& engine : contest.engines)
        result.rows.push_back(row_of(contest, engine));
    return result;
}

// "ASK-SBR", and "ASK-SBR scan" where insertion is not the usual one.
std::string label_of(const FramePlan& plan) {
    const bool usual = !has_insertion(plan) || plan.insertion == FramePlan{}.insertion;
    return engine_label(plan) + (usual ? "" : fmt::format(" {}", name_of(plan.insertion)));
}

ResultRow row_of(const Contestant& contestant, const BenchEnergies& energies) {
    const FramePlan& plan = contestant.plan;
    ResultRow row{label_of(plan), {}, {}};
    for (const EngineStats& run : contestant.runs) row.ms.push_back(run.compute_ms);
    const EngineStats& last = contestant.runs.back();
    const auto total = last.total();
    row.values = {{"regions", static_cast<double>(total.regions)},
                  {"subdivided", static_cast<double>(total.subdivided)},
                  {"levels", static_cast<double>(last.levels.size())},
                  {"iterations", static_cast<double>(total.iterations)},
                  {"pixels_filled", static_cast<double>(total.pixels_filled)},
                  {"launches", static_cast<double>(last.launches)}};
    const CostParams params =
        fitted_params(plan, last, backend_parallelism(plan), MeanOrLimit::mean, 0);
    for (const auto& [name, value, description] : cost_param_names())
        if (name != "lambda") row.values[std::string(name)] = params.*value;
    const auto energy = energies.of(plan);
    if (energy && energy->known()) row.values["joules"] = energy->joules;
    return row;
}

// Nothing if stopped.
std::optional<Result> measure(const BenchCommand& command, const RunEngine& run,
                              const std::stop_token& stop) {
    const auto measured = measure_bench(command, run, stop);
    if (!measured) return std::nullopt;
    Result result;
    result.device = measured->contestants.front().runs.back().device;
    for (const Contestant& each : measured->contestants)
        result.rows.push_back(row_of(each, measured->energies));
    return result;
}

std::optional<Result> measure(const ContestBench& bench, const std::stop_token& stop) {
    if (bench.output) throw UsageError("bench: what only measures takes no -o");
    std::atomic<int> done{0};
    const auto contest = bench.plan.measure({bench.repeat, bench.energy, stop, done});
    return contest ? std::optional(result_of(*contest)) : std::nullopt;
}

ResultRow row_of(const Json& found, std::string_view contestant) {
    ResultRow row;
    const auto name = found.contains(contestant) ? contestant : std::string_view("engine");
    if (found.contains(name)) row.label = found[name].get<std::string>();
    add_numbers(row, found);
    return row;
}

std::optional<Result> measure(const CheckPlan& plan, const std::stop_token& stop) {
    std::atomic<int> done{0};
    const auto findings = plan.run(stop, done);
    if (!findings) return std::nullopt;
    Result result;
    for (const auto& found : findings->rows) {
        result.rows.push_back(row_of(found, plan.contestant));
        result.device = found.value("device", result.device);
    }
    return result;
}

}  // namespace

std::vector<std::string> words_of(std::string_view command) {
    std::istringstream stream{std::string(command)};
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

std::optional<Result> measure_command(const std::string& text,
                                      std::span<const MakeWorkloadCommands> workloads,
                                      const RunEngine& run, const std::stop_token& stop) {
    const CommandLine command = parse_command_line(words_of(text), workloads);
    if (const auto* bench = std::get_if<BenchCommand>(&command)) return measure(*bench, run, stop);
    if (const auto* other = std::get_if<OtherCommand>(&command)) {
        if (other->bench) return measure(*other->bench, stop);
        if (other->check) return measure(*other->check, stop);
    }
    throw UsageError(
        fmt::format("'{}' measures nothing: it must be bench, or check of a workload", text));
}

}  // namespace mariani::app
