#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/command_line/reports.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/folders.hpp"
#include "app/files/standard_streams.hpp"
#include "app/measure/plots/sweep_pictures.hpp"
#include "app/measure/sweep.hpp"
#include "app/measure/sweep_csv.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::size_t max_cells_printed = 10;

// The named ones, or what is set.
template <typename E>
std::vector<std::optional<E>> or_one(const std::vector<E>& named, const std::optional<E>& set) {
    if (named.empty()) return {set};
    return {named.begin(), named.end()};
}

std::string head_of(const SweepSubject& subject, int repeat) {
    const FramePlan& plan = subject.plan;
    return fmt::format(
        "view {}, {} pixels, dwell {}, {}\n"
        "{}, fill {}, shortcuts {}; {} runs each, in random order; {}: {}\n",
        to_text(plan.view), to_text(plan.image), plan.dwell_limit, name_of(plan.precision),
        engine_label(plan), name_of(plan.fill), plan.shortcuts ? "on" : "off", repeat,
        name_of(plan.backend), subject.device);
}

std::string ex_text(const std::vector<SweepRow>& rows) {
    std::vector<double> ms;
    for (const SweepRow& row : rows) ms.push_back(row.ex_ms);
    const Spread ex = spread_of(std::move(ms));
    return fmt::format("Ex: {:.3f} ms ({:.3f}..{:.3f} next to different cells)\n", ex.median,
                       ex.min, ex.max);
}

std::string row_of(const SweepRow& row, bool noise) {
    const auto& [g, r, B] = row.cell.subdivision;
    return fmt::format("{:>6} {:>5} {:>6}  {:<9} {:>10.3f} {:>23} {:>7.2f} {:>9}{}\n", g, r, B,
                       to_text(ImageSize{row.cell.block.width, row.cell.block.height}),
                       row.ms.median, fmt::format("{:.3f}..{:.3f}", row.ms.min, row.ms.max),
                       row.speedup(), row.regions, noise ? noise_mark : "");
}

// One for each engine and scheme that is named, but for combinations that do not exist. Throws
// UsageError if none remains.
std::vector<FrameRequest> sweep_requests(const SweepCommand& command) {
    const FrameRequest given =
        frame_request(settings_of(command.picture, command.edits), command.size);
    const auto engines = or_one(command.engines, given.engine);
    const auto schemes = or_one(command.schemes, given.scheme);
    std::vector<FrameRequest> requests;
    std::vector<std::string> left_out;
    for (const auto& engine : engines)
        for (const auto& scheme : schemes) {
            if (auto why = why_invalid(engine, scheme, given.backend)) {
                left_out.push_back(fmt::format("{}-{}: {}",
                                               name_of(engine.value_or(EngineKind::ask)),
                                               name_of(*scheme), *why));
                continue;
            }
            FrameRequest& request = requests.emplace_back(given);
            request.engine = engine;
            request.scheme = scheme;
            if (auto why = why_invalid(request)) throw UsageError("sweep: " + *why);
        }
    if (requests.empty()) throw UsageError("sweep: " + left_out.back());
    for (const std::string& each : left_out) print_notice("left out: " + each);
    notice_indistinct(given);
    return requests;
}

// Each of several engines has files of its own: FILE-ask-sbr.csv.
SweepCommand files_of(SweepCommand command, const FrameRequest& request) {
    for (auto* path : {&command.output, &command.gains.picture, &command.gains.table}) {
        if (!*path) continue;
        std::string name = (*path)->stem().string();
        if (request.engine) name += fmt::format("-{}", name_of(*request.engine));
        if (request.scheme) name += fmt::format("-{}", name_of(*request.scheme));
        (*path)->replace_filename(name + (*path)->extension().string());
    }
    return command;
}

std::vector<SweepCommand> commands_of(const SweepCommand& command,
                                      const std::vector<FrameRequest>& requests) {
    if (requests.size() == 1) return {command};
    std::vector<SweepCommand> commands;
    for (const FrameRequest& request : requests) commands.push_back(files_of(command, request));
    return commands;
}

void check_files(const SweepCommand& command, const std::vector<SweepCommand>& commands) {
    std::vector<FileArgument> outputs{{"--plot", command.plot}};
    for (const SweepCommand& each : commands)
        outputs.insert(outputs.end(), {{"-o", each.output},
                                       {"--curves", each.gains.picture},
                                       {"--curves-out", each.gains.table}});
    check_file_arguments("sweep", outputs, command.picture);
}

// Without the engine.
std::string place_title(const SweepSubject& subject) {
    const FramePlan& plan = subject.plan;
    return fmt::format("{}, {} pixels, dwell {}, {}", subject.device, to_text(plan.image),
                       plan.dwell_limit, name_of(plan.precision));
}

std::string subject_title(const SweepSubject& subject) {
    return fmt::format("{} {}", engine_label(subject.plan), place_title(subject));
}

// What came of one engine.
struct Swept {
    SweepSubject subject;
    std::vector<SweepRow> rows;
};

void plot(const std::filesystem::path& path, const std::vector<Swept>& all) {
    render::PaletteLibrary palettes(data_file("assets/palettes"));
    const auto& palette = palettes.get("viridis");
    const auto& [subject, rows] = all.front();
    if (all.size() == 1) return draw_heat_map(rows, subject_title(subject), palette).write(path);
    std::vector<SweptEngine> engines;
    for (const Swept& each : all) engines.push_back({engine_label(each.subject.plan), each.rows});
    draw_fastest_engines(engines, place_title(subject), palette).write(path);
}

