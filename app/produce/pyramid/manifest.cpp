#include "app/files/json_text.hpp"
#include "app/files/settings_text.hpp"
#include "app/produce/pyramid/pyramid_folder.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

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

ElementType PyramidManifest::type() const {
    const bool deep =
        std::ranges::any_of(levels, [](const auto& level) { return is_deep(level.precision); });
    return deep || dwell_limit() > 0xFFFF ? ElementType::uint32 : ElementType::uint16;
}

std::string manifest_to_json(const PyramidManifest& manifest) {
    Json json;
    json["mariani_poster"] = manifest_format;
    json["version"] = manifest.version;
    json["size"] = to_text(manifest.shape.size);
    json["cell"] = manifest.shape.cell;
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
    for (const JsonValue& level : fields.take("levels", "a list").list())
        manifest.levels.push_back(level_from(level));
    manifest.shape.levels = static_cast<int>(manifest.levels.size());
    manifest.settings =
        picture_settings_from_json(fields.take("settings", "an object").json().dump());
    fields.finish();
    refuse(why_invalid(manifest.shape));
    return manifest;
}

}  // namespace mariani::app
