#include "app/command_line/command_parser.hpp"
#include "app/command_line/film_options.hpp"
#include "app/command_line/help.hpp"
#include "app/measure/race.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::size_t max_blocks = 1000;  // as numbers in a LIST

constexpr std::string_view list_form =
    "at most 1000 numbers such as 2,4,8 or a range of powers of two as 2..1024";

const CostParamName* cost_param_named(const std::string& text) {
    const auto names = cost_param_names();
    const auto found = std::ranges::find(names, text, &CostParamName::name);
    if (found != names.end()) return &*found;
    std::string all;
    for (const auto& each : names) all += (all.empty() ? "" : ", ") + std::string(each.name);
    reject_option("--vary", text, "one of " + all);
}

// "--g" has the same short form as everywhere.
std::string cost_option(std::string_view name) {
    const bool short_too = name == "g" || name == "r" || name == "B";
    return short_too ? fmt::format("-{0},--{0}", name) : fmt::format("--{}", name);
}

void add_cost_params(CLI::App& app, CostParams& params) {
    app.option_defaults()->group("Parameters");
    for (const auto& [name, value, description] : cost_param_names()) {
        const std::string option = fmt::format("--{}", name);
        const std::string otherwise =
            name == "n" ? "" : fmt::format(" (default: {})", to_text(params.*value));
        add_text_option(app, cost_option(name), "X", std::string(description) + otherwise,
                        [&params, option, value = value](const std::string& text) {
                            params.*value = real_of(option, text);
                        });
    }
}

std::vector<std::string> pieces_of(const std::string& text) {
    std::vector<std::string> pieces;
    std::istringstream stream(text);
    stream.exceptions(std::ios::badbit);
    for (std::string piece; std::getline(stream, piece, ',');) pieces.push_back(piece);
    return pieces;
}

void add_integers(CLI::App& app, const std::string& names, const std::string& description,
                  IntegerRange range, std::vector<int>& values) {
    const std::string option = names.substr(names.find(',') + 1);
    add_text_option(app, names, "LIST", description, [=, &values](const std::string& text) {
        const auto list = parse_integers(text, range);
        if (!list)
            reject_option(
                option, text,
                fmt::format("whole numbers from {} to {}: {}", range.min, range.max, list_form));
        values = *list;
    });
}

void add_blocks(CLI::App& app, std::vector<BlockSize>& blocks) {
    add_text_option(app, "--block", "LIST", "Threads of a CUDA block: 16x16,64x4",
                    [&blocks](const std::string& text) {
                        const auto pieces = pieces_of(text);
                        if (pieces.size() > max_blocks)
                            reject_option("--block", text,
                                          fmt::format("at most {} blocks", max_blocks));
                        for (const auto& piece : pieces) blocks.push_back(block_of(piece));
                    });
}

// Parameters that are not varied have the usual defaults.
void use_defaults(SweepGrid& grid) {
    const SubdivisionParams defaults;
    if (grid.g.empty()) grid.g = {defaults.g};
    if (grid.r.empty()) grid.r = {defaults.r};
    if (grid.B.empty()) grid.B = {defaults.B};
    if (grid.blocks.empty()) grid.blocks = {BlockSize{}};
}

}  // namespace

