#include "app/files/settings_text.hpp"

#include "app/files/json_text.hpp"
#include "app/files/setting_names.hpp"
#include "app/files/settings_fields.hpp"
#include "compute/model/text.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;  // for writing, in the order of the fields
using Parsed = nlohmann::json;        // for reading, with any number of fields

constexpr TextLimits settings_limits{1 << 20};  // four numbers of 10^5 digits, and a palette

// For the c of a Julia set, if the view is of the Mandelbrot set.
const std::string no_julia_set = "none";

class Writer {
  public:
    explicit Writer(int format) { json_["format"] = format; }

    void section(std::string_view name) {
        section_ = &json_[std::string(name)];
        *section_ = Json::object();
    }

    template <typename T, typename... Range>
    void operator()(std::string_view name, const T& value, const Range&...) {
        (*section_)[std::string(name)] = form(value);
    }

    void operator()(const Knob& knob, const void* problem) {
        (*section_)[std::string(knob.id)] = std::visit(
            [&](const auto& value) -> Json {
                using Value = std::remove_cvref_t<decltype(value)>;
                if constexpr (std::is_same_v<Value, ChoicePlace> ||
                              std::is_same_v<Value, BlockSize> || std::is_same_v<Value, Automatic>)
                    return to_text(knob, value);
                else
                    return value;
            },
            knob.get(problem));
    }

    // A section whose fields are named by others.
    void flags(std::string_view section, const std::map<std::string, bool, std::less<>>& fields) {
        json_[std::string(section)] = fields;
    }

    const Json& json() const { return json_; }

  private:
    static Json form(float value) { return as_typed(value); }
    static Json form(ImageSize size) { return to_text(size); }
    static Json form(const std::optional<PlanePoint>& c) { return c ? to_text(*c) : no_julia_set; }
    template <typename T>
    static Json form(const std::optional<T>& value) {
        return value ? form(*value) : Json(automatic_name);
    }
    static Json form(const std::array<float, 3>& values) {
        Json list = Json::array();
        for (const float value : values) list.push_back(as_typed(value));
        return list;
    }
    static Json form(const std::vector<curves::PlacedPoint>& points) {
        Json list = Json::array();
        for (const auto& [number, at] : points)
            list.push_back({number, as_typed(at.x), as_typed(at.y)});
        return list;
    }
    template <typename T>
    static Json form(const T& value) {
        if constexpr (std::is_enum_v<T>)
            return setting_name(value);
        else
            return value;
    }

    Json json_ = Json::object();
    Json* section_ = nullptr;
};

constexpr RealRange any_real{std::numeric_limits<double>::lowest(),
                             std::numeric_limits<double>::max()};

class Reader {
  public:
    explicit Reader(const Parsed& json) : json_(json) {}  // an object

    void section(std::string_view name) {
        name_ = name;
        const auto found = json_.find(std::string(name));
        section_ = found == json_.end() ? nullptr : &*found;
        if (section_ != nullptr && !section_->is_object())
            throw std::invalid_argument(fmt::format("{} is not a table of settings", name));
    }

    template <typename T, typename... Range>
    void operator()(std::string_view name, T& value, const Range&... range) {
        if (section_ == nullptr) return;
        const auto found = section_->find(std::string(name));
        if (found == section_->end()) return;
        field_ = fmt::format("{}.{}", name_, name);
        read(*found, value, range...);
    }

    void operator()(const Knob& knob, void* problem) {
        if (section_ == nullptr) return;
        const auto found = section_->find(std::string(knob.id));
        if (found == section_->end()) return;
        field_ = fmt::format("{}.{}", name_, knob.id);
        const auto value = value_of(*found, knob);
        if (!value || why_invalid(knob, *value))
            reject(*found, knob.kind != Knob::Kind::boolean ? allowed_text(knob)
                           : knob.may_be_automatic          ? "auto, or true or false"
                                                            : "true or false");
        knob.set(problem, *value);
    }

    void flags(std::string_view name, std::map<std::string, bool, std::less<>>& fields) {
        section(name);
        if (section_ == nullptr) return;
        for (const auto& [field, value] : section_->items()) {
            field_ = fmt::format("{}.{}", name, field);
            read(value, fields[field]);
        }
    }

