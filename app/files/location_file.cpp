#include "app/files/location_file.hpp"

#include "app/files/folders.hpp"
#include "app/files/toml_text.hpp"
#include "compute/model/decimal.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"
#include "render/files/regular_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// The text of a field, nullopt if there is none. The names are those of the program's files.
using LocationFields = std::function<std::optional<std::string>(std::string_view name)>;

struct PlaceNames {
    std::string_view re, im, zoom, iterations;
};

// Ours points up. As the set is symmetric, a picture of a plane whose axis points down is that of
// the conjugate centre.
enum class ImaginaryAxis { up, down };

// The following throw std::invalid_argument: which field, what it is and what it must be.

[[noreturn]] void reject_field(std::string_view name, std::string_view value,
                               std::string_view needed) {
    throw std::invalid_argument(fmt::format("{} is {}: {}", name, in_quotes(value), needed));
}

// How a picture was changed after it was computed, which is not shown.
class Changes {
  public:
    explicit Changes(const LocationFields& fields) : fields_(fields) {}

    void number(std::string_view name, std::string_view what, double usual = 0);
    void angle(std::string_view name);  // in degrees
    void flag(std::string_view name, std::string_view what, bool set);

    // Adds a notice, if there was any.
    void tell(Location& location) const;

  private:
    void add(std::string_view what, std::string_view name, std::string_view value);

    const LocationFields& fields_;
    std::string text_;
};

std::string required(const LocationFields& fields, std::string_view name) {
    if (auto value = fields(name)) return *value;
    throw std::invalid_argument(fmt::format("{} is missing", name));
}

Coordinate coordinate(std::string_view name, std::string_view text) {
    const auto value = parse_coordinate(text);
    if (!value)
        reject_field(name, text,
                     fmt::format("it must be a number, with at most {} digits after its point",
                                 Decimal::most_decimals));
    constexpr double most = limits::max_coordinate;
    if (why_invalid(View{{*value, 0}, 1}))
        reject_field(name, text,
                     fmt::format("it must be from {} to {}", to_text(-most), to_text(most)));
    return *value;
}

Coordinate negated(const Coordinate& value) {
    DecimalDigits digits = value.digits();
    digits.negative = !digits.negative && !digits.digits.empty();
    return Coordinate::of(digits).value_or(value);
}

Length height(std::string_view name, const std::string& text) {
    const auto height = height_of_zoom(text);
    if (!height) reject_field(name, text, "it must be a number above 0, such as 5E227");
    if (why_invalid(View{{}, *height}))
        reject_field(name, text,
                     fmt::format("the height, 4 / {}, must be from {} to {}", name,
                                 to_text(limits::min_height), to_text(limits::max_height)));
    return *height;
}

std::uint32_t dwell_limit(std::string_view name, const std::string& text, Location& location) {
    const auto digits = read_digits(text);
    const double value = digits ? nearest_double(*digits) : 0;
    if (!(value >= 1) || value != std::floor(value))
        reject_field(name, text, "it must be a whole number, at least 1");
    constexpr auto most = static_cast<double>(limits::dwell.max);
    if (value > most)
        location.notices.push_back(fmt::format(
            "It asks for more iterations than the highest dwell limit, {}, which is used instead.",
            limits::dwell.max));
    return static_cast<std::uint32_t>(std::min(value, most));
}

// A place that lacks digits is another one.
void tell_missing_digits(Location& location) {
    if (!why_too_few_digits(location.view)) return;
    const PlanePoint& centre = location.view.centre;
    location.notices.push_back(
        fmt::format("Its centre has {} digits after the point, but this height needs {}: the "
                    "intended point may lie elsewhere.",
                    std::max(centre.re.decimals(), centre.im.decimals()),
                    needed_decimals(location.view.height)));
}

// Programs compute what they write: what is so near is the same.
bool same(double a, double b) {
    return std::abs(a - b) < 1e-9;
}

Location location_of(const LocationFields& fields, const PlaceNames& names, ImaginaryAxis axis) {
    Location location;
    const Coordinate re = coordinate(names.re, required(fields, names.re));
    const Coordinate im = coordinate(names.im, required(fields, names.im));
    location.view = {{re, axis == ImaginaryAxis::up ? im : negated(im)},
                     height(names.zoom, required(fields, names.zoom))};
    location.dwell_limit =
        dwell_limit(names.iterations, required(fields, names.iterations), location);
    tell_missing_digits(location);
    return location;
}

// Unless the field is missing, or this number.
void require_usual(const LocationFields& fields, std::string_view name, double usual,
                   std::string_view meaning) {
    const auto value = fields(name);
    if (value && parse_real(*value) != usual)
        reject_field(name, *value,
                     fmt::format("{} must be {}, as only z^2 + c from z = 0 is computed", meaning,
                                 to_text(usual)));
}

void Changes::number(std::string_view name, std::string_view what, double usual) {
    const auto value = fields_(name);
    if (value && !same(parse_real(*value).value_or(NAN), usual)) add(what, name, *value);
}

void Changes::angle(std::string_view name) {
    const auto value = fields_(name);
    if (value && !same(std::remainder(parse_real(*value).value_or(NAN), 360), 0))
        add("turned", name, *value);
}

void Changes::flag(std::string_view name, std::string_view what, bool set) {
    if (set) add(what, name, "true");
}

void Changes::add(std::string_view what, std::string_view name, std::string_view value) {
    text_ += fmt::format("{}{} ({} {})", text_.empty() ? "" : ", ", what, name,
                         printable(value, longest_quote));
}

void Changes::tell(Location& location) const {
    if (!text_.empty())
        location.notices.push_back(fmt::format("It is {}, which is ignored.", text_));
}

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

std::optional<Length> height_of_zoom(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    auto zoom = read_digits(text);
    if (!zoom || zoom->negative || zoom->digits.empty()) return std::nullopt;
    const std::int64_t exponent = zoom->exponent;
    zoom->exponent = 0;
    DecimalDigits digits = shortest_digits(4 / nearest_double(*zoom));
    digits.exponent -= exponent;
    return Length::of(digits);
}

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
