#include "app/measure/tunings.hpp"

#include "app/files/atomic_file.hpp"
#include "app/files/file_lock.hpp"
#include "app/files/setting_names.hpp"
#include "app/files/toml_text.hpp"
#include "app/files/user_folders.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <system_error>

#include <fmt/core.h>
#include <toml++/toml.h>

namespace mariani::app {
namespace fs = std::filesystem;
namespace {

constexpr TextLimits tunings_limits{1 << 20};

// Reports a field that is missing or not allowed.
class Fields {
  public:
    Fields(const toml::table& table, std::size_t number) : table_(table), number_(number) {}

    std::string text(const char* name) const {
        const auto value = table_[name].value<std::string>();
        if (!value || value->empty() || value->size() > 500) reject(name, "a text");
        return *value;
    }
    int integer(const char* name, IntegerRange range) const {
        const auto value = table_[name].value<std::int64_t>();
        if (!value || !range.holds(*value))
            reject(name, fmt::format("a whole number from {} to {}", range.min, range.max));
        return static_cast<int>(*value);
    }
    double positive(const char* name) const {
        const auto value = table_[name].value<double>();
        if (!value || !(*value > 0) || !std::isfinite(*value)) reject(name, "a number above 0");
        return *value;
    }
    bool flag(const char* name) const {
        const auto value = table_[name].value<bool>();
        if (!value) reject(name, "true or false");
        return *value;
    }
    template <typename E>
    E choice(const char* name) const {
        const auto value = setting_named<E>(table_[name].value_or(std::string()));
        if (!value) reject(name, "one of " + setting_names<E>());
        return *value;
    }
    BlockSize block(const char* name) const {
        const auto size = parse_size(table_[name].value_or(std::string()));
        const BlockSize block{size ? size->width : 0, size ? size->height : 0};
        if (auto why = why_invalid(block)) reject(name, *why);
        return block;
    }

    bool has(const char* name) const { return table_.contains(name); }

  private:
    [[noreturn]] void reject(const char* name, const std::string& allowed) const {
        throw std::invalid_argument(
            fmt::format("{} of tuning {} must be {}", name, number_, allowed));
    }

    const toml::table& table_;
    std::size_t number_;
};

Tuning tuning_from(const Fields& fields) {
    Tuning tuning;
    tuning.date = fields.text("date");
    auto& where = tuning.where;
    where.device = fields.text("device");
    where.engine = fields.choice<EngineKind>("engine");
    where.scheme = fields.choice<Scheme>("scheme");
    where.backend = fields.choice<Backend>("backend");
    where.precision = fields.choice<Precision>("precision");
    where.fill = fields.choice<FillRule>("fill");
    where.shortcuts = fields.flag("shortcuts");
    where.height_decade = fields.integer("height_decade", {-330, 330});
    where.dwell_octave = fields.integer("dwell_octave", {0, 31});
    where.side_octave = fields.integer("side_octave", {0, 31});
    where.inside_quarters = fields.integer("inside_quarters", {0, 4});
    where.julia = fields.has("julia") && fields.flag("julia");  // earlier ones do not say
    auto& [g, r, B] = tuning.best.subdivision;
    g = fields.integer("g", limits::g);
    r = fields.integer("r", limits::r);
    B = fields.integer("B", limits::B);
    tuning.best.block = fields.block("block");
    tuning.speedup = fields.positive("speedup");
    return tuning;
}

toml::table to_toml(const Tuning& tuning) {
    const auto& [where, best, speedup, date] = tuning;
    return toml::table{{"date", date},
                       {"device", where.device},
                       {"engine", name_of(where.engine)},
                       {"scheme", name_of(where.scheme)},
                       {"backend", name_of(where.backend)},
                       {"precision", name_of(where.precision)},
                       {"fill", name_of(where.fill)},
                       {"shortcuts", where.shortcuts},
                       {"height_decade", where.height_decade},
                       {"dwell_octave", where.dwell_octave},
                       {"side_octave", where.side_octave},
                       {"inside_quarters", where.inside_quarters},
                       {"julia", where.julia},
                       {"g", best.subdivision.g},
                       {"r", best.subdivision.r},
                       {"B", best.subdivision.B},
                       {"block", to_text(ImageSize{best.block.width, best.block.height})},
                       {"speedup", speedup}};
}

// Throws std::invalid_argument if the text is damaged.
std::vector<Tuning> tunings_of(std::string_view text) {
    const toml::table table = parse_toml(text, tunings_limits);
    std::vector<Tuning> tunings;
    const auto* list = table["tuning"].as_array();
    if (list == nullptr) {
        if (table.empty()) return tunings;
        throw std::invalid_argument("it is not a list of tables [[tuning]]");
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
        const auto* entry = list->get(i)->as_table();
        if (entry == nullptr)
            throw std::invalid_argument(fmt::format("tuning {} is not a table", i + 1));
        tunings.push_back(tuning_from({*entry, i + 1}));
    }
    return tunings;
}

std::string text_of(const std::vector<Tuning>& tunings) {
    toml::array list;
    for (const Tuning& tuning : tunings) list.push_back(to_toml(tuning));
    return toml_text(toml::table{{"tuning", std::move(list)}});
}

std::vector<Tuning> read_tunings() {
    const auto path = tunings_path();
    std::error_code error;
    if (!fs::exists(path, error)) return {};
    try {
        return tunings_of(read_own_file(path, tunings_limits.bytes));
    } catch (const std::invalid_argument& why) {
        const auto aside = move_aside(path);
        throw std::runtime_error(
            fmt::format("The remembered tunings could not be used: {}. The file is kept as {}.",
                        why.what(), aside.string()));
    }
}

}  // namespace

fs::path tunings_path() {
    return user_folders().config / "tunings.toml";
}

Tunings::Tunings() {
    try {
        all_ = read_tunings();
    } catch (const std::runtime_error& why) {
        messages_.push_back(why.what());
    }
}

const Tuning* Tunings::find(const TuningClass& where) const {
    const auto found = std::ranges::find(all_, where, &Tuning::where);
    return found == all_.end() ? nullptr : &*found;
}

Tuning Tunings::remember(const Tuning& tuning) {
    const FileLock lock(config_folder() / "tunings.toml");
    auto tunings = read_tunings();
    const auto known = std::ranges::find(tunings, tuning.where, &Tuning::where);
    if (known != tunings.end() && known->speedup > tuning.speedup) {
        all_ = std::move(tunings);
        return *find(tuning.where);
    }
    if (known != tunings.end()) tunings.erase(known);
    tunings.push_back(tuning);
    write(std::move(tunings));
    return tuning;
}

void Tunings::forget(const TuningClass& where) {
    const FileLock lock(config_folder() / "tunings.toml");
    auto tunings = read_tunings();
    std::erase_if(tunings, [&](const Tuning& each) { return each.where == where; });
    write(std::move(tunings));
}

void Tunings::write(std::vector<Tuning> tunings) {
    write_whole_file(config_folder() / "tunings.toml", text_of(tunings));
    all_ = std::move(tunings);
}

}  // namespace mariani::app
