#include "app/measure/experiment_file.hpp"

#include "app/files/json_text.hpp"
#include "app/files/own_file.hpp"

#include <limits>
#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr TextLimits experiment_limits{32 << 20, 3'000'000};  // rows of 17 values, 300 bytes each
constexpr IntegerRange counts{0, std::numeric_limits<std::int64_t>::max()};
constexpr IntegerRange allowed_repeats{1, 100'000};
constexpr double max_ms = 1e12;

// --- to JSON

std::string text_of(BlockSize block) {
    return to_text(ImageSize{block.width, block.height});
}

template <typename T, typename Form>
Json list_of(const std::vector<T>& values, Form form) {
    Json list = Json::array();
    for (const T& value : values) list.push_back(form(value));
    return list;
}

Json json_of(const ExperimentCase& one) {
    Json json{{"engine", name_of(one.engine)}};
    if (one.engine != EngineKind::ex) json["scheme"] = name_of(one.scheme);
    json["sizes"] = list_of(one.sizes, [](ImageSize size) { return to_text(size); });
    json["largest"] = one.largest;
    if (one.engine != EngineKind::ex) {
        json["g"] = one.grid.g;
        json["r"] = one.grid.r;
        json["B"] = one.grid.B;
    }
    json["block"] = list_of(one.grid.blocks, text_of);
    return json;
}

Json json_of(const RowResult& result) {
    const ExperimentRow& row = result.row;
    Json json{{"engine", name_of(row.engine)}};
    if (row.engine != EngineKind::ex) json["scheme"] = name_of(row.scheme);
    json["size"] = to_text(row.size);
    if (row.engine != EngineKind::ex) {
        json["g"] = row.cell.subdivision.g;
        json["r"] = row.cell.subdivision.r;
        json["B"] = row.cell.subdivision.B;
    }
    json["block"] = text_of(row.cell.block);
    json["runs"] = result.runs;
    json["ms_median"] = result.ms.median;
    json["ms_min"] = result.ms.min;
    json["ms_max"] = result.ms.max;
    json["regions"] = result.regions;
    json["pixels_filled"] = result.pixels_filled;
    json["iterations"] = result.iterations;
    return json;
}

Json json_of(const ExperimentRecord& record) {
    Json json{{"time", record.time}};
    const Machine& machine = record.machine;
    json["machine"] = {{"mariani", machine.mariani},
                       {"system", machine.system},
                       {"cpu", machine.cpu},
                       {"gpu", machine.gpu},
                       {"driver", machine.driver}};
    json["device"] = record.device;
    json["backend"] = name_of(record.backend);
    json["precision"] = name_of(record.precision);
    json["rows"] = list_of(record.rows, [](const RowResult& row) { return json_of(row); });
    json["left_out"] = record.left_out;
    return json;
}

// --- from JSON

BlockSize block_from(const JsonValue& value) {
    const ImageSize size = value.size({1, limits::block_threads});
    const BlockSize block{size.width, size.height};
    if (const auto why = why_invalid(block)) value.reject("at most 1024 threads");
    return block;
}

// Older versions' WPR on the cpu ran as SBR.
Scheme scheme_from(JsonFields& fields, const FrameRequest& common) {
    const auto scheme = fields.take("scheme", "one of " + setting_names<Scheme>()).choice<Scheme>();
    return scheme == Scheme::wpr && common.backend == Backend::cpu ? Scheme::sbr : scheme;
}

constexpr std::string_view integers_form = "a list of whole numbers, as in [2, 4, 8]";
constexpr std::string_view sizes_form = "a list of sizes, as in [\"1024x1024\"]";

std::vector<int> integers_from(const JsonValue& value, IntegerRange range) {
    std::vector<int> list;
    for (const JsonValue& each : value.list()) list.push_back(static_cast<int>(each.whole(range)));
    return list;
}

// Limits that involve more than one field: which engine has which scheme.
void check(const FrameRequest& common, const ExperimentRow& row, const JsonValue& where) {
    Experiment experiment;
    experiment.common = common;
    if (const auto why = why_invalid(request_of(experiment, row)))
        throw std::invalid_argument(fmt::format("{}: {}", where.path(), *why));
}

ExperimentCase case_from(const JsonValue& value, const FrameRequest& common) {
    JsonFields fields(value);
    ExperimentCase one;
    one.engine = fields.take("engine", "one of ex, dp, ask").choice<EngineKind>();
    const bool ex = one.engine == EngineKind::ex;
    if (!ex) one.scheme = scheme_from(fields, common);
    for (const JsonValue& each : fields.take("sizes", sizes_form).list())
        one.sizes.push_back(each.size(limits::side));
    one.largest = fields.take("largest", "true or false").boolean();
    if (!ex) {
        one.grid.g = integers_from(fields.take("g", integers_form), limits::g);
        one.grid.r = integers_from(fields.take("r", integers_form), limits::r);
        one.grid.B = integers_from(fields.take("B", integers_form), limits::B);
    }
    for (const JsonValue& each : fields.take("block", sizes_form).list())
        one.grid.blocks.push_back(block_from(each));
    fields.finish();
    check(common, {one.engine, one.scheme, one.sizes.front(), {}}, value);
    return one;
}

std::size_t row_count(const ExperimentCase& one) {
    const auto choices = [](const std::vector<int>& list) {
        return std::max<std::size_t>(1, list.size());  // Ex has none
    };
    return saturated_product({one.sizes.size(), choices(one.grid.g), choices(one.grid.r),
                              choices(one.grid.B), one.grid.blocks.size()});
}

// To be checked before rows are made of them.
std::vector<ExperimentCase> cases_from(const JsonValue& value, const FrameRequest& common) {
    std::vector<ExperimentCase> cases;
    std::size_t rows = 0;
    for (const JsonValue& each : value.list()) {
        cases.push_back(case_from(each, common));
        const std::size_t added = row_count(cases.back());
        if (added > max_experiment_rows - rows)
            throw std::invalid_argument(
                fmt::format("with {} there are more than {} rows, the limit of an experiment: "
                            "remove values from its lists",
                            each.path(), max_experiment_rows));
        rows += added;
    }
    return cases;
}

RowResult row_from(const JsonValue& value, const FrameRequest& common) {
    JsonFields fields(value);
    RowResult result;
    ExperimentRow& row = result.row;
    row.engine = fields.take("engine", "one of ex, dp, ask").choice<EngineKind>();
    const bool ex = row.engine == EngineKind::ex;
    if (!ex) row.scheme = scheme_from(fields, common);
    row.size = fields.take("size", "\"WIDTHxHEIGHT\"").size(limits::side);
    const auto number = [&](const char* name, IntegerRange range) {
        return static_cast<int>(fields.take(name, "a whole number").whole(range));
    };
    if (!ex)
        row.cell.subdivision = {number("g", limits::g), number("r", limits::r),
                                number("B", limits::B)};
    row.cell.block = block_from(fields.take("block", "\"WIDTHxHEIGHT\""));
    result.runs = number("runs", allowed_repeats);
    const JsonValue median = fields.take("ms_median", "a number");
    result.ms.median = median.real(0, max_ms);
    result.ms.min = fields.take("ms_min", "a number").real(0, max_ms);
    result.ms.max = fields.take("ms_max", "a number").real(0, max_ms);
    if (result.ms.min > result.ms.median || result.ms.median > result.ms.max)
        median.reject("from ms_min to ms_max");
    result.regions = fields.take("regions", "a whole number").whole(counts);
    result.pixels_filled = fields.take("pixels_filled", "a whole number").whole(counts);
    result.iterations = fields.take("iterations", "a whole number").whole(counts);
    fields.finish();
    check(common, row, value);
    return result;
}

Machine machine_from(const JsonValue& value) {
    JsonFields fields(value);
    Machine machine;
    machine.mariani = fields.take("mariani", "a version").text();
    machine.system = fields.take("system", "a text").text();
    machine.cpu = fields.take("cpu", "a text").text();
    machine.gpu = fields.take("gpu", "a text").text();
    machine.driver = fields.take("driver", "a text").text();
    fields.finish();
    return machine;
}

ExperimentRecord record_from(const JsonValue& value, const FrameRequest& common) {
    JsonFields fields(value);
    ExperimentRecord record;
    record.time = fields.take("time", "a time").text();
    record.machine = machine_from(fields.take("machine", "an object"));
    record.device = fields.take("device", "a text").text();
    record.backend = fields.take("backend", "cuda or cpu").choice<Backend>();
    record.precision = fields.take("precision", "f32 or f64").choice<Precision>();
    const JsonValue rows = fields.take("rows", "a list of rows");
    if (rows.json().size() > max_experiment_rows)
        rows.reject(fmt::format("at most {} rows", max_experiment_rows));
    for (const JsonValue& each : rows.list()) record.rows.push_back(row_from(each, common));
    const JsonValue left_out = fields.take("left_out", "a list of texts");
    if (!left_out.json().is_array()) left_out.reject("a list of texts");
    if (!left_out.json().empty())
        for (const JsonValue& each : left_out.list()) record.left_out.push_back(each.text());
    fields.finish();
    return record;
}

template <PlaneNumber Number>
Number number_from(const JsonValue& value, const Number& min, const Number& max) {
    const auto number = plane_number<Number>(value.json());
    if (!number || min - *number > Length(0) || *number - max > Length(0))
        value.reject(fmt::format("a number from {} to {}", to_text(min), to_text(max)));
    return *number;
}

View view_from(const JsonValue& value) {
    JsonFields fields(value);
    const auto coordinate = [&](const char* name) {
        return number_from<Coordinate>(fields.take(name, "a number"), -limits::max_coordinate,
                                       limits::max_coordinate);
    };
    View view{{coordinate("center_re"), coordinate("center_im")},
              number_from<Length>(fields.take("height_im", "a number"), limits::min_height,
                                  limits::max_height)};
    if (const auto c = fields.take_optional("julia")) {
        view.julia = parse_point(c->text());
        if (!view.julia || why_invalid(view))
            c->reject("the c of a Julia set as \"RE,IM\", within |c| <= 2");
    }
    fields.finish();
    return view;
}

FrameRequest common_from(JsonFields& fields) {
    FrameRequest common;
    common.view = view_from(fields.take("view", "an object"));
    common.dwell_limit =
        static_cast<std::uint32_t>(fields.take("dwell", "the dwell limit").whole(limits::dwell));
    common.precision = fields.take("precision", choices_or_automatic<Precision>())
                           .choice_or_automatic<Precision>();
    common.backend =
        fields.take("backend", choices_or_automatic<Backend>()).choice_or_automatic<Backend>();
    common.fill = fields.take("fill", "one of " + setting_names<FillRule>()).choice<FillRule>();
    common.shortcuts = fields.take("shortcuts", "true or false").boolean();
    const auto threads =
        fields.take("threads", "a whole number; 0: all").whole({0, limits::threads.max});
    if (threads > 0) common.threads = static_cast<int>(threads);
    return common;
}

void check_version(JsonFields& fields) {
    const auto given = fields.take_optional("mariani_experiment");
    if (!given)
        throw std::invalid_argument(
            "it is not an experiment: mariani_experiment, the format version, is missing");
    if (given->json() == format_version) return;
    given->reject(
        fmt::format("{}, the version that this mariani ({}) reads; other versions need the mariani "
                    "that wrote them",
                    format_version, MARIANI_VERSION));
}

}  // namespace

