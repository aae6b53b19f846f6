#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/command_line/reports.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/standard_streams.hpp"
#include "app/measure/suite.hpp"
#include "compute/model/text.hpp"

#include <cstdio>
#include <optional>

#include <fmt/core.h>

namespace mariani::app {
namespace {

template <typename... Columns>
std::string case_row(const Columns&... columns) {
    return fmt::format(
        "{:<22} {:>11} {:>6} {:>4} {:>3}  {:<20} {:>9} {:>19} {:>9} {:>9} {:>7} {:>10} {:>8}  {}\n",
        columns...);
}

std::string engine_of(const SuiteRow& row) {
    const EngineKind engine = row.plan.engine;
    const auto& [g, r, B] = row.plan.subdivision;
    if (engine == EngineKind::ex) return std::string(choice_of(engine).label);
    return fmt::format("{}-{} {{{},{},{}}}", choice_of(engine).label,
                       choice_of(row.plan.scheme).label, g, r, B);
}

std::string ms_text(const std::optional<double>& value) {
    return value ? fmt::format("{:.4g}", *value) : std::string("-");
}

FrameRequest small_request(const SuiteCommand& command) {
    Settings settings;
    apply(command.edits, settings);
    return frame_request(settings, {64, 64});
}

}  // namespace

std::string suite_head(const SuiteReport& report) {
    const auto [memset, f32, f64] = report.peaks;
    return fmt::format(
               "{}: {}; {} runs of each case{}\n"
               "memset {:.3g} GB/s; multiply-adds {:.4g} G/s in f32, {:.4g} G/s in f64\n",
               name_of(report.backend), report.device, report.repeat,
               report.scale > 1 ? fmt::format(", sides divided by {}", report.scale) : "",
               memset * 1e-9, f32 * 1e-9, f64 * 1e-9) +
           case_row("view", "pixels", "dwell", "", "cut", "engine", "median ms", "min..max", "99 %",
                    "floor ms", "/floor", "published", "target", "");
}

std::string suite_row(const SuiteRow& row) {
    const FrameRequest& asked = row.asked.request;
    const auto shortcuts = asked.shortcuts ? "on" : "off";
    if (!row.skipped.empty())
        return fmt::format("{:<22} {:>11} {:>6} {:>4} {:>3}  skipped: {}\n", row.asked.view,
                           to_text(asked.image), asked.dwell_limit, name_of(asked.precision),
                           shortcuts, row.skipped);
    const Spread ms = row.ms();
    return case_row(row.asked.view, to_text(asked.image), asked.dwell_limit,
                    name_of(asked.precision), shortcuts, engine_of(row), ms_text(ms.median),
                    fmt::format("{:.4g}..{:.4g}", ms.min, ms.max), ms_text(row.ms_99()),
                    ms_text(row.floor_ms()), fmt::format("{:.2f}", ms.median / row.floor_ms()),
                    ms_text(row.asked.published_ms), ms_text(row.target_ms),
                    !row.target_ms  ? ""
                    : row.reached() ? "reached"
                                    : "missed");
}

std::string suite_legend() {
    return fmt::format(
        "floor: the longer of two times, both measured in this run: setting the memory of all "
        "dwells once, and taking the steps at the peak,\n"
        "{} multiply-adds each. cut: shortcuts. published and target: ms on one NVIDIA H200\n",
        fma_per_step);
}

int run(const SuiteCommand& command) {
    const Interruption interruption;
    check_file_arguments("bench", {{"-o", command.output}});
    const SuiteRun run(small_request(command), command.scale, command.repeat, runner_of("bench"),
                       interruption.token());
    SuiteReport report = run.report();
    fmt::print("{}", suite_head(report));
    for (const SuiteCase& each : suite_cases(command.scale)) {
        report.rows.push_back(
            run.row_of(each, report.rows.empty() ? nullptr : &report.rows.back()));
        if (interruption.happened()) {
            print_notice(fmt::format("bench: interrupted after {} cases; nothing was written",
                                     report.rows.size() - 1));
            return Interruption::exit_status;
        }
        fmt::print("{}", suite_row(report.rows.back()));
        std::fflush(stdout);
    }
    fmt::print("{}", suite_legend());
    if (command.output) write_suite(*command.output, report);
    return 0;
}

}  // namespace mariani::app
