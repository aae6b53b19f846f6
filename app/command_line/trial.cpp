#include "app/command_line/trial.hpp"

#include "app/command_line/bench.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/experiment.hpp"
#include "compute/model/cost_model.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <sstream>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

std::optional<double> number_in(std::string_view text) {
    if (text == "yes" || text == "kept") return 1;
    if (text == "no" || text == "broken") return 0;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// RFC 4180.
std::vector<std::string> fields_of(std::string_view line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"')
            fields.back() += line[++i];
        else if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += c;
    }
    return fields;
}

void add_numbers(ResultRow& row, const CsvColumns& columns) {
    const auto names = fields_of(columns.names), values = fields_of(columns.values);
    for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i)
        if (const auto number = number_in(values[i])) row.values[names[i]] = *number;
}

std::string field_named(const CsvColumns& columns, std::string_view name) {
    const auto names = fields_of(columns.names);
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return "";
    return fields_of(columns.values)[static_cast<std::size_t>(found - names.begin())];
}

// The columns of a run are those of the last one of each engine.
ResultRow row_of(const Contest& contest, const MeasuredEngine& engine) {
    ResultRow row{engine.label, engine.ms, {}};
    const std::string name = field_named(engine.plan, "engine");
    for (std::size_t run = 0; run < contest.runs; ++run)
        if (const CsvColumns columns = contest.row(run); field_named(columns, "engine") == name)
            add_numbers(row, columns);
    for (const CsvColumns& columns : {engine.plan, engine.found, engine.beside})
        add_numbers(row, columns);
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

// "ASK-SBR", as the papers and panels name it.
std::string label_of(const FramePlan& plan) {
    const std::string_view engine = choice_of(plan.engine).label;
    if (plan.engine == EngineKind::ex) return std::string(engine);
    return fmt::format("{}-{}", engine, choice_of(plan.scheme).label);
}

ResultRow row_of(const Contestant& contestant, const BenchEnergies& energies) {
    const FramePlan& plan = contestant.plan;
    ResultRow row{label_of(plan), {}, {}};
    for (const EngineStats& run : contestant.runs) row.ms.push_back(run.compute_ms);
    const EngineStats& last = contestant.runs.back();
    const auto total = last.total();
    row.values = {{"n", std::sqrt(static_cast<double>(pixels(plan.image)))},
                  {"regions", static_cast<double>(total.regions)},
                  {"subdivided", static_cast<double>(total.subdivided)},
                  {"levels", static_cast<double>(last.levels.size())},
                  {"iterations", static_cast<double>(total.iterations)},
                  {"pixels_filled", static_cast<double>(total.pixels_filled)},
                  {"launches", static_cast<double>(last.launches)},
                  {"P", fitted_probability(last)}};
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
    std::atomic<int> done{0};
    const auto contest = bench.plan.measure({bench.repeat, bench.energy, stop, done});
    return contest ? std::optional(result_of(*contest)) : std::nullopt;
}

ResultRow row_of(const nlohmann::ordered_json& found, std::string_view contestant) {
    ResultRow row;
    for (const auto& [name, value] : found.items()) {
        const auto text = value.is_string() ? value.get<std::string>() : value.dump();
        if (name == contestant || (name == "engine" && row.label.empty())) row.label = text;
        if (const auto number = number_in(text)) row.values[name] = *number;
    }
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

std::optional<Result> measure_command(std::span<const std::string> arguments,
                                      std::span<const MakeWorkloadCommands> workloads,
                                      const RunEngine& run, const std::stop_token& stop) {
    const CommandLine command = parse_command_line(arguments, workloads);
    if (const auto* bench = std::get_if<BenchCommand>(&command)) return measure(*bench, run, stop);
    if (const auto* other = std::get_if<OtherCommand>(&command)) {
        if (other->bench) return measure(*other->bench, stop);
        if (other->check) return measure(*other->check, stop);
    }
    throw UsageError(fmt::format("'{}' measures nothing: it must be bench, or check of a workload",
                                 fmt::join(arguments, " ")));
}

}  // namespace mariani::app