// Appends the last row; where that fails, what was measured is told first.
void keep(SweepCsv& file, const SweepSubject& subject, const std::vector<SweepRow>& rows,
          int repeat) {
    try {
        file.append(rows.back());
    } catch (...) {
        fmt::print("{}", sweep_report(subject, rows, repeat));
        throw;
    }
}

// S against n, g, r and B. False if stopped.
bool draw_gains(const GainFiles& files, const SweepSubject& subject,
                const std::vector<SweepRow>& rows, int repeat, const RunEngine& run,
                const std::stop_token& stop) {
    if (!files.wanted()) return true;
    const ProgressLine line([] { return std::string("measuring for the curves"); });
    const auto sizes = measure_sizes(subject, best_of(rows)->cell, repeat, run, stop);
    if (!sizes) return false;
    auto gains = gains_of(subject, rows);
    gains.insert(gains.end(), sizes->begin(), sizes->end());
    auto charts = gain_charts(gains);
    if (!add_predictions(charts, subject.request, run, stop)) return false;
    write_gains(files, charts, subject_title(subject));
    return true;
}

// Reports an unfinished sweep.
std::nullopt_t interrupted(const SweepCommand& command, std::size_t measured, std::size_t cells) {
    print_notice(fmt::format("sweep: interrupted after {} of {} cells{}", measured, cells,
                             command.output ? "; the same command resumes it" : ""));
    return std::nullopt;
}

// All cells of one engine. Nothing if interrupted, which it says.
std::optional<Swept> measured(const SweepCommand& command, const FrameRequest& request,
                              const RunEngine& run, const std::stop_token& stop, Party* party) {
    const auto cells = command.grid.cells();
    SweepClock clock;
    std::optional<ProgressLine> line;
    line.emplace([&] { return clock.text(); });
    auto subject = sweep_subject(request, command.repeat, run, stop);
    if (!subject) return interrupted(command, 0, cells.size());
    if (subject->plan.backend == Backend::cpu && command.grid.blocks.size() > 1)
        throw UsageError(
            "sweep: --block lists several sizes, but blocks have no effect on a processor: name "
            "one size, or measure with --backend cuda");

    std::optional<SweepCsv> file;
    if (command.output) file.emplace(*command.output, *subject);
    std::vector<SweepRow> rows;
    if (file) rows = file->rows();
    const auto left = missing_cells(cells, rows);
    const std::size_t resumed = cells.size() - left.size();
    const auto keep_row = [&](const SweepRow& row) {
        rows.push_back(row);
        if (file) keep(*file, *subject, rows, command.repeat);
    };
    const bool finished =
        run_sweep(*subject, left, command.repeat, run, stop, clock, keep_row, party);
    line.reset();
    if (!finished)
        return interrupted(command, cells.size() - missing_cells(cells, rows).size(), cells.size());
    fmt::print("{}{}", sweep_report(*subject, rows, command.repeat), party_text(party));
    if (resumed > 0)
        fmt::print("{} cells were already in {}\n", resumed, printable(command.output->string()));
    return Swept{std::move(*subject), std::move(rows)};
}

// A process that measures cells for the leader, which says which.
int follow_sweep(const SweepCommand& command, const FrameRequest& request, Party& party,
                 const std::stop_token& stop) {
    const RunEngine run = runner_of("sweep");
    SweepClock clock;
    const auto subject = sweep_subject(request, command.repeat, run, stop);
    const bool finished =
        subject && run_sweep(*subject, {}, command.repeat, run, stop, clock, {}, &party);
    return finished ? 0 : Interruption::exit_status;
}

}  // namespace

std::string sweep_report(const SweepSubject& subject, std::vector<SweepRow> rows, int repeat) {
    std::string text = head_of(subject, repeat) + ex_text(rows);
    text += fmt::format("{:>6} {:>5} {:>6}  {:<9} {:>10} {:>23} {:>7} {:>9}\n", "g", "r", "B",
                        "block", "median ms", "min..max", "vs Ex", "regions");
    std::ranges::sort(rows, std::greater{}, &SweepRow::speedup);
    bool noisy = false;
    for (std::size_t i = 0; i < std::min(rows.size(), max_cells_printed); ++i) {
        const bool noise = i > 0 && !clearly_differ(rows[i - 1].ms, rows[i].ms);
        noisy = noisy || noise;
        text += row_of(rows[i], noise);
    }
    if (rows.size() > max_cells_printed)
        text += fmt::format("and {} slower ones\n", rows.size() - max_cells_printed);
    return noisy ? text + std::string(noise_remark) : text;
}

int run(const SweepCommand& command, Party* party) {
    const Interruption interruption;
    const auto requests = sweep_requests(command);
    if (party && requests.size() > 1)
        throw UsageError(
            "sweep: several engines are named, but the ranks share the cells of one: name one "
            "engine and one scheme");
    if (!leads(party)) return follow_sweep(command, requests.front(), *party, interruption.token());
    const auto commands = commands_of(command, requests);
    check_files(command, commands);
    std::optional<Tunings> tunings;
    if (command.remember) tunings = writable_tunings();
    const RunEngine run = runner_of("sweep");
    const std::stop_token stop = interruption.token();
    std::vector<Swept> all;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        auto swept = measured(commands[i], requests[i], run, stop, party);
        if (!swept) return Interruption::exit_status;
        all.push_back(std::move(*swept));
    }
    if (command.plot) plot(*command.plot, all);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& [subject, rows] = all[i];
        const bool done = draw_gains(commands[i].gains, subject, rows, command.repeat, run, stop) &&
                          (!tunings || remember(*tunings, subject, rows, stop));
        if (done) continue;
        interrupted(commands[i], rows.size(), rows.size());
        return Interruption::exit_status;
    }
    return 0;
}

}  // namespace mariani::app
