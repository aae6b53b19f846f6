#include "app/command_line/command_parser.hpp"

#include "app/command_line/help.hpp"
#include "app/command_line/workload_commands.hpp"
#include "app/files/picture_file.hpp"
#include "compute/model/printable.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mariani::app {
namespace {

using Path = std::filesystem::path;

// The names of known options, for the message about an unknown one.
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

// Names the option that has two dashes, if there is one.
[[noreturn]] void refuse_option(const CLI::App& app, const std::string& name) {
    if (const auto* meant = app.get_option_no_throw("-" + name))
        throw UsageError(fmt::format("there is no option {}: it is {}", name, meant->get_name()));
    throw UsageError(fmt::format("there is no option {}: the options are {}",
                                 printable(name, longest_quote), option_names(app)));
}

}  // namespace

void add_file(CLI::App& app, const std::string& names, const std::string& value,
              const std::string& description, std::optional<Path>& file,
              std::vector<std::string> extensions) {
    const std::string option = names.substr(0, names.find(','));
    add_text_option(app, names, value, description, [=, &file](const std::string& text) {
        const auto extension = Path(text).extension().string();
        if (std::ranges::find(extensions, extension) == extensions.end())
            reject_option(option, text,
                          fmt::format("a file name ending in {}", fmt::join(extensions, " or ")));
        file = text;
    });
}

void add_gain_files(CLI::App& app, GainFiles& files) {
    add_file(app, "--curves", "FILE.png", "Draw S against n, g, r and B near the best",
             files.picture, {".png"});
    add_file(app, "--curves-out", "FILE.csv", "Write these curves, a row per point", files.table,
             {".csv"});
}

void add_picture(CLI::App& app, std::optional<Path>& picture) {
    app.option_defaults()->group("Picture");
    add_text_option(
        app, "FILE.png", "",
        "A picture made by mariani: its view and settings; or a location of Kalles Fraktaler "
        "(.kfr) or rust-fractal (.toml)",
        [&picture](const std::string& text) { picture = text; });
}

void add_tuned(CLI::App& app, bool& tuned) {
    app.option_defaults()->group("Engine");
    app.add_flag("--tuned", tuned,
                 "g, r, B and the block as remembered for views like this one on this device");
}

void check_tuned(const CLI::App& app, bool tuned) {
    for (const char* option : {"--g", "--r", "--B", "--block"})
        if (tuned && app.count(option) > 0)
            throw UsageError(fmt::format(
                "--tuned takes g, r, B and the block from what is remembered: leave out {}",
                option));
}

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
    if (rest.front().starts_with('-')) refuse_option(app, rest.front());
    throw UsageError(
        fmt::format("{} is one argument too many: options start with -- and one "
                    "FILE.png may be named",
                    in_quotes(rest.front())));
}

void check_picture(const std::optional<Path>& picture) {
    if (!picture || is_picture_name(*picture)) return;
    const std::string text = picture->string();
    if (std::ranges::find(command_names, text) != command_names.end())
        throw UsageError(
            fmt::format("the command {} must come first: mariani {} [OPTIONS]", text, text));
    throw UsageError(fmt::format("{} is neither a command ({}) nor a .png, .kfr or .toml file",
                                 in_quotes(text), fmt::join(command_names, ", ")));
}

std::unique_ptr<CLI::App> new_parser(std::string_view command) {
    auto app = std::make_unique<CLI::App>(
        std::string(description_of(command)),
        command.empty() ? "mariani" : fmt::format("mariani {}", command));
    app->set_help_flag("-h,--help", "Print this help");
    app->set_version_flag("--version", version_text(), "Print the version");
    app->footer(std::string(examples_of(command)));
    // Taken out before anything is parsed: here it is only described.
    if (const auto names = workloads_of(command); names.size() > 1)
        app->add_option("--workload",
                        "What is computed; each has options of its own: see its --help")
            ->type_name(fmt::format("{}", fmt::join(names, "|")));
    return app;
}

}  // namespace mariani::app
