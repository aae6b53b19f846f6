#include "app/produce/pyramid/pyramid_folder.hpp"

#include "app/files/folders.hpp"
#include "app/files/json_text.hpp"
#include "app/files/own_file.hpp"
#include "app/files/settings_text.hpp"

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* manifest_name = "poster.json";
constexpr const char* group_name = "zarr.json";

Json named(const char* name, const Json& configuration) {
    return {{"name", name}, {"configuration", configuration}};
}

Json list_of(int side) {
    return Json::array({side, side});
}

// What Zarr calls a chunk is a cell, and what it calls an inner chunk is a chunk.
Json array_json(const PyramidManifest& manifest, int level) {
    const ImageSize size = level_size(manifest.shape, level);
    const Json bytes = named("bytes", {{"endian", "little"}});
    const Json shards = {
        {"chunk_shape", list_of(chunk_side)},
        {"codecs", Json::array({bytes, named("zstd", {{"level", 1}, {"checksum", true}})})},
        {"index_codecs", Json::array({bytes, Json{{"name", "crc32c"}}})},
        {"index_location", "end"}};
    return {{"zarr_format", 3},
            {"node_type", "array"},
            {"shape", Json::array({size.height, size.width})},
            {"data_type", manifest.type() == ElementType::uint16 ? "uint16" : "uint32"},
            {"chunk_grid", named("regular", {{"chunk_shape", list_of(manifest.shape.cell)}})},
            {"chunk_key_encoding", named("default", {{"separator", "/"}})},
            {"fill_value", manifest.fill_value()},
            {"codecs", Json::array({named("sharding_indexed", shards)})},
            {"dimension_names", Json::array({"y", "x"})},
            {"attributes", Json::object()}};
}

// In pixels of the largest level; the centre of its first pixel is the origin.
Json dataset_json(const PyramidShape& shape, int level) {
    const ImageSize size = level_size(shape, level);
    const double y = double{1} * shape.size.height / size.height;
    const double x = double{1} * shape.size.width / size.width;
    const Json scale = {{"type", "scale"}, {"scale", {y, x}}};
    const Json translation = {{"type", "translation"}, {"translation", {(y - 1) / 2, (x - 1) / 2}}};
    return {{"path", std::to_string(level)},
            {"coordinateTransformations", Json::array({scale, translation})}};
}

Json group_json(const PyramidManifest& manifest) {
    const PyramidShape& shape = manifest.shape;
    const Json axes = Json::array({Json{{"name", "y"}, {"type", "space"}},  //
                                   Json{{"name", "x"}, {"type", "space"}}});
    Json datasets = Json::array();
    for (int level = 0; level < shape.levels; ++level)
        datasets.push_back(dataset_json(shape, level));
    const Json image = {
        {"name", manifest.smooth() ? "smooth dwells in 1024ths" : values_of(manifest.quantity())},
        {"axes", axes},
        {"datasets", datasets}};
    return {{"zarr_format", 3},
            {"node_type", "group"},
            {"attributes", {{"ome", {{"version", "0.5"}, {"multiscales", Json::array({image})}}}}}};
}

// Zarr's files: of each level, and of the whole.
std::vector<std::pair<fs::path, std::string>> metadata(const fs::path& folder,
                                                       const PyramidManifest& manifest) {
    std::vector<std::pair<fs::path, std::string>> files;
    for (int level = 0; level < manifest.shape.levels; ++level)
        files.emplace_back(folder / std::to_string(level) / group_name,
                           array_json(manifest, level).dump(2) + "\n");
    files.emplace_back(folder / group_name, group_json(manifest).dump(2) + "\n");
    return files;
}

// The first difference between what was asked for of two posters, of the settings that their values
// depend on; empty if there is none.
std::string difference(const PyramidManifest& there, const PyramidManifest& asked) {
    const Json one = Json::parse(manifest_to_json(there)),
               other = Json::parse(manifest_to_json(asked));
    const auto compare = [](const Json& a, const Json& b, const std::string& name) -> std::string {
        if (a == b) return "";
        return fmt::format("its {} is {}, and {} was asked for", name, a.dump(), b.dump());
    };
    const auto section_differs = [&](const char* section) -> std::string {
        for (const auto& [name, value] : one["settings"][section].items())
            if (auto found = compare(value, other["settings"][section][name], name); !found.empty())
                return found;
        return "";
    };
    if (auto found = section_differs("view"); !found.empty()) return found;
    for (const char* name : {"size", "cell"})
        if (auto found = compare(one[name], other[name], name); !found.empty()) return found;
    if (there.shape.levels != asked.shape.levels)
        return compare(there.shape.levels, asked.shape.levels, "number of levels");
    if (there.quantity() != asked.quantity())
        return compare(setting_name(there.quantity()), setting_name(asked.quantity()), "quantity");
    const auto kind = [](const PyramidManifest& of) { return of.smooth() ? "smooth" : "whole"; };
    if (there.smooth() != asked.smooth())
        return compare(kind(there), kind(asked), "kind of dwells");
    if (there.samples() != asked.samples())
        return compare(there.samples(), asked.samples(), "number of samples");
    return section_differs("engine");
}

