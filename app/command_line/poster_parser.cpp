#include "app/command_line/command_parser.hpp"
#include "app/produce/pyramid/shape.hpp"
#include "compute/model/limits.hpp"

#include <charconv>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// A side, or WxH.
ImageSize poster_size(const std::string& text) {
    if (text.find('x') != std::string::npos) return size_of("--size", text, pyramid_sides);
    const int side = integer_of("--size", text, pyramid_sides);
    return {side, side};
}

// "all", "3", "3.." or "3..5"; level 0 is the largest.
void take_levels(const std::string& text, PosterCommand& command) {
    if (text == "all") return;
    constexpr IntegerRange levels{0, 31};
    const auto dots = text.find("..");
    command.first_level = integer_of("--levels", text.substr(0, dots), levels);
    if (dots == std::string::npos)
        command.last_level = command.first_level;
    else if (dots + 2 < text.size())
        command.last_level =
            integer_of("--levels", text.substr(dots + 2), {command.first_level, levels.max});
}

// "2/8": the third of eight.
void take_part(const std::string& text, PosterCommand& command) {
    constexpr IntegerRange parts{1, 1'000'000};
    const auto slash = text.find('/');
    if (slash == std::string::npos)
        reject_option("--part", text, "i/n, the parts being 0/n to (n - 1)/n");
    command.parts = integer_of("--part", text.substr(slash + 1), parts);
    command.part = integer_of("--part", text.substr(0, slash), {0, command.parts - 1});
}

void add_work_options(OptionParser& parser, PosterCommand& command) {
    parser.group("Work");
    parser.add_texts(
        "--devices", "all|LIST",
        "GPUs by number, and `cpu` for the processor (default: all GPUs, or the processor where "
        "there is none)",
        [&](const std::vector<std::string>& devices) { command.devices = devices; }, ',');
    parser.add_text("--part", "I/N",
                    "Compute one of N parts, 0/N to (N-1)/N: each a job of its own, on any machine "
                    "that writes to the folder",
                    [&](const std::string& text) { take_part(text, command); });
    parser.add_text("--levels", "all|N|N..|N..M",
                    "Compute these levels only; level 0 is the largest, each has half the size",
                    [&](const std::string& text) { take_levels(text, command); });
    parser.add_text("--minutes", "M", "Stop after M minutes, with exit status 3 if incomplete",
                    [&](const std::string& text) {
                        command.minutes = real_of("--minutes", text);
                        if (*command.minutes <= 0)
                            reject_option("--minutes", text, "a number above 0");
                    });
    parser.add_flag("--estimate", command.estimate,
                    "Print what the poster will take, and make nothing");
    parser.add_flag("--check", command.check,
                    "Read all that is there and remove what is damaged; exit status 1 if anything "
                    "was");
}

}  // namespace

CommandLine parse_poster(std::span<const std::string> arguments) {
    auto parser = new_parser("poster");
    PosterCommand command;
    std::optional<std::filesystem::path> made, existing;
    parser.group("Poster");
    parser.add_text("DIR", "", "A poster that exists, to be continued or checked",
                    [&](const std::string& text) { existing = text; });
    parser.add_text("-o,--output", "DIR", "The folder to make, or to continue with equal options",
                    [&](const std::string& text) { made = text; });
    parser.add_text("--like", "FILE.png", "Use the view and settings of a picture made by mariani",
                    [&](const std::string& text) { command.picture = text; });
    parser.add_text("--size", "N|WxH", "In pixels, up to 4194304 (default: 16384)",
                    [&](const std::string& text) { command.size = poster_size(text); });
    parser.add_text(
        "--cell", "N",
        "Side of the pieces that are computed and stored one by one, a power of two "
        "(default: 8192 with a GPU, else 2048)",
        [&](const std::string& text) { command.cell = integer_of("--cell", text, pyramid_cells); });
    add_work_options(parser, command);
    add_view_options(parser, command.edits);
    add_engine_choice(parser, command.edits);
    add_engine_options(parser, command.edits);
    add_colour_options(parser, command.colours);
    add_poster_exports(parser, command.exports);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    if (made && existing)
        throw UsageError("-o and a poster are given: -o makes a new one, DIR alone continues it");
    if (!made && !existing)
        throw UsageError("-o is missing: it names the folder to make, as in -o set");
    complete_poster_exports(parser, command.exports);
    command.folder = made.value_or(existing.value_or(""));
    command.view_given = made.has_value();
    if (existing && (command.size || command.cell || command.picture || !command.edits.empty()))
        throw UsageError(
            "a poster that exists keeps its view, size and settings: give them with -o, for a new "
            "one");
    if (made && command.exports.wanted())
        throw UsageError("what is exported or served is a poster that exists: name it without -o");
    if (existing && !command.exports.wanted() && !command.colours.empty())
        throw UsageError(
            "colours are those of what is exported or served: add --export or --serve");
    check_picture(command.picture);
    return command;
}

}  // namespace mariani::app
