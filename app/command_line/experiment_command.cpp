#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/command_line/reports.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/folders.hpp"
#include "app/files/standard_streams.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/experiment_file.hpp"
#include "app/measure/experiment_run.hpp"
#include "app/measure/plots/sweep_pictures.hpp"
#include "compute/model/text.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::size_t max_printed_per_scheme = 10;  // rows printed per engine and scheme

std::string range_text(const Spread& ms) {
    return fmt::format("{:.3f}..{:.3f}", ms.min, ms.max);
}

// The columns that identify the row.
std::string name_text(const ExperimentRow& row) {
    const bool ex = row.engine == EngineKind::ex;
    const auto number = [&](int value) { return ex ? std::string("-") : std::to_string(value); };
    const auto& [g, r, B] = row.cell.subdivision;
    return fmt::format("{:<7}{:<6} {:>4} {:>4} {:>5}  {:<7}", choice_of(row.engine).label,
                       ex ? "-" : choice_of(row.scheme).label, number(g), number(r), number(B),
                       to_text(ImageSize{row.cell.block.width, row.cell.block.height}));
}

std::string name_columns() {
    return fmt::format("{:<7}{:<6} {:>4} {:>4} {:>5}  {:<7}", "engine", "scheme", "g", "r", "B",
                       "block");
}

using ByEngine = std::map<std::pair<EngineKind, Scheme>, std::vector<const RowResult*>>;

std::string fastest_of(std::vector<const RowResult*>& rows, double ex_ms) {
    std::string text;
    std::ranges::sort(rows, {}, [](const RowResult* result) { return result->ms.median; });
    for (std::size_t i = 0; i < std::min(rows.size(), max_printed_per_scheme); ++i) {
        const Spread& ms = rows[i]->ms;
        text += fmt::format(
            "{} {:>11.3f} {:>23} {:>7} {:>9}\n", name_text(rows[i]->row), ms.median, range_text(ms),
            ex_ms > 0 ? fmt::format("{:.2f}", ex_ms / ms.median) : "-", rows[i]->regions);
    }
    if (rows.size() > max_printed_per_scheme)
        text += fmt::format("       and {} slower ones\n", rows.size() - max_printed_per_scheme);
    return text;
}

std::string_view verdict_text(Verdict verdict) {
    switch (verdict) {
        case Verdict::faster:
            return "faster";
        case Verdict::slower:
            return "slower";
        case Verdict::unknown:
            return "one run only";
        case Verdict::same:
            break;
    }
    return "within the spreads";
}

std::string maker_text(const ExperimentRecord& record) {
    const bool gpu = record.backend == Backend::cuda && !record.machine.driver.empty();
    return fmt::format("mariani {} on {}{}", record.machine.mariani, record.device,
                       gpu ? ", driver " + record.machine.driver : "");
}

std::string skipped_text(const ExperimentRecord& record) {
    std::string text;
    for (const auto& why : record.left_out) text += fmt::format("left out: {}\n", printable(why));
    return text;
}

std::string totals_text(std::map<Verdict, int> count, std::size_t repeated, std::size_t recorded) {
    return fmt::format(
        "{} of {} recorded rows repeated: {} within the spreads, {} faster, {} slower{}\n",
        repeated, recorded, count[Verdict::same], count[Verdict::faster], count[Verdict::slower],
        count[Verdict::unknown] > 0 ? fmt::format(", {} without a spread", count[Verdict::unknown])
                                    : "");
}

// The file's experiment, with the changes made by options. A size other than the recorded ones
// makes it a new measurement.
Experiment experiment_to_repeat(const ExperimentCommand& command) {
    Experiment experiment = read_experiment(command.experiment);
    Settings settings;
    settings.engine.backend = experiment.common.backend;
    settings.engine.threads = experiment.common.threads;
    apply(command.edits, settings);
    experiment.common.backend = settings.engine.backend;
    experiment.common.threads = settings.engine.threads;
    experiment.common.device = settings.engine.device;
    if (command.repeat) experiment.repeat = *command.repeat;
    if (command.minutes) experiment.minutes = *command.minutes;
    if (command.size) {
        for (ExperimentCase& one : experiment.cases) one.sizes = {*command.size};
        experiment.record.reset();
    }
    return experiment;
}

