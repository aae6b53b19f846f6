#include "app/command_line/command_measurement.hpp"
#include "app/command_line/command_parser.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/folders.hpp"
#include "app/files/own_file.hpp"
#include "app/files/standard_streams.hpp"
#include "app/papers/chart.hpp"
#include "app/papers/report.hpp"
#include "compute/model/limits.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

namespace fs = std::filesystem;

Backend backend_of(const WorkloadMachine& machine) {
    const Backend backend =
        machine.backend.value_or(backend_unavailable(Backend::cuda) ? Backend::cpu : Backend::cuda);
    if (auto why = backend_unavailable(backend)) throw UsageError("reproduce: " + *why);
    return backend;
}

// How long a claim takes; "if named" where a processor leaves it out otherwise.
std::string time_text(const Claim& claim, Backend backend, const std::vector<std::string>& names) {
    if (claim.computed) return "computed";
    if (!why_not_here(claim, backend, names))
        return fmt::format("{:.0f} s", seconds_of(claim, backend));
    return trials_on(claim, backend).empty() ? "not here" : "if named";
}

int print_list(const std::vector<const Claim*>& chosen, Backend backend,
               const std::vector<std::string>& names) {
    for (const PaperText& paper : papers()) {
        bool named = false;
        for (const Claim* claim : chosen) {
            if (claim->paper != paper.paper) continue;
            if (!std::exchange(named, true)) fmt::print("{}: {}\n", paper.id, paper.title);
            fmt::print("  {:<28} {:>8}  {}\n", claim->id, time_text(*claim, backend, names),
                       claim->statement);
        }
    }
    return 0;
}

// Whether an earlier run has the results of all of a claim's trials, or of its formulas.
bool is_current(const ClaimOutcome& outcome, const Reproduction& now) {
    if (outcome.time.empty()) return false;
    if (outcome.claim->computed) return outcome.results == outcome.claim->computed();
    const auto trials = trials_on(*outcome.claim, now.backend);
    return outcome.results.size() == trials.size() &&
           std::ranges::all_of(trials, [&](const Trial& trial) {
               const std::string text = trial.command + now.options;
               return std::ranges::any_of(outcome.results, [&](const Result& result) {
                   return result.command == text && result.x == trial.x && !result.rows.empty();
               });
           });
}

bool was_measured_with(const Reproduction& before, std::string_view options) {
    for (const ClaimOutcome& outcome : before.outcomes)
        for (const Result& result : outcome.results)
            if (!outcome.claim->computed && !result.command.ends_with(options)) return false;
    return true;
}

// Adds what an earlier run in this folder left, less what is chosen and has to be run again.
void resume(Reproduction& reproduction, const fs::path& file,
            const std::vector<const Claim*>& chosen) {
    if (!fs::exists(file)) return;
    Reproduction before = read_reproduction(file);
    const std::string version = std::exchange(before.machine.mariani, reproduction.machine.mariani);
    if (before.machine != reproduction.machine || before.device != reproduction.device)
        throw UsageError(
            fmt::format("reproduce: {} is a report of another machine or system ({}, {}): choose "
                        "another folder with -o",
                        file.string(), before.device, before.machine.system));
    if (version != reproduction.machine.mariani)
        return print_notice(
            fmt::format("reproduce: the report of mariani {} is kept as {}; all is measured anew",
                        version, set_aside(file, version).string()));
    if (!was_measured_with(before, reproduction.options))
        throw UsageError(
            fmt::format("reproduce: {} was measured with other options than \"{}\": choose another "
                        "folder with -o",
                        file.string(), reproduction.options.substr(1)));
    std::erase_if(before.outcomes, [&](const ClaimOutcome& outcome) {
        return std::ranges::find(chosen, outcome.claim) != chosen.end() &&
               !is_current(outcome, reproduction);
    });
    reproduction.outcomes = std::move(before.outcomes);
}