CommandLine parse_sweep(std::span<const std::string> arguments) {
    const auto app = new_parser("sweep");
    SweepCommand command;
    // As in bench: measurements are compared with the papers', which have no shortcuts.
    command.edits.push_back([](Settings& settings) { settings.engine.shortcuts = false; });
    add_picture(*app, command.picture);
    add_view_options(*app, command.edits);
    add_engine_choice(*app, command.edits);
    add_backend_options(*app, command.edits);
    app->option_defaults()->group("Grid");
    add_integers(*app, "-g,--g", "Initial subdivisions", limits::g, command.grid.g);
    add_integers(*app, "-r,--r", "Recurrent subdivisions", limits::r, command.grid.r);
    add_integers(*app, "-B,--B", "Stopping sizes in pixels", limits::B, command.grid.B);
    add_blocks(*app, command.grid.blocks);
    app->option_defaults()->group("Measurement");
    add_text_option(
        *app, "--size", "WxH", "In pixels (default: 1024x1024)",
        [&](const std::string& text) { command.size = size_of("--size", text, limits::side); });
    add_text_option(*app, "--repeat", "N", "Measured runs of each cell (default: 5)",
                    [&](const std::string& text) {
                        command.repeat = integer_of("--repeat", text, {1, 100'000});
                    });
    add_file(*app, "-o,--output", "FILE.csv",
             "Write a row per cell, as they are measured; resumes an unfinished sweep",
             command.output, {".csv"});
    add_file(*app, "--plot", "FILE.png", "Draw a heat map", command.plot, {".png"});
    add_gain_files(*app, command.gains);
    app->add_flag(
        "--remember", command.remember,
        "Keep the best for views like this one on this device, for --tuned and the window");
    if (auto text = parse_with(*app, arguments)) return *text;
    check_picture(command.picture);
    if (command.grid.g.empty() && command.grid.r.empty() && command.grid.B.empty())
        throw UsageError(
            "--g, --r and --B are missing: at least one must list values, as in 2..64");
    use_defaults(command.grid);
    if (const auto why = why_invalid(command.grid)) throw UsageError(*why);
    return command;
}

CommandLine parse_race(std::span<const std::string> arguments) {
    const auto app = new_parser("race");
    RaceCommand command;
    // As in bench.
    command.edits.push_back([](Settings& settings) { settings.engine.shortcuts = false; });
    add_picture(*app, command.picture);
    add_view_options(*app, command.edits);
    app->option_defaults()->group("Racers");
    app->add_option("--racer", command.racers,
                    "ENGINE[-SCHEME][,g=N][,r=N][,B=N][,block=WxH][,backend=NAME][,device=N], once "
                    "for each, two to six (default: the paper's five)")
        ->type_name("RACER")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    add_engine_options(*app, command.edits);
    app->option_defaults()->group("Measurement");
    add_text_option(
        *app, "--size", "WxH", "In pixels (default: 1024x1024)",
        [&](const std::string& text) { command.size = size_of("--size", text, limits::side); });
    add_text_option(*app, "--repeat", "N", "Measured runs of each (default: 5)",
                    [&](const std::string& text) {
                        command.repeat = integer_of("--repeat", text, runs_in_race);
                    });
    add_text_option(
        *app, "--seed", "N", "Of the order in which they run (default: 1)",
        [&](const std::string& text) { command.seed = integer_of("--seed", text, seeds); });
    app->add_flag("--energy", command.energy, energy_help);
    add_file(*app, "-o,--output", "FILE.csv", "Write a row per racer", command.output, {".csv"});
    add_file(*app, "--plot", "FILE.png", "Draw their pictures and times", command.plot, {".png"});
    add_film_options(*app, "the race, slowed down,", command.film);
    if (auto text = parse_with(*app, arguments)) return *text;
    check_picture(command.picture);
    check_film(*app, command.film);
    return command;
}

CommandLine parse_check(std::span<const std::string> arguments) {
    const auto app = new_parser("check");
    CheckCommand command;
    add_picture(*app, command.picture);
    add_view_options(*app, command.edits);
    add_engine_choice(*app, command.edits);
    add_engine_options(*app, command.edits);
    app->option_defaults()->group("Output");
    add_text_option(
        *app, "--size", "WxH", "In pixels (default: 1024x1024)",
        [&](const std::string& text) { command.size = size_of("--size", text, limits::side); });
    add_file(*app, "-o,--output", "FILE", "Write the wrong pixels, .csv or .png", command.output,
             {".csv", ".png"});
    if (auto text = parse_with(*app, arguments)) return *text;
    check_picture(command.picture);
    return command;
}

CommandLine parse_model(std::span<const std::string> arguments) {
    const auto app = new_parser("model");
    ModelCommand command;
    add_cost_params(*app, command.params);
    app->option_defaults()->group("Output");
    add_text_option(*app, "--vary", "NAME", "The parameter that is varied over --over",
                    [&](const std::string& text) { command.vary = cost_param_named(text); });
    add_text_option(*app, "--over", "LIST", "2,4,8 or 2..1024, the powers of two",
                    [&](const std::string& text) {
                        const auto values = parse_list(text);
                        if (!values) reject_option("--over", text, list_form);
                        command.over = *values;
                    });
    app->add_flag("--optimum", command.optimum, "With the best of {2, 4 ... 1024} for g, r and B");
    add_file(*app, "-o,--output", "FILE.csv", "Write a row per point", command.output, {".csv"});
    if (auto text = parse_with(*app, arguments)) return *text;
    if (command.vary && command.over.empty())
        throw UsageError("--over is missing: it names the values that --vary takes, as in 2..1024");
    if (!command.vary && !command.over.empty())
        throw UsageError("--vary is missing: it names the parameter that is varied over --over");
    if (app->count("--n") == 0 && (!command.vary || command.vary->name != "n"))
        throw UsageError("--n is missing: it is the picture's side in pixels, as in --n 16384");
    return command;
}

}  // namespace mariani::app
