#include "app/measure/suite_json.hpp"

#include "app/files/table_file.hpp"
#include "app/measure/frame_columns.hpp"

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

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
    json["figures_of"] = "published_ms and target_ms are of one NVIDIA H200";
    json["rows"] = Json::array();
    for (const SuiteRow& row : report.rows) json["rows"].push_back(row_of(row));
    write_table(path, json.dump(2) + '\n');
}

}  // namespace mariani::app