using Json = nlohmann::ordered_json;

constexpr int manifest_format = 1;

// What a picture is made from, without the tabs of other workloads.
Json settings_json(const Settings& settings) {
    const Json all = Json::parse(picture_settings_to_json(settings));
    Json kept;
    for (const char* section : {"format", "view", "engine", "colouring", "overlay"})
        kept[section] = all.at(section);
    return kept;
}

PyramidLevel level_from(const JsonValue& value) {
    JsonFields fields(value);
    PyramidLevel level;
    level.precision = fields.take("precision", setting_names<Precision>()).choice<Precision>();
    level.engine = fields.take("engine", setting_names<EngineKind>()).choice<EngineKind>();
    auto& [g, r, B] = level.subdivision;
    g = static_cast<int>(fields.take("g", "a whole number").whole(limits::g));
    r = static_cast<int>(fields.take("r", "a whole number").whole(limits::r));
    B = static_cast<int>(fields.take("B", "a whole number").whole(limits::B));
    fields.finish();
    return level;
}

}  // namespace

fs::path manifest_path(const fs::path& folder) {
    return folder / manifest_name;
}

fs::path shard_path(const fs::path& folder, CellPlace cell) {
    return folder / std::to_string(cell.level) / "c" / std::to_string(cell.y) /
           std::to_string(cell.x);
}

bool is_pyramid(const fs::path& folder) {
    std::error_code error;
    return fs::is_regular_file(manifest_path(folder), error);
}

PyramidManifest read_manifest(const fs::path& folder) {
    std::error_code unknown;
    if (!fs::exists(folder, unknown) && !unknown)
        throw std::runtime_error(fmt::format("there is no folder {}", folder.string()));
    if (!is_pyramid(folder))
        throw std::runtime_error(fmt::format("{} is not a poster: there is no file {} in it",
                                             folder.string(), manifest_name));
    try {
        return manifest_from_json(read_whole_file(manifest_path(folder), max_manifest_bytes));
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error(
            fmt::format("cannot use {}: {}", manifest_path(folder).string(), error.what()));
    }
}

std::vector<std::string> missing_metadata(const fs::path& folder, const PyramidManifest& manifest) {
    std::vector<std::string> missing;
    std::error_code error;
    for (const auto& file : metadata(folder, manifest))
        if (!fs::is_regular_file(file.first, error))
            missing.push_back(fmt::format("{} is missing", file.first.string()));
    return missing;
}

void mend_metadata(const fs::path& folder, const PyramidManifest& manifest) {
    std::error_code error;
    for (const auto& [file, text] : metadata(folder, manifest))
        if (!fs::is_regular_file(file, error))
            write_whole_file(made_folder(file.parent_path()) / group_name, text);
}

PyramidManifest begin_pyramid(const fs::path& folder, const PyramidManifest& manifest) {
    made_folder(folder);
    const FileLock lock(manifest_path(folder));
    if (is_pyramid(folder)) {
        PyramidManifest there = read_manifest(folder);
        if (const auto what = difference(there, manifest); !what.empty())
            throw std::runtime_error(fmt::format("{} holds another poster: {}; name another folder",
                                                 folder.string(), what));
        mend_metadata(folder, there);
        return there;
    }
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().filename().string().front() != '.' &&
            entry.path().filename() != group_name && entry.path().filename() != "done" &&
            !fs::is_regular_file(entry.path() / group_name))
            throw std::runtime_error(fmt::format(
                "{} is not empty and not a poster: name a new folder", folder.string()));
    mend_metadata(folder, manifest);
    made_folder(folder / "done");
    write_whole_file(manifest_path(folder), manifest_to_json(manifest));  // the last
    return manifest;
}

EngineRequest engine_of_poster(const PyramidManifest& manifest, const EngineRequest& here) {
    EngineRequest engine = manifest.settings.engine;
    engine.backend = here.backend;
    engine.device = here.device;
    engine.threads = here.threads;
    engine.block.reset();
    if (here.backend == Backend::cpu) engine.scheme.reset();  // it counts borders once in any
    return engine;
}

