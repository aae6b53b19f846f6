#include "app/measure/timing_text.hpp"

#include "app/files/csv_field.hpp"
#include "compute/model/text.hpp"

#include <stdexcept>

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::ordered_json;

// Empty where it was not measured; where it has no figure the last of them says why.
void add_energy(const TimingRow& row, Json& json) {
    const bool known = row.energy && row.energy->known();
    json["joules"] = known ? Json(row.energy->joules) : Json();
    json["pixels_per_joule"] =
        known ? Json(row.energy->pixels_per_joule(pixel_count(row.plan.part))) : Json();
    json["energy"] = !row.energy ? "" : known ? counted_by(*row.energy) : row.energy->unknown;
}

// The columns in their order, as JSON values; CSV writes the same values its own way.
Json row_of(const TimingRow& row, TimingLogKind kind) {
    const auto& plan = row.plan;
    const auto& stats = row.stats;
    Json json = Json::object();
    json["time"] = iso_time(row.time);
    json["engine"] = name_of(stats.engine);
    json["scheme"] = name_of(plan.scheme);
    json["backend"] = name_of(stats.backend);
    json["device"] = stats.device;
    json["precision"] = name_of(stats.precision);
    json["width"] = plan.image.width;
    json["height"] = plan.image.height;
    json["center_re"] = plan.view.centre.re;
    json["center_im"] = plan.view.centre.im;
    json["height_im"] = plan.view.height;
    json["dwell"] = plan.dwell_limit;
    json["g"] = plan.subdivision.g;
    json["r"] = plan.subdivision.r;
    json["B"] = plan.subdivision.B;
    json["block"] = to_text(ImageSize{plan.block.width, plan.block.height});
    json["fill"] = name_of(plan.fill);
    json["shortcuts"] = plan.shortcuts ? "on" : "off";
    json["run"] = row.run;
    json["compute_ms"] = stats.compute_ms;
    json["levels"] = stats.levels.size();
    json["regions"] = stats.regions();
    json["filled"] = stats.filled();
    json["subdivided"] = stats.subdivided();
    json["leaves"] = stats.leaves();
    json["pixels_filled"] = stats.pixels_filled();
    json["pixels_iterated"] = stats.pixels_iterated();
    json["iterations"] = stats.iterations();
    json["leaf_pixels"] = stats.leaf_pixels();
    json["leaf_iterations"] = stats.leaf_iterations();
    json["failed_launches"] = stats.failed_launches;
    add_energy(row, json);
    if (kind == TimingLogKind::window) {
        json["upload_ms"] = row.display.upload_ms;
        json["draw_ms"] = row.display.draw_ms;
        json["frame_ms"] = row.display.frame_ms;
        json["display"] = name_of(row.display.path);
    }
    json["launches"] = stats.launches;
    return json;
}

Json levels_of(const EngineStats& stats) {
    Json levels = Json::array();
    for (const LevelStats& level : stats.levels)
        levels.push_back({{"level", level.level},
                          {"side", level.side},
                          {"regions", level.regions},
                          {"filled", level.filled},
                          {"subdivided", level.subdivided},
                          {"leaves", level.leaves},
                          {"P", subdivision_probability(level)},
                          {"ms", level.ms}});
    return levels;
}

std::string csv_line(const Json& row, bool names) {
    std::string line;
    for (const auto& [name, value] : row.items()) {
        if (!line.empty()) line += ',';
        if (names)
            line += name;
        else if (value.is_string())
            line += csv_field(value.get<std::string>());
        else if (value.is_null())
            continue;
        else if (value.is_number_float())
            line += to_text(value.get<double>());
        else
            line += value.dump();
    }
    return line + '\n';
}

}  // namespace

std::string iso_time(std::chrono::system_clock::time_point time) {
    const auto whole = std::chrono::floor<std::chrono::milliseconds>(time);
    const auto ms = whole.time_since_epoch().count() % 1000;
    const auto seconds = std::chrono::system_clock::to_time_t(
        std::chrono::time_point_cast<std::chrono::system_clock::duration>(
            std::chrono::floor<std::chrono::seconds>(whole)));
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(seconds), (ms + 1000) % 1000);
}

TimingLogFormat timing_log_format(const fs::path& path) {
    if (path.extension() == ".csv") return TimingLogFormat::csv;
    if (path.extension() == ".json") return TimingLogFormat::json;
    throw std::invalid_argument(
        fmt::format("the log's name is {}: it must end in .csv or .json", path.string()));
}

std::string TimingText::opening() const {
    return format_ == TimingLogFormat::csv ? csv_line(row_of({}, kind_), true) : "[\n";
}

std::string TimingText::row(const TimingRow& row) const {
    Json json = row_of(row, kind_);
    if (format_ == TimingLogFormat::csv) return csv_line(json, false);
    json["levels"] = levels_of(row.stats);
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string_view TimingText::separator() const {
    return format_ == TimingLogFormat::csv ? "" : ",\n";
}

std::string_view TimingText::closing() const {
    return format_ == TimingLogFormat::csv ? "" : "\n]\n";
}

}  // namespace mariani::app
