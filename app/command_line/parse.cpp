#include "app/command_line/commands.hpp"
#include "app/command_line/help.hpp"
#include "app/command_line/setting_options.hpp"
#include "app/files/setting_names.hpp"
#include "app/files/timing_log.hpp"
#include "compute/model/limits.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace mariani::app {
namespace {

using Path = std::filesystem::path;

// A text option that keeps what it is given as a path with one of these extensions.
void add_file(CLI::App& app, const std::string& names, const std::string& value,
              const std::string& description, std::optional<Path>& file,
              std::vector<std::string> extensions) {
    const std::string option = names.substr(0, names.find(','));
    add_text_option(app, names, value, description, [=, &file](const std::string& text) {
        const auto extension = Path(text).extension().string();
        if (std::ranges::find(extensions, extension) == extensions.end())
            refuse_option(option, text,
                          fmt::format("a file name ending in {}", fmt::join(extensions, " or ")));
        file = text;
    });
}

void add_picture(CLI::App& app, std::optional<Path>& picture) {
    app.option_defaults()->group("Picture");
    add_text_option(app, "FILE.png", "", "A picture made by mariani: its view and settings",
                    [&picture](const std::string& text) { picture = text; });
}

// The options whose names are known, for the message about one that is not.
std::string option_names(const CLI::App& app) {
    std::string names;
    for (const auto* option : app.get_options()) {
        if (option->get_positional()) continue;
        names += (names.empty() ? "" : ", ") + option->get_name();
    }
    return names;
}

std::string first_line(std::string_view text) {
    return std::string(text.substr(0, text.find('\n')));
}

// Parses, and says what is wrong in our words. Returns the text that was asked for instead.
std::optional<PrintText> parse_with(CLI::App& app, std::span<const std::string> arguments) {
    app.allow_extras();
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
        app.parse(std::move(reversed));
    } catch (const CLI::CallForHelp&) {
        return PrintText{app.help()};
    } catch (const CLI::CallForVersion&) {
        return PrintText{version_text() + "\n"};
    } catch (const CLI::ArgumentMismatch& error) {
        const std::string_view what = error.what();
        const auto option = what.substr(0, what.find(':'));
        throw UsageError(fmt::format("{} {}", option,
                                     what.find("received") == what.npos
                                         ? "is given without a value: it needs one"
                                         : "is given more than once: it takes one value"));
    } catch (const CLI::ParseError& error) {
        throw UsageError(first_line(error.what()));
    }
    const auto rest = app.remaining();
    if (rest.empty()) return std::nullopt;
    if (rest.front().starts_with('-'))
        throw UsageError(fmt::format("there is no option {}: the options are {}", rest.front(),
                                     option_names(app)));
    throw UsageError(
        fmt::format("\"{}\" is one argument too many: options start with -- and one "
                    "FILE.png may be named",
                    rest.front()));
}

void check_picture(const std::optional<Path>& picture) {
    if (!picture || picture->extension() == ".png") return;
    const std::string text = picture->string();
    if (std::ranges::find(command_names, text) != command_names.end())
        throw UsageError(
            fmt::format("the command {} must come first: mariani {} [OPTIONS]", text, text));
    throw UsageError(fmt::format("\"{}\" is neither a command ({}) nor a .png file", text,
                                 fmt::join(command_names, ", ")));
}

std::unique_ptr<CLI::App> new_app(std::string_view command) {
    auto app = std::make_unique<CLI::App>(
        std::string(description_of(command)),
        command.empty() ? "mariani" : fmt::format("mariani {}", command));
    app->set_help_flag("-h,--help", "Print this help");
    app->set_version_flag("--version", version_text(), "Print the version");
    app->footer(std::string(examples_of(command)));
    return app;
}

