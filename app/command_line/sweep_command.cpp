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
#include "compute/model/printable.hpp"
#include "compute/model/text.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::size_t max_cells_printed = 10;

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

FrameRequest sweep_request(const SweepCommand& command) {
    const Settings settings = settings_of(command.picture, command.edits);
    const FrameRequest request = frame_request(settings, command.size);
    if (auto why = why_invalid(request)) throw UsageError("sweep: " + *why);
    notice_indistinct(request);
    return request;
}

std::string subject_title(const SweepSubject& subject) {
    const FramePlan& plan = subject.plan;
    return fmt::format("{} {}, {} pixels, dwell {}, {}", engine_label(plan), subject.device,
                       to_text(plan.image), plan.dwell_limit, name_of(plan.precision));
}

void plot(const std::filesystem::path& path, const SweepSubject& subject,
          const std::vector<SweepRow>& rows) {
    render::PaletteLibrary palettes(data_file("assets/palettes"));
    render::write_png(path, draw_heat_map(rows, subject_title(subject), palettes.get("viridis")));
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
int interrupted(const SweepCommand& command, std::size_t measured, std::size_t cells) {
    print_notice(fmt::format("sweep: interrupted after {} of {} cells{}", measured, cells,
                             command.output ? "; the same command resumes it" : ""));
    return Interruption::exit_status;
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

int run_sweep_command(const SweepCommand& command) {
    const Interruption interruption;
    const FrameRequest request = sweep_request(command);
    check_file_arguments("sweep",
                         {{"-o", command.output},
                          {"--plot", command.plot},
                          {"--curves", command.gains.picture},
                          {"--curves-out", command.gains.table}},
                         command.picture);
    std::optional<Tunings> tunings;
    if (command.remember) tunings = writable_tunings();
    const RunEngine run = runner_of("sweep");
    const auto cells = command.grid.cells();
    SweepClock clock;
    std::optional<ProgressLine> line;
    line.emplace([&] { return clock.text(); });
    const auto subject = sweep_subject(request, command.repeat, run, interruption.token());
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
    const bool finished = run_sweep(*subject, left, command.repeat, run, interruption.token(),
                                    clock, [&](const SweepRow& row) {
                                        rows.push_back(row);
                                        if (file) keep(*file, *subject, rows, command.repeat);
                                    });
    line.reset();
    if (!finished)
        return interrupted(command, cells.size() - missing_cells(cells, rows).size(), cells.size());
    fmt::print("{}", sweep_report(*subject, rows, command.repeat));
    if (resumed > 0)
        fmt::print("{} cells were already in {}\n", resumed, printable(command.output->string()));
    if (command.plot) plot(*command.plot, *subject, rows);
    if (!draw_gains(command.gains, *subject, rows, command.repeat, run, interruption.token()))
        return interrupted(command, cells.size(), cells.size());
    if (tunings && !remember(*tunings, *subject, rows, interruption.token()))
        return interrupted(command, cells.size(), cells.size());
    return 0;
}

}  // namespace mariani::app
