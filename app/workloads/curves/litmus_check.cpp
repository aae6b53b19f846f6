#include "app/command_line/file_arguments.hpp"
#include "app/command_line/interruption.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/standard_streams.hpp"
#include "app/files/table_file.hpp"
#include "app/workloads/curves/commands.hpp"
#include "app/workloads/curves/litmus.hpp"
#include "compute/service/engine_registry.hpp"

#include <atomic>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Outcomes = std::vector<LitmusOutcome>;

std::string csv_of(const Outcomes& outcomes, const std::string& device) {
    std::string csv;
    for (const LitmusOutcome& outcome : outcomes) {
        const auto row = litmus_row(outcome, device);
        if (csv.empty()) csv = csv_names(row) + "\n";
        csv += csv_values(row) + "\n";
    }
    return csv;
}

std::string report(const Outcomes& outcomes, const std::string& device) {
    std::string text = fmt::format("launches from the device, on {}\n", device);
    for (const LitmusOutcome& outcome : outcomes) {
        const auto promise = promise_text(outcome);
        text += fmt::format("{:<16} {}\n", outcome.text->name, outcome.text->title);
        text += fmt::format("  {:<14} {}\n", "textbook", outcome.text->textbook);
        text += fmt::format("  {:<14} {}\n", "today", outcome.text->today);
        text += fmt::format("  {:<14} {}{}\n", "measured", measured_text(outcome),
                            outcome.text->promised ? "; promise " + promise : "");
    }
    return text;
}

}  // namespace

int run_curves_litmus(const CurvesLitmus& command) {
    const Interruption interruption;
    check_file_arguments("check", {{"-o", command.output}});
    std::atomic<int> done{0};
    std::optional<Outcomes> outcomes;
    {
        const ProgressLine line(
            [&] { return fmt::format("litmus {} of {}", done + 1, litmus_count()); });
        outcomes = run_all_litmuses(
            [&](const curves::LitmusCase& litmus) {
                return curves::run_litmus(litmus, command.device, interruption.token());
            },
            done);
    }
    if (!outcomes) {
        print_notice("check: interrupted; nothing was written");
        return Interruption::exit_status;
    }
    const std::string device = device_name(Backend::cuda, command.device, 0);
    fmt::print("{}", report(*outcomes, device));
    if (command.output) write_table(*command.output, csv_of(*outcomes, device));
    return keeps_promises(*outcomes) ? 0 : 1;
}

}  // namespace mariani::app
