#include "app/files/location_file.hpp"

#include "app/files/folders.hpp"
#include "app/files/location_fields.hpp"
#include "app/files/toml_text.hpp"
#include "compute/model/text.hpp"
#include "render/files/regular_file.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr TextLimits location_limits{4 << 20};  // two numbers of 10^5 digits, and any colours

std::string_view trimmed(std::string_view text) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

// The value in the first line "NAME: VALUE".
std::optional<std::string> kfr_field(std::string_view text, std::string_view name) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const auto colon = line.find(':');
        if (colon != std::string_view::npos && trimmed(line.substr(0, colon)) == name)
            return std::string(trimmed(line.substr(colon + 1)));
    }
    return std::nullopt;
}

// By the names of a table and of a field in it: "transform.rotate".
toml::node_view<const toml::node> toml_node(const toml::table& table, std::string_view name) {
    const auto dot = name.find('.');
    if (dot == std::string_view::npos) return table[name];
    return table[name.substr(0, dot)][name.substr(dot + 1)];
}

// Numbers are written with quotes, as all that are long have to be, or without.
std::optional<std::string> toml_field(const toml::table& table, std::string_view name) {
    const auto field = toml_node(table, name);
    if (const auto text = field.value_exact<std::string>()) return std::string(trimmed(*text));
    if (const auto whole = field.value_exact<std::int64_t>()) return std::to_string(*whole);
    if (const auto number = field.value_exact<double>()) return to_text(*number);
    if (field) throw std::invalid_argument(fmt::format("{} is not a number", name));
    return std::nullopt;
}

bool toml_flag(const toml::table& table, std::string_view name) {
    const auto field = toml_node(table, name);
    if (!field) return false;
    if (const auto flag = field.value_exact<bool>()) return *flag;
    throw std::invalid_argument(fmt::format("{} is neither true nor false", name));
}

// The fields with what their program takes where there are none.
LocationFields with_defaults(const toml::table& table, const PlaceNames& names,
                             const std::array<const char*, 4>& defaults) {
    return [=, &table](std::string_view name) {
        auto value = toml_field(table, name);
        const std::array all{names.re, names.im, names.zoom, names.iterations};
        const auto found = std::ranges::find(all, name);
        if (!value && found != all.end())
            value = defaults[static_cast<std::size_t>(found - all.begin())];
        return value;
    };
}

constexpr PlaceNames names_of_rust_fractal{"real", "imag", "zoom", "iterations"};

// Its row j lies at im + (j - (rows - 1) / 2) * pitch.
Location rust_fractal(const toml::table& table) {
    const LocationFields fields =
        with_defaults(table, names_of_rust_fractal, {"-0.75", "0", "1", "1000"});
    const std::string type = fields("fractal_type").value_or("mandelbrot");
    if (lowered(type) != "mandelbrot")
        reject_field("fractal_type", type, "only z^2 + c, called mandelbrot, is computed");
    require_usual(fields, "fractal_power", 2, "the power of z");
    Location location = location_of(fields, names_of_rust_fractal, ImaginaryAxis::down);
    Changes changes(fields);
    changes.angle("rotate");
    changes.tell(location);
    return location;
}

// Each formula of a hybrid, which takes them in turn, has to be z^2 + c.
void require_usual_formula(const toml::table& formula) {
    constexpr std::string_view only = "only z^2 + c, called \"sqr add\", is computed";
    const LocationFields fields = [&](std::string_view name) { return toml_field(formula, name); };
    if (const auto steps = fields("opcodes"); steps && !steps->empty()) {
        if (*steps != "sqr add") reject_field("formula.opcodes", *steps, only);
        return;
    }
    require_usual([&](std::string_view) { return fields("power"); }, "formula.power", 2,
                  "the power of z");
    for (const char* change : {"abs_x", "abs_y", "neg_x", "neg_y"})
        if (toml_flag(formula, change))
            reject_field(fmt::format("formula.{}", change), "true", "only z^2 + c is computed");
}