// "ex,ask" and a repeated option alike.
template <typename E>
void add_list(CLI::App& app, const std::string& option, const std::string& description,
              std::vector<E>& list, const std::vector<E>& all) {
    app.add_option_function<std::vector<std::string>>(
           option,
           [=, &list](const std::vector<std::string>& texts) {
               for (const auto& text : texts) {
                   const auto value = setting_named<E>(text);
                   const bool known = value && std::ranges::find(all, *value) != all.end();
                   if (text != "all" && !known) {
                       std::string names;
                       for (const E each : all) names += std::string(setting_name(each)) + ", ";
                       refuse_option(option, text, "one or more of " + names + "all");
                   }
                   for (const E each : text == "all" ? all : std::vector<E>{*value})
                       if (std::ranges::find(list, each) == list.end()) list.push_back(each);
               }
           },
           description)
        ->type_name("LIST")
        ->delimiter(',')
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CommandLine parse_window(std::span<const std::string> arguments) {
    const auto app = new_app("");
    WindowCommand command;
    add_picture(*app, command.picture);
    add_view_options(*app, command.edits);
    add_engine_choice(*app, command.edits);
    add_engine_options(*app, command.edits);
    add_colour_options(*app, command.edits);
    app->option_defaults()->group("Window");
    add_file(*app, "--replay", "FILE.json", "Play recorded input, then quit", command.replay,
             {".json"});
    if (auto text = parse_with(*app, arguments)) return *text;
    check_picture(command.picture);
    return command;
}

CommandLine parse_render(std::span<const std::string> arguments) {
    const auto app = new_app("render");
    RenderCommand command;
    std::optional<Path> output;
    add_picture(*app, command.picture);
    app->option_defaults()->group("Output");
    add_file(*app, "-o,--output", "FILE.png", "The picture to write", output, {".png"});
    add_text_option(*app, "--size", "WxH", "In pixels; 1024x1024 unless told",
                    [&](const std::string& text) {
                        command.size = size_of("--size", text, limits::export_side);
                    });
    add_file(*app, "--dwell-out", "FILE.npy", "Also write the dwells: uint32, shape (H, W)",
             command.dwells, {".npy"});
    add_file(*app, "--regions-out", "FILE.csv", "Also write the regions, a row each",
             command.regions, {".csv"});
    add_view_options(*app, command.edits);
    add_engine_choice(*app, command.edits);
    add_engine_options(*app, command.edits);
    add_colour_options(*app, command.edits);
    if (auto text = parse_with(*app, arguments)) return *text;
    check_picture(command.picture);
    if (!output) throw UsageError("-o is missing: it names the picture to write, as in -o set.png");
    command.output = *output;
    return command;
}

CommandLine parse_bench(std::span<const std::string> arguments) {
    const auto app = new_app("bench");
    BenchCommand command;
    // Measurements compare with the papers', which have no shortcuts.
    command.edits.push_back([](Settings& settings) { settings.engine.shortcuts = false; });
    add_picture(*app, command.picture);
    add_view_options(*app, command.edits);
    app->option_defaults()->group("Engine");
    const std::vector engines{EngineKind::ex, EngineKind::dp, EngineKind::ask};
    const std::vector schemes{Scheme::sbr, Scheme::mbr};
    add_list(*app, "--engine", "ex,dp,ask or all, which is what runs unless told", command.engines,
             engines);
    add_list(*app, "--scheme", "sbr,mbr or all; sbr unless told", command.schemes, schemes);
    add_engine_options(*app, command.edits);
    app->option_defaults()->group("Measurement");
    add_text_option(
        *app, "--size", "WxH", "In pixels; 1024x1024 unless told",
        [&](const std::string& text) { command.size = size_of("--size", text, limits::side); });
    add_text_option(*app, "--repeat", "N", "Measured runs of each engine; 5 unless told",
                    [&](const std::string& text) {
                        command.repeat = integer_of("--repeat", text, {1, 100'000});
                    });
    add_file(*app, "-o,--output", "FILE", "Write a row per run, .csv or .json", command.output,
             {".csv", ".json"});
    if (auto text = parse_with(*app, arguments)) return *text;
    check_picture(command.picture);
    if (command.engines.empty()) command.engines = engines;
    if (command.schemes.empty()) command.schemes = {Scheme::sbr};
    return command;
}

CommandLine parse_info(std::span<const std::string> arguments) {
    const auto app = new_app("info");
    if (auto text = parse_with(*app, arguments)) return *text;
    return InfoCommand{};
}

CommandLine parse_one(std::string_view command, std::span<const std::string> arguments) {
    if (command == "render") return parse_render(arguments);
    if (command == "bench") return parse_bench(arguments);
    if (command == "info") return parse_info(arguments);
    return parse_window(arguments);
}

}  // namespace

CommandLine parse_command_line(std::span<const std::string> arguments) {
    const bool named = !arguments.empty() &&
                       std::ranges::find(command_names, arguments.front()) != command_names.end();
    const std::string_view command = named ? std::string_view(arguments.front()) : "";
    try {
        return parse_one(command, named ? arguments.subspan(1) : arguments);
    } catch (const UsageError& error) {
        throw UsageError((named ? fmt::format("{}: ", command) : "") + error.what());
    }
}

}  // namespace mariani::app