// A line a claim, and its figures below it.
std::string text_of(const ClaimOutcome& outcome) {
    std::string text = fmt::format("{:<28} {}{}{}\n", outcome.claim->id, text_of(outcome.verdict),
                                   outcome.why.empty() ? "" : ": ", outcome.why);
    for (const Found& found : outcome.found) {
        if (!found.value) continue;
        const std::string published(found.quantity->published);
        text += fmt::format("  {:<40} {}{}{}\n", found.quantity->name, spread_text(*found.value),
                            published.empty() ? "" : "; published: ", published);
    }
    return text;
}

}  // namespace

CommandLine parse_reproduce(std::span<const std::string> arguments,
                            std::span<const MakeWorkloadCommands> workloads) {
    auto parser = new_parser("reproduce");
    ReproduceCommand command;
    command.workloads = workloads;
    parser.group("Claims");
    parser.add_texts("NAME", "", "Papers or claims, by their names in --list (default: all)",
                     [&](const std::vector<std::string>& names) { command.names = names; });
    parser.add_flag("--list", command.list, "List the claims and how long they take, and stop");
    parser.add_flag("--errata", command.errata, "Print what the papers print wrongly, and stop");
    add_machine_options(parser, command.machine);
    parser.group("Report");
    parser.add_text("--minutes", "M", "Start no claim that would end later (default: 10)",
                    [&](const std::string& text) {
                        command.minutes = real_of("--minutes", text);
                        if (!(command.minutes > 0 && command.minutes <= 10'000))
                            reject_option("--minutes", text, "more than 0, and at most 10000");
                    });
    parser.add_text("-o,--output", "FOLDER",
                    "Write report.html, report.json and a table per chart; resumes what is there",
                    [&](const std::string& text) { command.output = text; });
    parser.add_texts("--compare", "FILE.json", "Reports of other machines, to stand beside",
                     [&](const std::vector<std::string>& files) {
                         command.others.assign(files.begin(), files.end());
                     });
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (!command.others.empty() && !command.output)
        throw UsageError("-o is missing: it names the folder of the report that compares");
    return command;
}

int run(const ReproduceCommand& command) {
    if (command.errata) {
        fmt::print("{}", errata_page());
        return 0;
    }
    const auto chosen = claims_named(command.names);
    const WorkloadMachine machine = machine_of(command.machine);
    const Backend backend = backend_of(machine);
    if (command.list) return print_list(chosen, backend, command.names);
    Reproduction reproduction = reproduction_at(backend, machine.device, machine.threads);
    reproduction.named = command.names;
    std::vector<Reproduction> others;
    for (const fs::path& file : command.others) others.push_back(read_reproduction(file));
    if (command.output) {
        writable_place(made_folder(*command.output) / "report.json");
        resume(reproduction, *command.output / "report.json", chosen);
    }
    const RunTrial run = [&workloads = command.workloads, run = runner_of("reproduce")](
                             const std::string& text, const std::stop_token& stop) {
        return measure_command(text, workloads, run, stop);
    };
    const Interruption interruption;
    std::optional<ProgressLine> line;  // while a claim is run
    int number = 0;
    const auto begin = [&](const Claim& claim) {
        line.emplace([text = fmt::format("claim {}: {}", ++number, claim.id)] { return text; });
    };
    const auto done = [&](const ClaimOutcome& outcome) {
        line.reset();
        fmt::print("{}", text_of(outcome));
        std::fflush(stdout);
        if (command.output) write_report_json(reproduction, *command.output);
    };
    const bool finished =
        reproduce(reproduction, chosen, command.minutes, run, interruption.token(), begin, done);
    line.reset();
    if (command.output) write_report(reproduction, others, *command.output);
    if (!finished) {
        print_notice(command.output ? "reproduce: interrupted; the same command goes on from here"
                                    : "reproduce: interrupted; with -o it would go on from here");
        return Interruption::exit_status;
    }
    return 0;
}

}  // namespace mariani::app