MakeEngines engines() {
    return [] { return runner_of("bench"); };
}

std::vector<SweepRow> sweep_rows(const std::vector<RowResult>& rows, const ExperimentRow& of) {
    std::vector<SweepRow> all;
    for (const auto& [row, runs, ms, regions, filled, iterations] : rows)
        if (row.engine == of.engine && row.scheme == of.scheme && row.size == of.size)
            all.push_back({row.cell, runs, ms, ex_of(rows, row.size)->ms.median, regions, filled,
                           iterations});
    return all;
}

// Throws with the reason if what would be drawn was left out.
void reject_if_cut(const ExperimentRecord& record) {
    if (!record.left_out.empty())
        throw std::runtime_error("bench: nothing was drawn: " + record.left_out.back());
}

std::filesystem::path heat_map_file(std::filesystem::path plot, EngineKind engine, Scheme scheme) {
    return plot.replace_filename(fmt::format("{}-{}-{}{}", plot.stem().string(), name_of(engine),
                                             name_of(scheme), plot.extension().string()));
}

void check_files(const ExperimentCommand& command, const Experiment& experiment) {
    std::vector<FileArgument> outputs{{"-o", command.output},
                                      {"--curves", command.gains.picture},
                                      {"--curves-out", command.gains.table}};
    std::set<std::filesystem::path> heat_maps;
    for (const ExperimentRow& row :
         rows_up_to(experiment, std::numeric_limits<std::int64_t>::max()))
        if (command.plot && row.engine != EngineKind::ex)
            heat_maps.insert(heat_map_file(*command.plot, row.engine, row.scheme));
    for (const auto& path : heat_maps) outputs.push_back({"--plot", path});
    check_file_arguments("bench", outputs, command.experiment);
}

// A heat map of each engine and scheme on the largest size.
void draw_heat_maps(const std::filesystem::path& path, const ExperimentRecord& record) {
    render::PaletteLibrary palettes(data_file("assets/palettes"));
    const ImageSize size = record.rows.back().row.size;
    const bool subdivided = std::ranges::any_of(record.rows, [&](const RowResult& result) {
        return result.row.size == size && result.row.engine != EngineKind::ex;
    });
    if (!subdivided) {
        reject_if_cut(record);
        throw UsageError("bench: --plot needs an engine that subdivides among the rows");
    }
    if (!ex_of(record.rows, size)) throw UsageError("bench: --plot needs Ex among the rows");
    std::set<std::pair<EngineKind, Scheme>> drawn{{EngineKind::ex, Scheme::sbr}};
    for (const RowResult& result : record.rows) {
        const ExperimentRow& row = result.row;
        if (row.size != size || !drawn.insert({row.engine, row.scheme}).second) continue;
        const auto title = fmt::format("{}-{} {}, {} pixels", choice_of(row.engine).label,
                                       choice_of(row.scheme).label, record.device, to_text(size));
        draw_heat_map(sweep_rows(record.rows, row), title, palettes.get("viridis"))
            .write(heat_map_file(path, row.engine, row.scheme));
    }
}

// False if stopped.
bool draw_gains(const GainFiles& files, const Experiment& experiment,
                const ExperimentRecord& record, const std::stop_token& stop) {
    auto charts = gain_charts(gains_of(record.rows));
    if (charts.empty()) reject_if_cut(record);
    {
        const ProgressLine line([] { return std::string("measuring for the model"); });
        if (!add_predictions(charts, experiment.common, engines()(), stop)) return false;
    }
    write_gains(files, charts, fmt::format("{}; {}", experiment.title, record.device));
    return true;
}

int interrupted(std::string_view what) {
    print_notice(fmt::format("bench: interrupted: {}", what));
    return Interruption::exit_status;
}

void write(const std::filesystem::path& path, Experiment experiment,
           const ExperimentRecord& record) {
    experiment.record = record;
    write_table(path, experiment_to_json(experiment));
}

