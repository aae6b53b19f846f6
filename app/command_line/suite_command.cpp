#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/interruption.hpp"
#include "app/command_line/suite_runs.hpp"
#include "app/files/atomic_file.hpp"
#include "app/files/suite_json.hpp"
#include "compute/model/text.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace mariani::app {
namespace {

void print_header(const SuiteReport& report) {
    fmt::print("{}: {}; {} runs of each case{}\n", name_of(report.backend), report.device,
               report.repeat,
               report.scale > 1 ? fmt::format(", sides divided by {}", report.scale) : "");
    const auto [memset, f32, f64] = report.peaks;
    fmt::print("memset {:.3g} GB/s; multiply-adds {:.4g} G/s in f32, {:.4g} G/s in f64\n",
               memset * 1e-9, f32 * 1e-9, f64 * 1e-9);
}

// A row of the table; it is given the columns as text.
template <typename... Columns>
void print_columns(const Columns&... columns) {
    fmt::print("{:<22}{:>12}{:>7}{:>5}{:>4}  {:<20}{:>10}{:>20}{:>10}{:>10}{:>8}{:>11}{:>9}  {}\n",
               columns...);
}

std::string engine_of(const SuiteRow& row) {
    const EngineKind engine = row.runs.back().engine;
    const auto& [g, r, B] = row.request.subdivision;
    if (engine == EngineKind::ex) return std::string(choice_of(engine).label);
    return fmt::format("{}-{} {{{},{},{}}}", choice_of(engine).label,
                       choice_of(row.request.scheme).label, g, r, B);
}

void print_row(const SuiteRow& row) {
    const FrameRequest& asked = row.asked.request;
    const auto ms = [](const std::optional<double>& value) {
        return value ? fmt::format("{:.4g}", *value) : std::string("-");
    };
    const std::string what =
        fmt::format("{:<22}{:>12}{:>7}{:>5}{:>4}", row.asked.view, to_text(asked.image),
                    asked.dwell_limit, name_of(asked.precision), asked.shortcuts ? "on" : "off");
    if (!row.skipped.empty()) {
        fmt::print("{}  skipped: {}\n", what, row.skipped);
    } else {
        const Spread spread = row.ms();
        print_columns(row.asked.view, to_text(asked.image), asked.dwell_limit,
                      name_of(asked.precision), asked.shortcuts ? "on" : "off", engine_of(row),
                      ms(spread.median), fmt::format("{:.4g}..{:.4g}", spread.least, spread.most),
                      ms(row.ms_99()), ms(row.floor_ms()),
                      fmt::format("{:.2f}", spread.median / row.floor_ms()),
                      ms(row.asked.published_ms), ms(row.target_ms),
                      !row.target_ms  ? ""
                      : row.reached() ? "reached"
                                      : "missed");
    }
    std::fflush(stdout);
}

void print_legend() {
    fmt::print(
        "floor: the longer of setting the memory of all dwells once, and of the steps taken at "
        "the peak,\n"
        "{} multiply-adds each; both measured in this run. cut: shortcuts. published and target: "
        "ms on one NVIDIA H200\n",
        fma_per_step);
}

}  // namespace

int run_suite(const SuiteCommand& command) {
    const Interruption interruption;
    if (command.output) writable_place(*command.output);
    EngineDispatcher dispatcher = engines_of("bench");
    SuiteRuns runs(command, dispatcher, interruption.token());
    SuiteReport report = runs.report();
    print_header(report);
    print_columns("view", "pixels", "dwell", "", "cut", "engine", "median ms", "min..max", "99 %",
                  "floor ms", "/floor", "published", "target", "");
    for (const SuiteCase& each : suite_cases(command.scale)) {
        report.rows.push_back(runs.run(each, report.rows.empty() ? nullptr : &report.rows.back()));
        if (interruption.happened()) {
            fmt::print(stderr, "mariani: bench: interrupted after {} cases; nothing was written\n",
                       report.rows.size() - 1);
            return Interruption::exit_status;
        }
        print_row(report.rows.back());
    }
    print_legend();
    if (command.output) write_suite(*command.output, report);
    return 0;
}

}  // namespace mariani::app
