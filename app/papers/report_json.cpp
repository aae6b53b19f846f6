#include "app/files/json_text.hpp"
#include "app/files/own_file.hpp"
#include "app/files/table_file.hpp"
#include "app/papers/report.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr TextLimits report_limits{16 << 20, 1'000'000};
constexpr double most = 1e300;  // so that differences are numbers, too

Json json_of(const Found& found);
Json json_of(const Result& result);
Json json_of(const ClaimOutcome& outcome);

template <typename T>
Json list_of(const std::vector<T>& values) {
    Json list = Json::array();
    for (const T& value : values) list.push_back(json_of(value));
    return list;
}

Json json_of(const Bound& bound) {
    const auto end = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
    return {{"low", end(bound.low)}, {"high", end(bound.high)}};
}

Json json_of(const Found& found) {
    Json value;
    if (found.value)
        value = {
            {"min", found.value->min}, {"median", found.value->median}, {"max", found.value->max}};
    return {{"name", found.quantity->name},
            {"published", found.quantity->published},
            {"claimed", json_of(found.quantity->bound)},
            {"value", value},
            {"verdict", text_of(found.verdict)}};
}

Json json_of(const Result& result) {
    Json rows = Json::array();
    for (const ResultRow& row : result.rows)
        rows.push_back({{"label", row.label}, {"ms", row.ms}, {"values", Json(row.values)}});
    return {
        {"x", result.x}, {"command", result.command}, {"device", result.device}, {"rows", rows}};
}

Json json_of(const ClaimOutcome& outcome) {
    const Claim& claim = *outcome.claim;
    return {{"id", claim.id},
            {"paper", text_of(claim.paper).id},
            {"where", claim.where},
            {"statement", claim.statement},
            {"verdict", text_of(outcome.verdict)},
            {"why", outcome.why},
            {"time", outcome.time},
            {"seconds", outcome.seconds},
            {"quantities", list_of(outcome.found)},
            {"results", list_of(outcome.results)}};
}

Machine machine_from(JsonFields fields) {
    const auto text = [&](std::string_view name) { return fields.take(name, "a text").text(); };
    Machine machine{text("mariani"), text("system"), text("cpu"), text("gpu"), text("driver")};
    fields.finish();
    return machine;
}

std::vector<JsonValue> items_of(const JsonValue& value) {
    if (value.json().is_array() && value.json().empty()) return {};
    return value.list();
}

double number_of(const JsonValue& value) {
    return value.real(-most, most);
}

ResultRow row_from(JsonFields fields) {
    ResultRow row;
    row.label = fields.take("label", "a text").text();
    for (const JsonValue& ms : items_of(fields.take("ms", "a list")))
        row.ms.push_back(ms.real(0, most));
    const JsonValue values = fields.take("values", "an object");
    if (!values.json().is_object()) values.reject("an object of numbers");
    for (const auto& [name, value] : values.json().items())
        row.values[name] = number_of(JsonValue(value, fmt::format("{}.{}", values.path(), name)));
    fields.finish();
    return row;
}

Result result_from(JsonFields fields) {
    Result result;
    result.x = number_of(fields.take("x", "a number"));
    result.command = fields.take("command", "a text").text();
    result.device = fields.take("device", "a text").text();
    for (const JsonValue& row : items_of(fields.take("rows", "a list")))
        result.rows.push_back(row_from(JsonFields(row)));
    fields.finish();
    return result;
}

const Claim* claim_with(std::string_view id) {
    const auto found = std::ranges::find(all_claims(), id, &Claim::id);
    return found == all_claims().end() ? nullptr : &*found;
}

// Nothing if this version does not have the claim.
std::optional<ClaimOutcome> outcome_from(JsonFields fields, Backend backend) {
    const Claim* claim = claim_with(fields.take("id", "a text").text());
    // What follows from the claim and its results is not read.
    for (const std::string_view name : {"paper", "where", "statement", "verdict", "quantities"})
        fields.take(name, "what was written");
    const std::string why = fields.take("why", "a text").text();
    const std::string time = fields.take("time", "a text").text();
    const double seconds = fields.take("seconds", "a number").real(0, most);
    std::vector<Result> results;
    for (const JsonValue& result : items_of(fields.take("results", "a list")))
        results.push_back(result_from(JsonFields(result)));
    fields.finish();
    if (!claim) return std::nullopt;
    ClaimOutcome outcome;
    outcome.claim = claim;
    if (!results.empty()) outcome = outcome_of(*claim, std::move(results), backend);
    if (!why.empty()) outcome.why = why;
    outcome.time = time;
    outcome.seconds = seconds;
    return outcome;
}

}  // namespace