std::string experiment_to_json(const Experiment& experiment) {
    const FrameRequest& common = experiment.common;
    Json json{{"mariani_experiment", format_version}, {"title", experiment.title}};
    json["view"] = {{"center_re", common.view.centre.re},
                    {"center_im", common.view.centre.im},
                    {"height_im", common.view.height}};
    if (common.view.julia) json["view"]["julia"] = to_text(*common.view.julia);
    json["dwell"] = common.dwell_limit;
    json["precision"] = name_of(common.precision);
    json["backend"] = name_of(common.backend);
    json["fill"] = name_of(common.fill);
    json["shortcuts"] = common.shortcuts;
    json["threads"] = common.threads.value_or(0);
    json["repeat"] = experiment.repeat;
    json["minutes"] = experiment.minutes;
    json["cases"] =
        list_of(experiment.cases, [](const ExperimentCase& one) { return json_of(one); });
    if (experiment.record) json["record"] = json_of(*experiment.record);
    return in_lines(json, "record");
}

Experiment experiment_from_json(std::string_view text) {
    const nlohmann::json json = parse_json(text, experiment_limits);
    JsonFields fields(JsonValue(json, ""));
    check_version(fields);
    Experiment experiment;
    experiment.title = fields.take("title", "a text").text();
    experiment.common = common_from(fields);
    experiment.repeat =
        static_cast<int>(fields.take("repeat", "a whole number").whole(allowed_repeats));
    experiment.minutes = fields.take("minutes", "a number").real(0, max_experiment_minutes);
    experiment.cases = cases_from(fields.take("cases", "a list of cases"), experiment.common);
    if (const auto record = fields.take_optional("record"))
        experiment.record = record_from(*record, experiment.common);
    fields.finish();
    return experiment;
}

Experiment read_experiment(const std::filesystem::path& path) {
    const std::string text = read_whole_file(path, experiment_limits.bytes);
    try {
        return experiment_from_json(text);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format("{}: {}", path.string(), error.what()));
    }
}

}  // namespace mariani::app