void require_usual_formulas(const toml::table& table) {
    const toml::node* node = table.get("formula");
    if (node == nullptr) return;
    const toml::array* formulas = node->as_array();
    if (formulas == nullptr || !(formulas->empty() || formulas->is_array_of_tables()))
        throw std::invalid_argument("formula is not a list of tables, each [[formula]]");
    for (const toml::node& formula : *formulas) require_usual_formula(*formula.as_table());
}

Location fraktaler_3(const toml::table& table) {
    constexpr PlaceNames names{"location.real", "location.imag", "location.zoom",
                               "bailout.iterations"};
    const LocationFields fields = with_defaults(table, names, {"0", "0", "1", "1024"});
    require_usual_formulas(table);
    const bool reflected = toml_flag(table, "transform.reflect");
    Location location =
        location_of(fields, names, reflected ? ImaginaryAxis::down : ImaginaryAxis::up);
    Changes changes(fields);
    changes.angle("transform.rotate");
    changes.number("transform.stretch_amount", "stretched");
    for (const auto& [name, what] : {std::pair("transform.exponential_map", "unrolled"),
                                     {"transform.vertical_flip", "upside down"}})
        changes.flag(name, what, toml_flag(table, name));
    changes.tell(location);
    return location;
}

}  // namespace

Location read_kfr(std::string_view text) {
    if (static_cast<std::int64_t>(text.size()) > location_limits.bytes)
        throw std::invalid_argument(
            fmt::format("it is larger than {}", render::bytes_text(location_limits.bytes)));
    const std::string lines = render::plain_lines(text);
    const LocationFields fields = [&](std::string_view name) { return kfr_field(lines, name); };
    require_usual(fields, "FractalType", 0, "the fractal type");
    require_usual(fields, "Power", 2, "the power of z");
    require_usual(fields, "UseHybridFormula", 0, "the use of other formulas");
    require_usual(fields, "SeedR", 0, "the initial z");
    require_usual(fields, "SeedI", 0, "the initial z");
    require_usual(fields, "FactorAR", 1, "the factor of the formula");
    require_usual(fields, "FactorAI", 0, "the factor of the formula");
    // Its rows go down from positive to negative only where it says so, from version 2.15.4 on.
    const bool up = parse_real(fields("ImagPointsUp").value_or("0")).value_or(0) != 0;
    Location location = location_of(fields, {"Re", "Im", "Zoom", "Iterations"},
                                    up ? ImaginaryAxis::up : ImaginaryAxis::down);
    Changes changes(fields);
    changes.angle("Rotate");
    changes.angle("RotateAngle");
    changes.number("StretchAmount", "stretched");
    changes.number("Ratio", "stretched", 360);
    changes.tell(location);
    return location;
}

Location read_toml_location(std::string_view text) {
    const toml::table table = parse_toml(render::plain_lines(text), location_limits);
    if (table["program"].value<std::string>() == "fraktaler-3" || table["location"].is_table())
        return fraktaler_3(table);
    const auto& [re, im, zoom, iterations] = names_of_rust_fractal;
    if (table.contains(re) || table.contains(im) || table.contains(zoom) ||
        table.contains(iterations))
        return rust_fractal(table);
    throw std::invalid_argument(
        "it is neither a location of rust-fractal, which has real, imag, zoom or iterations, nor "
        "one of Fraktaler-3, which has location.real and program = \"fraktaler-3\"");
}

bool is_location_file(const std::filesystem::path& path) {
    const std::string extension = lower_extension(path);
    return extension == ".kfr" || extension == ".toml";
}

Location read_location_file(const std::filesystem::path& path) {
    const std::string text = render::read_whole_file(path, location_limits.bytes);
    try {
        return lower_extension(path) == ".kfr" ? read_kfr(text) : read_toml_location(text);
    } catch (const std::invalid_argument& why) {
        throw std::runtime_error(fmt::format("cannot read {}: {}", path.string(), why.what()));
    }
}

}  // namespace mariani::app