  private:
    // Nothing if it is of another kind.
    static std::optional<KnobValue> value_of(const Parsed& given, const Knob& knob) {
        if (knob.may_be_automatic && given == automatic_name) return Automatic{};
        switch (knob.kind) {
            case Knob::Kind::boolean:
                if (given.is_boolean()) return given.get<bool>();
                break;
            case Knob::Kind::integer:
                if (given.is_number_integer() && !too_large(given))
                    return given.get<std::int64_t>();
                break;
            case Knob::Kind::seed:
                if (given.is_number_unsigned() ||
                    (given.is_number_integer() && given.get<std::int64_t>() >= 0))
                    return given.get<Seed>();
                break;
            case Knob::Kind::real:
                if (given.is_number()) return given.get<double>();
                break;
            case Knob::Kind::choice:
            case Knob::Kind::block:
                if (given.is_string())
                    return parse_value(knob, given.get_ref<const std::string&>());
        }
        return std::nullopt;
    }

    [[noreturn]] void reject(const Parsed& given, std::string_view allowed) const {
        constexpr std::size_t longest = 60;  // characters
        const std::string shown = given.dump(-1, ' ', false, Parsed::error_handler_t::replace);
        throw std::invalid_argument(fmt::format("{} is {}: it must be {}{}", field_,
                                                printable(shown, longest),
                                                may_be_automatic_ ? "auto, or " : "", allowed));
    }

    void read(const Parsed& given, bool& value) const {
        if (!given.is_boolean()) reject(given, "true or false");
        value = given.get<bool>();
    }

    void read(const Parsed& given, std::string& value) const {
        if (!given.is_string() || given.get_ref<const std::string&>().size() > 4096)
            reject(given, "a text of at most 4096 bytes");
        value = given.get<std::string>();
    }

    static bool too_large(const Parsed& given) {
        return given.is_number_unsigned() && given.get<std::uint64_t>() > std::uint64_t{INT64_MAX};
    }

    template <typename Integer>
    requires std::is_integral_v<Integer>
    void read(const Parsed& given, Integer& value, IntegerRange range) const {
        const auto allowed = fmt::format("a whole number from {} to {}", range.min, range.max);
        if (!given.is_number_integer() || too_large(given) ||
            !range.holds(given.get<std::int64_t>()))
            reject(given, allowed);
        value = static_cast<Integer>(given.get<std::int64_t>());
    }

    void read(const Parsed& given, std::optional<PlanePoint>& c) {
        c.reset();
        if (given == no_julia_set) return;
        if (given.is_string()) c = parse_point(given.get_ref<const std::string&>());
        if (!c) reject(given, "none, or the c of a Julia set as \"RE,IM\"");
    }

    template <typename T, typename... Range>
    void read(const Parsed& given, std::optional<T>& value, const Range&... range) {
        value.reset();
        if (given == automatic_name) return;
        may_be_automatic_ = true;
        read(given, value.emplace(), range...);
        may_be_automatic_ = false;
    }

    // Written so that NaN and infinities, which TOML allows, are refused as well.
    template <typename Real>
    requires std::is_floating_point_v<Real>
    void read(const Parsed& given, Real& value, RealRange range = any_real) const {
        const double real = given.is_number() ? given.get<double>() : NAN;
        if (!(range.min <= real && real <= range.max)) reject(given, range_text(range));
        value = static_cast<Real>(real);
    }

    template <PlaneNumber Number>
    void read(const Parsed& given, Number& value) const {
        const auto number = plane_number<Number>(given);
        if (!number) reject(given, "a number, or one in quotes");
        value = *number;
    }

    static std::string range_text(RealRange range) {
        if (range.max == any_real.max) return "a number";
        return fmt::format("a number from {} to {}", to_text(range.min), to_text(range.max));
    }

    void read(const Parsed& given, std::array<float, 3>& values) const {
        if (!given.is_array() || given.size() != values.size())
            reject(given, "a list of three numbers");
        for (std::size_t i = 0; i < values.size(); ++i) read(given[i], values[i]);
    }

