#include "app/measure/tunings.hpp"

#include "app/files/folders.hpp"
#include "app/files/json_text.hpp"
#include "app/files/own_file.hpp"
#include "app/files/setting_names.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"
#include "compute/service/dwell_access.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <ctime>
#include <stdexcept>
#include <system_error>
#include <type_traits>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mariani::app {

namespace fs = std::filesystem;
namespace {

int octave_of(std::uint32_t value) {
    return std::bit_width(value) - 1;
}

// The same picture with fewer pixels if a side exceeds `max_side`.
ImageSize within(ImageSize image, std::int64_t max_side) {
    const std::int64_t longer = std::max<std::int64_t>({image.width, image.height, max_side});
    const auto scaled = [&](int side) {
        return static_cast<int>(std::max<std::int64_t>(1, side * max_side / longer));
    };
    return {scaled(image.width), scaled(image.height)};
}

std::string octave_text(int octave) {
    const auto first = std::int64_t{1} << octave;
    return fmt::format("{} to {}", first, 2 * first - 1);
}

constexpr TextLimits tunings_limits{1 << 20};

// Reports a field that is missing or not allowed.
class Fields {
  public:
    Fields(const nlohmann::json& table, std::size_t number) : table_(table), number_(number) {}

    std::string text(const char* name) const {
        const auto value = of<std::string>(name);
        if (!value || value->empty() || value->size() > 500) reject(name, "a text");
        return *value;
    }
    int integer(const char* name, IntegerRange range) const {
        const auto value = of<std::int64_t>(name);
        if (!value || !range.holds(*value))
            reject(name, fmt::format("a whole number from {} to {}", range.min, range.max));
        return static_cast<int>(*value);
    }
    double positive(const char* name) const {
        const auto value = of<double>(name);
        if (!value || !(*value > 0) || !std::isfinite(*value)) reject(name, "a number above 0");
        return *value;
    }
    bool flag(const char* name) const {
        const auto value = of<bool>(name);
        if (!value) reject(name, "true or false");
        return *value;
    }
    template <typename E>
    E choice(const char* name) const {
        const auto value = setting_named<E>(of<std::string>(name).value_or(""));
        if (!value) reject(name, "one of " + setting_names<E>());
        return *value;
    }
    BlockSize block(const char* name) const {
        const auto size = parse_size(of<std::string>(name).value_or(""));
        const BlockSize block{size ? size->width : 0, size ? size->height : 0};
        if (auto why = why_invalid(block)) reject(name, *why);
        return block;
    }

    bool has(const char* name) const { return table_.contains(name); }

  private:
    // Nothing if it is missing, or of another type.
    template <typename T>
    std::optional<T> of(const char* name) const {
        const auto found = table_.find(name);
        const bool right =
            found != table_.end() && (std::is_same_v<T, bool>           ? found->is_boolean()
                                      : std::is_same_v<T, std::string>  ? found->is_string()
                                      : std::is_same_v<T, std::int64_t> ? found->is_number_integer()
                                                                        : found->is_number());
        return right ? std::optional<T>(found->template get<T>()) : std::nullopt;
    }

    [[noreturn]] void reject(const char* name, const std::string& allowed) const {
        throw std::invalid_argument(
            fmt::format("{} of tuning {} must be {}", name, number_, allowed));
    }

    const nlohmann::json& table_;
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

nlohmann::ordered_json json_of(const Tuning& tuning) {
    const auto& [where, best, speedup, date] = tuning;
    return {{"date", date},
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
    const nlohmann::json table = parse_toml_as_json(text, tunings_limits);
    std::vector<Tuning> tunings;
    if (table.empty()) return tunings;
    const auto list = table.find("tuning");
    if (list == table.end() || !list->is_array())
        throw std::invalid_argument("it is not a list of tables [[tuning]]");
    for (const nlohmann::json& entry : *list) {
        const std::size_t number = tunings.size() + 1;
        if (!entry.is_object())
            throw std::invalid_argument(fmt::format("tuning {} is not a table", number));
        tunings.push_back(tuning_from({entry, number}));
    }
    return tunings;
}

std::string text_of(const std::vector<Tuning>& tunings) {
    auto list = nlohmann::ordered_json::array();
    for (const Tuning& tuning : tunings) list.push_back(json_of(tuning));
    return toml_of({{"tuning", std::move(list)}});
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

TuningClass tuning_class(const Frame& frame, const DwellSummary& summary) {
    const FramePlan& plan = frame.plan;
    TuningClass where;
    where.device = frame.stats.device;
    where.engine = plan.engine == EngineKind::dp ? EngineKind::dp : EngineKind::ask;
    where.scheme = plan.scheme;
    where.backend = plan.backend;
    where.precision = plan.precision;
    where.fill = plan.fill;
    where.shortcuts = plan.shortcuts;
    where.height_decade = static_cast<int>(std::floor(log10(plan.view.height)));
    where.dwell_octave = octave_of(plan.dwell_limit);
    where.side_octave =
        octave_of(static_cast<std::uint32_t>(std::max(plan.image.width, plan.image.height)));
    const auto pixels = static_cast<double>(pixel_count(plan.part));
    const double inside = 1 - static_cast<double>(summary.escaped) / pixels;
    where.inside_quarters = static_cast<int>(std::ceil(4 * inside));
    where.julia = plan.view.julia.has_value();
    return where;
}

std::optional<TuningClass> tuning_class(const FrameRequest& request, const RunEngine& run,
                                        const std::stop_token& stop) {
    FrameRequest asked = request;
    // A smaller picture might get by with less.
    asked.precision = request.precision.value_or(suited_precision(request.view, request.image));
    asked.keep_regions = asked.smooth = asked.exterior = asked.count_work = false;
    asked.image = within(request.image, 4096);
    asked.part = whole(asked.image);
    auto frame = run(asked, stop);
    if (!frame) return std::nullopt;
    const DwellSummary summary = summarise(frame->dwells, request.dwell_limit);
    frame->plan.image = request.image;
    return tuning_class(*frame, summary);
}

std::string tuning_class_text(const TuningClass& where) {
    static constexpr std::array<const char*, 5> inside{
        "nothing inside", "up to a quarter inside", "a quarter to half inside",
        "half to three quarters inside", "over three quarters inside"};
    return fmt::format("{}height 1e{} to 1e{}, dwell limit {}, longer side {} pixels, {}",
                       where.julia ? "Julia sets, " : "", where.height_decade,
                       where.height_decade + 1, octave_text(where.dwell_octave),
                       octave_text(where.side_octave),
                       inside[static_cast<std::size_t>(where.inside_quarters)]);
}

Tuning tuning_of(const TuningClass& where, const SweepRow& best) {
    return {where, best.cell, best.speedup(),
            fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr)))};
}

std::string tuning_text(const Tuning& tuning) {
    const auto& [g, r, B] = tuning.best.subdivision;
    const BlockSize block = tuning.best.block;
    return fmt::format("g {} r {} B {}{}, as tuned on {}", g, r, B,
                       tuning.where.backend == Backend::cuda
                           ? fmt::format(", block {}x{}", block.width, block.height)
                           : "",
                       printable(tuning.date, longest_quote));
}

void use(const Tuning& tuning, EngineRequest& engine) {
    set_subdivision(engine, tuning.best.subdivision);
    if (tuning.where.backend == Backend::cuda) engine.block = tuning.best.block;
}

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