std::string to_json(const Reproduction& reproduction) {
    const Machine& machine = reproduction.machine;
    const Json json{{"mariani_reproduction", format_version},
                    {"machine",
                     {{"mariani", machine.mariani},
                      {"system", machine.system},
                      {"cpu", machine.cpu},
                      {"gpu", machine.gpu},
                      {"driver", machine.driver}}},
                    {"backend", name_of(reproduction.backend)},
                    {"device", reproduction.device},
                    {"claims", list_of(reproduction.outcomes)}};
    return in_lines(json);
}

Reproduction reproduction_from_json(std::string_view text) {
    const nlohmann::json json = parse_json(text, report_limits);
    JsonFields fields(JsonValue(json, ""));
    fields.take("mariani_reproduction", "the file's version, 1").whole({1, format_version});
    Reproduction reproduction;
    reproduction.machine = machine_from(JsonFields(fields.take("machine", "an object")));
    reproduction.backend = fields.take("backend", "a backend").choice<Backend>();
    reproduction.device = fields.take("device", "a text").text();
    for (const JsonValue& claim : items_of(fields.take("claims", "a list")))
        if (auto outcome = outcome_from(JsonFields(claim), reproduction.backend))
            reproduction.outcomes.push_back(std::move(*outcome));
    fields.finish();
    std::ranges::stable_sort(reproduction.outcomes, {}, &ClaimOutcome::claim);
    const auto twice = std::ranges::adjacent_find(reproduction.outcomes, {}, &ClaimOutcome::claim);
    if (twice != reproduction.outcomes.end())
        throw std::invalid_argument(fmt::format("the claim '{}' is there twice", twice->claim->id));
    return reproduction;
}

Reproduction read_reproduction(const fs::path& path) {
    const std::string text = read_whole_file(path, report_limits.bytes);
    try {
        return reproduction_from_json(text);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(
            fmt::format("{} is no report of reproduce: {}", path.string(), error.what()));
    }
}

fs::path set_aside(const fs::path& report, std::string version) {
    std::ranges::replace_if(
        version, [](unsigned char c) { return !std::isalnum(c) && c != '.' && c != '-'; }, '-');
    const auto named = [&](const std::string& more) {
        return fs::path(report).replace_filename(fmt::format("report-{}{}.json", version, more));
    };
    fs::path kept = named("");
    for (int number = 2; fs::exists(kept); ++number) kept = named(fmt::format("-{}", number));
    fs::rename(report, kept);
    return kept;
}

std::string csv_of(const ClaimOutcome& outcome) {
    std::set<std::string> columns;
    const auto results = judged_results(outcome);
    for (const Result& result : results)
        for (const ResultRow& row : result.rows)
            for (const auto& [name, value] : row.values) columns.insert(name);
    std::string csv = "x,command,row,ms_median,ms_min,ms_max";
    for (const std::string& name : columns) csv += "," + csv_field(name);
    csv += "\n";
    for (const Result& result : results)
        for (const ResultRow& row : result.rows) {
            csv += fmt::format("{},{},{}", to_text(result.x), csv_field(result.command),
                               csv_field(row.label));
            const auto ms = row.ms.empty() ? std::nullopt : std::optional(spread_of(row.ms));
            csv += ms ? fmt::format(",{},{},{}", to_text(ms->median), to_text(ms->min),
                                    to_text(ms->max))
                      : ",,,";
            for (const std::string& name : columns) {
                const auto value = row.values.find(name);
                csv += "," + (value == row.values.end() ? "" : to_text(value->second));
            }
            csv += "\n";
        }
    return csv;
}

}  // namespace mariani::app