    void read(const Parsed& given, std::vector<curves::PlacedPoint>& points) const {
        constexpr std::string_view allowed =
            "a list of points, each a number and a position: [17, 0.25, 0.5]";
        if (!given.is_array()) reject(given, allowed);
        points.clear();
        for (const Parsed& each : given) {
            if (!each.is_array() || each.size() != 3) reject(given, allowed);
            curves::PlacedPoint& point = points.emplace_back();
            read(each[0], point.number, {0, curves::point_count(curves::limits::lines.max)});
            read(each[1], point.at.x, RealRange{0, 1});
            read(each[2], point.at.y, RealRange{0, 1});
        }
    }

    void read(const Parsed& given, ImageSize& value, IntegerRange range) const {
        const auto size =
            given.is_string() ? parse_size(given.get_ref<const std::string&>()) : std::nullopt;
        if (!size || !range.holds(size->width) || !range.holds(size->height))
            reject(given, fmt::format("WIDTHxHEIGHT, each from {} to {}", range.min, range.max));
        value = *size;
    }

    template <typename Enum>
    requires std::is_enum_v<Enum>
    void read(const Parsed& given, Enum& value) const {
        const auto named = given.is_string()
                               ? setting_named<Enum>(given.get_ref<const std::string&>())
                               : std::nullopt;
        if (!named) reject(given, "one of " + setting_names<Enum>());
        value = *named;
    }

    const Parsed& json_;
    const Parsed* section_ = nullptr;
    std::string name_;
    std::string field_;
    bool may_be_automatic_ = false;  // the field
};

// Limits that involve more than one field.
void check(const Settings& settings) {
    const auto check_one = [](std::string_view section, const auto& part) {
        if (auto why = why_invalid(part))
            throw std::invalid_argument(fmt::format("{}: {}", section, *why));
    };
    check_one("view", settings.view);
    const EngineRequest& engine = settings.engine;
    if (auto why = why_invalid(engine.engine, engine.scheme, engine.backend))
        throw std::invalid_argument("engine: " + *why);
    check_one("colouring", settings.colouring);
    for_each_tab(
        [&](Workload workload, auto own) { check_one(setting_name(workload), *(settings.*own)); });
}

// The format of settings texts. Earlier ones have no such number, and say in separate fields
// whether g, r and the block are automatic.
constexpr int format = 2;

enum class Named { chosen, all };

// What an earlier text left to the program becomes "auto"; what the program then substituted for a
// choice that did not exist becomes that choice.
void upgrade(Parsed& engine, Named named) {
    const auto says = [&](const char* field, const Parsed& value) {
        const auto found = engine.find(field);
        return found != engine.end() && *found == value;
    };
    const auto is_default = [&](const char* field, const Parsed& value) {
        return !engine.contains(field) || says(field, value);
    };
    const bool all = named == Named::all;
    const bool has_lattice = engine.contains("g") || engine.contains("r");
    const bool default_lattice = has_lattice && is_default("g", 4) && is_default("r", 2);
    if (says("auto_lattice", true) || (all && !engine.contains("auto_lattice") && default_lattice))
        engine["g"] = engine["r"] = automatic_name;
    if (says("auto_block", true) ||
        (all && !engine.contains("auto_block") && says("block", "16x16")))
        engine["block"] = automatic_name;
    if (says("engine", automatic_name) && engine.contains("scheme"))
        engine["scheme"] = automatic_name;
    if (says("backend", "cpu") && says("scheme", "wpr")) engine["scheme"] = "sbr";
    if (says("threads", 0)) engine["threads"] = automatic_name;
}

// Earlier texts could state that values are the user's without naming them.
void keep_default_values(const Parsed& json, EngineRequest& settings) {
    const auto engine = json.find("engine");
    const auto own = [&](const char* field) {
        return engine != json.end() && engine->value(field, Parsed()) == false;
    };
    const SubdivisionParams defaults;
    if (own("auto_lattice")) {
        settings.g = settings.g.value_or(defaults.g);
        settings.r = settings.r.value_or(defaults.r);
    }
    if (own("auto_block")) settings.block = settings.block.value_or(BlockSize{});
}

