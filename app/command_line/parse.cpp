#include "app/command_line/command_parser.hpp"
#include "app/command_line/setting_options.hpp"
#include "app/command_line/workload_commands.hpp"
#include "compute/model/limits.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

DisplayChoice display_named(const std::string& text) {
    for (const auto& [choice, name] : display_choice_names)
        if (name == text) return choice;
    reject_option("--display", text, "one of auto, interop, staged");
}

constexpr const char* suite_description =
    "Run the published cases and the window's instead, with lower bounds; has its own options";

// Limits that involve more than one option.
void check_engine(const SettingsEdits& edits) {
    Settings settings;
    apply(edits, settings);
    if (auto why =
            why_invalid(settings.engine.engine, settings.engine.scheme, settings.engine.backend))
        throw UsageError(*why);
}

void add_picture_or_poster(OptionParser& parser, std::optional<std::filesystem::path>& file) {
    parser.group("Picture");
    parser.add_text("FILE.png", "",
                    "A picture made by mariani, for its view and settings; a location of Kalles "
                    "Fraktaler (.kfr), rust-fractal or Fraktaler-3 (.toml); or a poster's folder",
                    [&file](const std::string& text) { file = text; });
}

CommandLine parse_window(std::span<const std::string> arguments) {
    auto parser = new_parser("");
    WindowCommand command;
    add_picture_or_poster(parser, command.picture);
    add_view_options(parser, command.edits);
    add_engine_choice(parser, command.edits);
    add_engine_options(parser, command.edits);
    add_colour_options(parser, command.edits);
    parser.group("Window");
    add_choice<Workload>(parser, "--workload", "The tab to show",
                         [&](Workload workload) { command.workload = workload; });
    add_window_options(parser, command);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (command.picture && std::filesystem::is_directory(*command.picture))
        command.poster = std::exchange(command.picture, std::nullopt);
    check_picture(command.picture);
    check_engine(command.edits);
    return command;
}

CommandLine parse_render(std::span<const std::string> arguments) {
    auto parser = new_parser("render");
    RenderCommand command;
    std::optional<std::filesystem::path> output;
    add_picture(parser, command.picture);
    parser.group("Output");
    add_file(parser, "-o,--output", "FILE.png", "The picture to write", output, {".png"});
    add_size(parser, limits::export_side, command.size);
    add_file(
        parser, "--dwell-out", "FILE.npy",
        "Also write the dwells: uint32, shape (H, W); 4294967295 where a deep dwell is not known",
        command.dwells, {".npy"});
    add_file(parser, "--regions-out", "FILE.csv", "Also write the regions, one row each",
             command.regions, {".csv"});
    add_trace(parser, command.trace_json);
    add_film_options(parser, "how the picture is subdivided, level by level,", command.film);
    add_view_options(parser, command.edits);
    add_engine_choice(parser, command.edits);
    add_engine_options(parser, command.edits);
    add_tuned(parser, command.tuned);
    add_colour_options(parser, command.edits);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_picture(command.picture);
    check_engine(command.edits);
    check_tuned(parser, command.tuned);
    check_film(parser, command.film);
    if (!output) throw UsageError("-o is missing: it names the picture to write, as in -o set.png");
    command.output = *output;
    return command;
}

CommandLine parse_suite(std::span<const std::string> arguments) {
    constexpr IntegerRange scales{1, 1024};
    auto parser = new_parser("bench");
    SuiteCommand command;
    bool suite = false;
    add_machine_options(parser, command.edits);
    parser.group("Measurement");
    parser.add_flag("--suite", suite, suite_description);
    add_integer(parser, "--repeat",
                "Measured runs per case (default: 20); five times as many for the window's cases",
                runs_measured, command.repeat);
    add_integer(parser, "--scale", "Divide the sides of all pictures by N, for a quick trial",
                scales, command.scale);
    add_file(parser, "-o,--output", "FILE.json", "Also write the results as JSON", command.output,
             {".json"});
    try {
        if (auto text = parser.parse(arguments)) return PrintText{*text};
    } catch (const UsageError& error) {
        throw UsageError(fmt::format("with --suite, {}", error.what()));
    }
    return command;
}

