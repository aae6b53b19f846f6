#include "app/command_line/command_parser.hpp"

#include "app/command_line/help.hpp"
#include "app/command_line/workload_commands.hpp"
#include "app/files/picture_file.hpp"
#include "compute/model/printable.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mariani::app {

void add_name(OptionParser& parser, const std::string& option, const std::string& description,
              Names names, UsePlace use) {
    const std::string value = fmt::format("{}", fmt::join(names, "|"));
    parser.add_text(option, value, description, [=](const std::string& text) {
        const auto found = std::ranges::find(names, text);
        if (found == names.end())
            reject_option(option, text, fmt::format("one of {}", fmt::join(names, ", ")));
        use(static_cast<std::size_t>(found - names.begin()));
    });
}

void add_name_list(OptionParser& parser, const std::string& option, const std::string& description,
                   Names names, UsePlace use) {
    const auto use_one = [=](const std::string& text) {
        const auto found = std::ranges::find(names, text);
        if (found == names.end() && text != "all")
            reject_option(option, text,
                          fmt::format("one or more of {}, all", fmt::join(names, ", ")));
        for (std::size_t place = 0; place < names.size(); ++place)
            if (text == "all" || text == names[place]) use(place);
    };
    parser.add_texts(
        option, "LIST", description,
        [=](const std::vector<std::string>& texts) { std::ranges::for_each(texts, use_one); }, ',');
}

void add_file(OptionParser& parser, const std::string& names, const std::string& value,
              const std::string& description, std::optional<std::filesystem::path>& file,
              std::vector<std::string> extensions) {
    const std::string option = names.substr(0, names.find(','));
    parser.add_text(names, value, description, [=, &file](const std::string& text) {
        const auto extension = std::filesystem::path(text).extension().string();
        if (std::ranges::find(extensions, extension) == extensions.end())
            reject_option(option, text,
                          fmt::format("a file name ending in {}", fmt::join(extensions, " or ")));
        file = text;
    });
}

void add_trace(OptionParser& parser, std::optional<std::filesystem::path>& trace) {
    add_file(
        parser, "--trace-json", "FILE.json",
        "Also run once more, and write which thread or multiprocessor computed what, and when, "
        "for Perfetto or Tracy",
        trace, {".json"});
}

void add_gain_files(OptionParser& parser, GainFiles& files) {
    add_file(parser, "--curves", "FILE.png", "Draw S against n, g, r and B near the best",
             files.picture, {".png"});
    add_file(parser, "--curves-out", "FILE.csv", "Write these curves, one row per point",
             files.table, {".csv"});
}

void add_picture(OptionParser& parser, std::optional<std::filesystem::path>& picture) {
    parser.group("Picture");
    parser.add_text("FILE.png", "",
                    "A picture made by mariani, for its view and settings; or a location of Kalles "
                    "Fraktaler (.kfr), rust-fractal or Fraktaler-3 (.toml)",
                    [&picture](const std::string& text) { picture = text; });
}

void add_tuned(OptionParser& parser, bool& tuned) {
    parser.group("Engine");
    parser.add_flag("--tuned", tuned,
                    "Use g, r, B and the block remembered for views like this one on this device");
}

void check_tuned(const OptionParser& parser, bool tuned) {
    for (const char* option : {"--g", "--r", "--B", "--block"})
        if (tuned && parser.given(option))
            throw UsageError(
                fmt::format("--tuned uses the remembered g, r, B and block: leave out {}", option));
}

void check_picture(const std::optional<std::filesystem::path>& picture) {
    if (!picture || is_picture_name(*picture)) return;
    const std::string text = picture->string();
    if (std::ranges::find(command_names, text) != command_names.end())
        throw UsageError(
            fmt::format("the command {} must come first: mariani {} [OPTIONS]", text, text));
    throw UsageError(fmt::format("{} is neither a command ({}) nor a .png, .kfr or .toml file",
                                 in_quotes(text), fmt::join(command_names, ", ")));
}

OptionParser new_parser(std::string_view command) {
    return new_parser(command, description_of(command), examples_of(command));
}

OptionParser new_parser(std::string_view command, std::string_view description,
                        std::string_view examples) {
    OptionParser parser(command.empty() ? "mariani" : fmt::format("mariani {}", command),
                        description, examples);
    // Taken out before anything is parsed: here it is only described.
    if (const auto names = workloads_of(command); names.size() > 1)
        parser.add_text("--workload", fmt::format("{}", fmt::join(names, "|")),
                        "What is computed; each workload has its own options: see its --help",
                        [](const std::string&) {});
    return parser;
}

}  // namespace mariani::app