Parsed in_present_format(Parsed json, Named named) {
    if (!json.is_object()) throw std::invalid_argument("the settings are not a table");
    const auto said = json.find("format");
    if (said == json.end()) {
        const auto engine = json.find("engine");
        if (engine != json.end() && engine->is_object()) upgrade(*engine, named);
    } else if (*said != format) {
        throw std::invalid_argument(
            fmt::format("the settings are from a different version of mariani: their format is {}, "
                        "this one reads format {}",
                        printable(said->dump(), 60), format));
    }
    return json;
}

Settings all_from(const Parsed& json, Settings settings) {
    visit_picture_fields(settings, Reader(json));
    visit_user_fields(settings, Reader(json));
    keep_default_values(json, settings.engine);
    check(settings);
    return settings;
}

// Names what is damaged: the settings of a file, of a picture or of a recording.
template <typename Parse>
auto parsed(const Parse& parse, std::string_view text) {
    try {
        return parse(text, settings_limits);
    } catch (const std::invalid_argument& why) {
        throw std::invalid_argument(fmt::format("the settings are damaged: {}", why.what()));
    }
}

std::string dumped(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

// Without the tab, and where panels stand.
Json undoable_fields(const Settings& settings) {
    Writer writer(format);
    visit_picture_fields(settings, writer);
    visit_user_fields(settings, writer);
    Json fields = writer.json();
    for (const char* section : {"format", "workload", "sections"}) fields.erase(section);
    for (const char* field :
         {"panel_shown", "panel_width", "laboratory_width", "panel_part", "size"})
        fields["window"].erase(field);
    return fields;
}

}  // namespace

std::string picture_settings_to_json(const Settings& settings) {
    Writer writer(format);
    visit_picture_fields(settings, writer);
    return dumped(writer.json());
}

Settings picture_settings_from_json(std::string_view text, const Settings& base) {
    const Parsed json = in_present_format(parsed(parse_json, text), Named::chosen);
    Settings settings = base;
    settings.workload = Workload::mandelbrot;  // of pictures that name none
    visit_picture_fields(settings, Reader(json));
    for (const auto& [workload, name] : text_names<Workload>)
        if (workload != settings.workload) take_problem(settings, base, workload);
    keep_default_values(json, settings.engine);
    check(settings);
    return settings;
}

Settings settings_from_json(std::string_view text, const Settings& base) {
    return all_from(in_present_format(parsed(parse_json, text), Named::chosen), base);
}

std::string settings_to_toml(const Settings& settings) {
    Writer writer(format);
    visit_picture_fields(settings, writer);
    visit_user_fields(settings, writer);
    return toml_of(writer.json());
}

std::optional<ChangedFields> changed_fields(const Settings& before, const Settings& after) {
    const auto [old_fields, new_fields] =
        std::pair(undoable_fields(before), undoable_fields(after));
    Json from = Json::object(), to = Json::object();
    for (const auto& [section, fields] : old_fields.items())
        for (const auto& [name, value] : fields.items())
            if (const Json& other = new_fields[section][name]; other != value) {
                from[section][name] = value;
                to[section][name] = other;
            }
    if (from.empty()) return std::nullopt;
    for (auto& [fields, of] : {std::pair(&from, &before), std::pair(&to, &after)}) {
        (*fields)["format"] = format;
        (*fields)["workload"]["name"] = setting_name(of->workload);
    }
    return ChangedFields{dumped(from), dumped(to)};
}

bool is_setting(std::string_view field) {
    if (field == "engine.auto_lattice" || field == "engine.auto_block") return true;  // obsolete
    Writer writer(format);
    const Settings settings;
    visit_picture_fields(settings, writer);
    visit_user_fields(settings, writer);
    if (field.starts_with("sections.")) return true;  // whatever its name
    const auto dot = field.find('.');
    const auto section = writer.json().find(std::string(field.substr(0, dot)));
    return dot != field.npos && section != writer.json().end() &&
           section->contains(std::string(field.substr(dot + 1)));
}

Settings settings_from_toml(std::string_view text, const Settings& base) {
    return all_from(in_present_format(parsed(parse_toml_as_json, text), Named::all), base);
}

}  // namespace mariani::app