bool any_slower(const Experiment& experiment, const ExperimentRecord& repeated) {
    return experiment.record && std::ranges::any_of(compare(*experiment.record, repeated),
                                                    [](const RowComparison& each) {
                                                        return each.verdict() == Verdict::slower;
                                                    });
}

std::optional<ExperimentRecord> measure(const Experiment& experiment, const std::stop_token& stop,
                                        Party* party) {
    ExperimentClock clock;
    std::optional<ProgressLine> line;
    if (leads(party)) line.emplace([&] { return clock.text(); });
    return run_experiment(experiment, engines(), stop, clock, party);
}

}  // namespace

std::string experiment_head(const Experiment& experiment, const ExperimentRecord& record) {
    const FrameRequest& common = experiment.common;
    return fmt::format(
        "{}\n"
        "view {}, dwell {}, {}, fill {}, shortcuts {}\n"
        "{}: {}; {} runs each, in random order\n",
        printable(experiment.title), to_text(common.view), common.dwell_limit,
        name_of(record.precision), name_of(common.fill), common.shortcuts ? "on" : "off",
        name_of(record.backend), printable(record.device), experiment.repeat);
}

std::string experiment_rows(const ExperimentRecord& record) {
    std::string text;
    for (auto begin = record.rows.begin(); begin != record.rows.end();) {
        const ImageSize size = begin->row.size;
        ByEngine engines;
        for (; begin != record.rows.end() && begin->row.size == size; ++begin)
            engines[{begin->row.engine, begin->row.scheme}].push_back(&*begin);
        text += fmt::format("{} pixels\n{} {:>11} {:>23} {:>7} {:>9}\n", to_text(size),
                            name_columns(), "median ms", "min..max", "vs Ex", "regions");
        const RowResult* ex = ex_of(record.rows, size);
        for (auto& [engine, rows] : engines) text += fastest_of(rows, ex ? ex->ms.median : 0);
    }
    return text + skipped_text(record);
}

std::string experiment_comparison(const ExperimentRecord& recorded,
                                  const ExperimentRecord& repeated) {
    std::string text = fmt::format("recorded {} by {}\n", printable(recorded.time),
                                   printable(maker_text(recorded)));
    const auto rows = compare(recorded, repeated);
    std::map<Verdict, int> count;
    ImageSize size{0, 0};
    for (const RowComparison& each : rows) {
        const ExperimentRow& row = each.recorded->row;
        if (row.size != size)
            text += fmt::format("{} pixels\n{} {:>11} {:>23} {:>11} {:>23} {:>7}\n",
                                to_text(row.size), name_columns(), "recorded ms", "min..max",
                                "now ms", "min..max", "ratio");
        size = row.size;
        ++count[each.verdict()];
        text += fmt::format("{} {:>11.3f} {:>23} {:>11.3f} {:>23} {:>7.2f}  {}\n", name_text(row),
                            each.recorded->ms.median, range_text(each.recorded->ms),
                            each.repeated->ms.median, range_text(each.repeated->ms), each.ratio(),
                            verdict_text(each.verdict()));
    }
    return text + skipped_text(repeated) + totals_text(count, rows.size(), recorded.rows.size());
}

int run(const ExperimentCommand& command, Party* party) {
    const Interruption interruption;
    const Experiment experiment = experiment_to_repeat(command);
    if (leads(party)) check_files(command, experiment);
    const auto repeated = measure(experiment, interruption.token(), party);
    if (!leads(party)) return repeated ? 0 : Interruption::exit_status;
    if (!repeated) return interrupted("nothing was written");
    fmt::print("{}{}{}", experiment_head(experiment, *repeated), party_text(party),
               experiment.record ? experiment_comparison(*experiment.record, *repeated)
                                 : experiment_rows(*repeated));
    if (command.output) write(*command.output, experiment, *repeated);
    if (command.plot) draw_heat_maps(*command.plot, *repeated);
    if (command.gains.wanted() &&
        !draw_gains(command.gains, experiment, *repeated, interruption.token()))
        return interrupted("no curves were drawn");
    return command.fail_slower && any_slower(experiment, *repeated) ? 1 : 0;
}

}  // namespace mariani::app