void show_poster(Settings& settings, const PyramidManifest& manifest) {
    settings.engine = engine_of_poster(manifest, settings.engine);
    settings.automatic_dwell_limit = false;
    settings.colouring = manifest.settings.colouring;
    settings.workload = Workload::mandelbrot;
}

ElementType PyramidManifest::type() const {
    if (quantity() == render::Quantity::work) return ElementType::uint32;
    if (quantity() != render::Quantity::dwell) return ElementType::uint16;
    if (smooth()) return ElementType::uint32;
    const bool deep =
        std::ranges::any_of(levels, [](const auto& level) { return is_deep(level.precision); });
    return deep || dwell_limit() > 0xFFFF ? ElementType::uint32 : ElementType::uint16;
}

std::string_view values_of(render::Quantity quantity) {
    switch (quantity) {
        case render::Quantity::work:
            return "work";
        case render::Quantity::level:
            return "levels";
        case render::Quantity::outcome:
            return "outcomes";
        default:
            return "dwells";
    }
}

std::optional<std::string> why_not_smooth(const PyramidManifest& manifest) {
    if (!manifest.smooth() || manifest.dwell_limit() <= max_smooth_limit) return std::nullopt;
    return fmt::format("a poster with smooth colours has a dwell limit of at most {}, not {}",
                       max_smooth_limit, manifest.dwell_limit());
}

DwellSummary summary_of(const PyramidManifest& manifest, const HostField<std::uint32_t>& values) {
    if (manifest.smooth()) {
        std::vector<std::uint32_t> dwells(values.values.size());
        std::ranges::transform(values.values, dwells.begin(),
                               [](std::uint32_t value) { return from_smooth_value(value).dwell; });
        return summarise({values.extent, dwells}, manifest.dwell_limit());
    }
    if (manifest.quantity() == render::Quantity::dwell)
        return summarise(values, manifest.dwell_limit());
    DwellSummary summary;
    for (const std::uint32_t value : values.values) summary.max = std::max(summary.max, value);
    return summary;
}

std::string manifest_to_json(const PyramidManifest& manifest) {
    Json json;
    json["mariani_poster"] = manifest_format;
    json["version"] = manifest.version;
    json["size"] = to_text(manifest.shape.size);
    json["cell"] = manifest.shape.cell;
    if (manifest.quantity() != render::Quantity::dwell)
        json["quantity"] = setting_name(manifest.quantity());
    if (manifest.smooth()) json["smooth"] = true;
    if (manifest.samples() > 1) json["samples"] = manifest.samples();
    for (const PyramidLevel& level : manifest.levels)
        json["levels"].push_back({{"precision", setting_name(level.precision)},
                                  {"engine", setting_name(level.engine)},
                                  {"g", level.subdivision.g},
                                  {"r", level.subdivision.r},
                                  {"B", level.subdivision.B}});
    json["settings"] = settings_json(manifest.settings);
    return in_lines(json, "settings");
}

PyramidManifest manifest_from_json(std::string_view text) {
    const auto json = parse_json(text, {max_manifest_bytes});
    JsonFields fields(JsonValue(json, ""));
    PyramidManifest manifest;
    if (fields.take("mariani_poster", "1").whole({1, 1'000'000}) > manifest_format)
        throw std::invalid_argument("it was made by a later version of mariani: update this one");
    manifest.version = fields.take("version", "a text").text();
    manifest.shape.size = fields.take("size", "\"WIDTHxHEIGHT\"").size(pyramid_sides);
    manifest.shape.cell =
        static_cast<int>(fields.take("cell", "a power of two").whole(pyramid_cells));
    const auto quantity = fields.take_optional("quantity");
    const auto smooth = fields.take_optional("smooth");
    const auto samples = fields.take_optional("samples");
    for (const JsonValue& level : fields.take("levels", "a list").list())
        manifest.levels.push_back(level_from(level));
    manifest.shape.levels = static_cast<int>(manifest.levels.size());
    manifest.settings =
        picture_settings_from_json(fields.take("settings", "an object").json().dump());
    // Whatever its colouring says: earlier posters were asked for what they do not have.
    auto& colouring = manifest.settings.colouring;
    colouring.shown = quantity ? quantity->choice<render::Quantity>() : render::Quantity::dwell;
    colouring.smooth = smooth && smooth->boolean();
    colouring.samples = samples ? static_cast<int>(samples->whole({1, render::max_samples})) : 1;
    fields.finish();
    refuse(why_invalid(manifest.shape));
    refuse(why_not_smooth(manifest));
    return manifest;
}

}  // namespace mariani::app
