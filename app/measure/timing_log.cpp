#include "app/measure/timing_log.hpp"

#include "app/files/table_file.hpp"
#include "compute/model/text.hpp"

#include <stdexcept>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

template <typename Frame>
void add_engine(Json& row, const Frame& frame) {
    row["engine"] = name_of(frame.engine);
    row["scheme"] = name_of(frame.scheme);
    row["backend"] = name_of(frame.backend);
}

template <typename Frame>
void add_view(Json& row, const Frame& frame) {
    row["precision"] = name_of(frame.precision);
    row["width"] = frame.image.width;
    row["height"] = frame.image.height;
    row["center_re"] = to_text(frame.view.centre.re);
    row["center_im"] = to_text(frame.view.centre.im);
    row["height_im"] = to_text(frame.view.height);
    row["dwell"] = frame.dwell_limit;
    row["fill"] = name_of(frame.fill);
    row["shortcuts"] = frame.shortcuts ? "on" : "off";
}

using Json = nlohmann::ordered_json;

Json row_of(const TimingRow& row, bool of_window) {
    const auto& plan = row.plan;
    const auto& stats = row.stats;
    Json json = Json::object();
    json["time"] = iso_time(row.time);
    add_engine_columns(json, plan);
    json["device"] = stats.device;
    add_view_columns(json, plan);
    add_subdivision_columns(json, plan.subdivision, plan.block);
    json["run"] = row.run;
    json["compute_ms"] = stats.compute_ms;
    json["levels"] = stats.levels.size();
    add_counts(json, stats.total());
    json["failed_launches"] = stats.failed_launches;
    add_energy_columns(json, row.energy, static_cast<double>(pixel_count(plan.part)), "pixels");
    if (of_window) {
        json["upload_ms"] = row.display.upload_ms;
        json["draw_ms"] = row.display.draw_ms;
        json["frame_ms"] = row.display.frame_ms;
        json["display"] = path_name(row.display.path);
    }
    json["launches"] = stats.launches;
    json["julia"] = plan.view.julia ? to_text(*plan.view.julia) : "";
    add_delta_columns(json, plan.quality, stats.deltas);
    add_insertion_column(json, plan);
    return json;
}

Json levels_of(const EngineStats& stats) {
    Json levels = Json::array();
    for (const LevelStats& level : stats.levels) {
        Json json = {{"level", level.level}, {"side", level.side}};
        add_counts(json, level);
        json["P"] = subdivision_probability(level);
        json["ms"] = level.ms;
        json["olt_entries"] = level.olt_entries;
        json["olt_bytes"] = level.olt_bytes;
        levels.push_back(std::move(json));
    }
    return levels;
}

}  // namespace

void add_engine_columns(Json& row, const FramePlan& frame) {
    add_engine(row, frame);
}

void add_engine_columns(Json& row, const FrameRequest& frame) {
    add_engine(row, frame);
}

void add_view_columns(Json& row, const FramePlan& frame) {
    add_view(row, frame);
}

void add_view_columns(Json& row, const FrameRequest& frame) {
    add_view(row, frame);
}

void add_julia_column(Json& row, const View& view) {
    if (view.julia) row["julia"] = to_text(*view.julia);
}

void add_subdivision_columns(Json& row, const SubdivisionParams& subdivision, BlockSize block) {
    row["g"] = subdivision.g;
    row["r"] = subdivision.r;
    row["B"] = subdivision.B;
    row["block"] = to_text(ImageSize{block.width, block.height});
}

void add_insertion_column(Json& row, const FramePlan& frame) {
    row["insertion"] = has_insertion(frame) ? name_of(frame.insertion) : "";
}

void add_counts(Json& row, const RegionCounts<std::int64_t>& counts) {
    for (const auto& count : region_counts<std::int64_t>) row[count.name] = counts.*count.member;
}

void add_delta_columns(Json& row, Quality quality, const std::optional<DeltaStats>& deltas) {
    const auto add = [&](const char* name, const auto& value) {
        row[name] = deltas ? Json(value) : nullptr;
    };
    const DeltaStats stats = deltas.value_or(DeltaStats{});
    add("quality", name_of(quality));
    add("reference_bits", stats.reference_bits);
    add("reference_steps", stats.reference_steps);
    add("reference_ms", stats.reference_ms);
    add("table_ms", stats.table_ms);
    add("delta_steps", stats.work.steps);
    add("jumps", stats.work.jumps);
    add("rebases", stats.work.rebases);
    add("by_deltas", stats.pixels_of(Rung::deltas));
    add("by_double_double", stats.pixels_of(Rung::double_double));
    add("by_many_digits", stats.pixels_of(Rung::direct));
    add("by_theorem", stats.pixels_of(Rung::theorem));
    add("not_proven", stats.pixels_of(Rung::filled) + stats.pixels_of(Rung::none));
}

void add_energy_columns(Json& row, const std::optional<FrameEnergy>& energy, double count,
                        const std::string& unit) {
    const bool known = energy && energy->known();
    row["joules"] = known ? Json(energy->joules) : nullptr;
    row[unit + "_per_joule"] = known ? Json(count / energy->joules) : nullptr;
    row["energy"] = !energy ? "" : known ? counted_by(*energy) : energy->unknown;
}

namespace fs = std::filesystem;

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

Json window_row(const TimingRow& row, TimingLogFormat format) {
    Json json = row_of(row, true);
    if (format == TimingLogFormat::json) json["levels"] = levels_of(row.stats);
    return json;
}

std::string json_text(const Json& row) {
    return row.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string TimingText::opening() const {
    return format_ == TimingLogFormat::csv ? csv_names(row_of({}, false)) + '\n' : "[\n";
}

std::string TimingText::row(const TimingRow& row) const {
    Json json = row_of(row, false);
    if (format_ == TimingLogFormat::csv) return csv_values(json) + '\n';
    json["levels"] = levels_of(row.stats);
    return json_text(json);
}

std::string_view TimingText::separator() const {
    return format_ == TimingLogFormat::csv ? "" : ",\n";
}

std::string_view TimingText::closing() const {
    return format_ == TimingLogFormat::csv ? "" : "\n]\n";
}

BenchLog::BenchLog(const std::filesystem::path& path, TimingLogFormat format)
    : file_(path), format_(format) {}

void BenchLog::write(const TimingRow& row) {
    write(format_.row(row));
}

void BenchLog::write(const std::string& row) {
    if (!rows_.empty()) rows_ += format_.separator();
    rows_ += row;
}

void BenchLog::commit() {
    const std::string table = format_.opening() + rows_ + std::string(format_.closing());
    keep_table(table, [&] {
        file_.write(table);
        file_.commit();
    });
}

RowLog::RowLog(const std::filesystem::path& path, TimingLogFormat format)
    : journal_(path), format_(format) {
    if (!journal_.found().empty())
        throw std::runtime_error(
            fmt::format("there is a file {} already", journal_.path().string()));
}

void RowLog::write(const nlohmann::ordered_json& row) {
    const bool csv = format_ == TimingLogFormat::csv;
    const std::string opening = csv ? csv_names(row) + '\n' : "[\n";
    const std::string before = rows_ == 0 ? opening : csv ? "" : ",\n";
    const std::string text = csv ? csv_values(row) + '\n' : json_text(row);
    try {
        journal_.append(before + text, csv ? "" : "\n]\n");
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(fmt::format("the timing log has stopped: {}", error.what()));
    }
    ++rows_;
}

}  // namespace mariani::app
