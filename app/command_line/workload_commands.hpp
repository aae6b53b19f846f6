// Commands of the workloads beside the Mandelbrot set: `mariani bench --workload NAME ...`. They
// are parsed here; a workload says what its options are and what they make.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/command_line/contest.hpp"
#include "app/command_line/option_parser.hpp"
#include "app/command_line/workload_options.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

struct CommandText {
    std::string_view description, examples;
};

// One workload's, for as long as a command line is parsed. What throws throws UsageError.
class WorkloadCommands {
  public:
    struct Texts {
        CommandText render, bench, race, sweep, check, window;
        std::string_view listed;      // by info
        std::string_view remedy;      // what would take less memory
        std::string_view contestant;  // what is compared: "engine"
        std::string_view checked{};   // a row of a check, where that is not one of these
        std::string_view gain{};  // behind "Draw their times": ", and their improvement over BB"
    };

    virtual ~WorkloadCommands() = default;
    virtual const Texts& texts() const = 0;

    // A picture: its options, and which engine makes it.
    virtual void add_render(OptionParser& parser) = 0;
    virtual OtherCommand render(const OptionParser& parser,
                                const std::filesystem::path& output) = 0;

    // Which engines are compared.
    virtual void add_contestants(OptionParser& parser) = 0;
    // The knobs, but those that are left out, and what else the problem has.
    virtual void add_problem(OptionParser& parser, const KnobIds& left_out) = 0;

    // How long a measured run is, where that is not the problem's.
    virtual void add_run(OptionParser&) {}

    // The knobs that a sweep has lists of, and where their values are.
    virtual KnobIds swept() const = 0;
    virtual AnyProblem problem() = 0;
    // One contest, of the problem as it is now.
    virtual ContestPlan contest(const OptionParser& parser) = 0;
    // What a sweep measures: a contest of each combination of the lists.
    virtual std::vector<ContestPlan> cells(const OptionParser& parser, const KnobLists& grid);

    virtual void add_check(OptionParser&) {}
    virtual OtherCommand check(const OptionParser& parser,
                               const std::optional<std::filesystem::path>& output) = 0;

    virtual void print_info() const = 0;

    // The tab: which engine is shown, and what of its picture.
    virtual Workload tab() const = 0;
    virtual void add_shown(OptionParser& parser) = 0;
    // What the given options change of what it shows.
    virtual SettingsEdits shown(const OptionParser& parser) = 0;

    SettingsEdits machine;  // where it runs
};

// The names of the workloads that have a command, the Mandelbrot set's first; every command has it.
std::vector<std::string_view> workloads_of(std::string_view command);

// Takes --workload out of the arguments; nothing if it is not there, or names the Mandelbrot set.
// The window's is an option of its own: `command` is empty, and nothing is taken.
// Throws UsageError for a workload or a command that there is not.
std::optional<CommandLine> parse_workload(std::string_view command,
                                          std::vector<std::string>& arguments,
                                          std::span<const MakeWorkloadCommands> workloads);

}  // namespace mariani::app