CommandLine parse_bench(std::span<const std::string> arguments) {
    if (std::ranges::find(arguments, "--suite") != arguments.end()) return parse_suite(arguments);
    auto parser = new_parser("bench");
    BenchCommand command;
    // Measurements compare with the papers', which have no shortcuts.
    command.edits.push_back([](Settings& settings) { settings.engine.shortcuts = false; });
    parser.group("Picture or experiment");
    parser.add_text(
        "FILE", "",
        "A picture made by mariani, for its view and settings; or an experiment (.json), complete",
        [&command](const std::string& text) { command.picture = text; });
    add_view_options(parser, command.edits);
    parser.group("Engine");
    add_list(parser, "--engine", "ex,dp,ask or all (default: all)", command.engines);
    add_list(parser, "--scheme", "sbr,mbr,wpr or all (default: sbr)", command.schemes);
    add_engine_options(parser, command.edits);
    add_tuned(parser, command.tuned);
    parser.group("Measurement");
    add_size(parser, limits::side, command.size);
    add_integer(parser, "--repeat", "Measured runs per engine (default: 5)", runs_measured,
                command.repeat);
    parser.add_flag("--energy", command.energy, energy_help);
    add_file(parser, "-o,--output", "FILE", "Write one row per run, .csv or .json", command.output,
             {".csv", ".json"});
    parser.add_flag("--suite", suite_description);
    ExperimentCommand experiment;
    add_experiment_options(parser, experiment, command.experiment);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (is_experiment(command.picture)) return experiment_command(parser, command, experiment);
    check_picture(command.picture);
    reject_experiment_options(parser);
    check_tuned(parser, command.tuned);
    if (command.engines.empty()) command.engines = all_of<EngineKind>();
    if (command.schemes.empty()) command.schemes = {Scheme::sbr};
    return command;
}

CommandLine parse_info(std::span<const std::string> arguments) {
    auto parser = new_parser("info");
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    return InfoCommand{};
}

CommandLine parse_one(std::string_view command, std::span<const std::string> arguments,
                      std::span<const MakeWorkloadCommands> workloads) {
    if (command == "render") return parse_render(arguments);
    if (command == "bench") return parse_bench(arguments);
    if (command == "check") return parse_check(arguments);
    if (command == "sweep") return parse_sweep(arguments);
    if (command == "race") return parse_race(arguments);
    if (command == "model") return parse_model(arguments);
    if (command == "poster") return parse_poster(arguments);
    if (command == "reproduce") return parse_reproduce(arguments, workloads);
    if (command == "info") return parse_info(arguments);
    return parse_window(arguments);
}

}  // namespace

void add_window_options(OptionParser& parser, WindowCommand& command) {
    add_file(parser, "--replay", "FILE.json", "Play recorded input, then quit", command.replay,
             {".json"});
    parser.add_text("--display", "auto|interop|staged",
                    "How GPU frames reach the screen: by interop, or through host memory",
                    [&](const std::string& text) { command.display = display_named(text); });
    add_file(parser, "--report", "FILE.jsonl",
             "Write what the window does to a new file, one line of JSON per turn", command.report,
             {".jsonl"});
    parser.add_flag("!--no-intro", command.intro,
                    "Start without the introduction, even the first time");
    parser.add_flag("--mark-frames", command.mark_frames,
                    "Draw each frame's number in the report into its corner, as bits");
}

CommandLine parse_command_line(std::span<const std::string> arguments,
                               std::span<const MakeWorkloadCommands> workloads) {
    const bool named = !arguments.empty() &&
                       std::ranges::find(command_names, arguments.front()) != command_names.end();
    const std::string_view command = named ? std::string_view(arguments.front()) : "";
    try {
        const auto own = named ? arguments.subspan(1) : arguments;
        std::vector<std::string> rest(own.begin(), own.end());
        if (auto other = parse_workload(command, rest, workloads)) return *other;
        return parse_one(command, rest, workloads);
    } catch (const UsageError& error) {
        throw UsageError((named ? fmt::format("{}: ", command) : "") + error.what());
    }
}

}  // namespace mariani::app
