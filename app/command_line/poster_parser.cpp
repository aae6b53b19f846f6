#include "app/command_line/command_parser.hpp"
#include "app/command_line/poster_exports.hpp"
#include "app/produce/pyramid/shape.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace mariani::app {
namespace {

// A side, or WxH.
ImageSize poster_size(const std::string& text) {
    if (text.find('x') != std::string::npos) return size_of("--size", text, pyramid_sides);
    const auto side = parse_integer(text);
    if (!side || !pyramid_sides.holds(*side))
        reject_option("--size", text,
                      fmt::format("N or WxH in pixels, each from {} to {}, as in 20000x28000",
                                  pyramid_sides.min, pyramid_sides.max));
    return {*side, *side};
}

constexpr IntegerRange levels{0, 31};

// "all", "3", "3.." or "3..5"; level 0 is the largest.
void take_levels(const std::string& text, PosterCommand& command) {
    if (text == "all") return;
    const auto dots = text.find("..");
    const auto first = parse_integer(text.substr(0, dots));
    std::optional<int> last = first;
    if (dots != std::string::npos)
        last = dots + 2 == text.size() ? levels.max : parse_integer(text.substr(dots + 2));
    if (!first || !last || *first > *last || !levels.holds(*first) || !levels.holds(*last))
        reject_option("--levels", text, "all, 3, 3.. or 3..5, of which level 0 is the largest");
    command.first_level = *first;
    if (!text.ends_with("..")) command.last_level = *last;
}

// "2/8": the third of eight.
void take_part(const std::string& text, PosterCommand& command) {
    constexpr IntegerRange all{1, 1'000'000};
    const auto slash = text.find('/');
    const auto part = parse_integer(text.substr(0, slash));
    const auto parts =
        slash == std::string::npos ? std::nullopt : parse_integer(text.substr(slash + 1));
    if (!part || !parts || !all.holds(*parts) || *part < 0 || *part >= *parts)
        reject_option("--part", text, "I/N: of two parts, they are 0/2 and 1/2");
    command.part = *part;
    command.parts = *parts;
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

constexpr IntegerRange ports{0, 65535};

// "3", "3mm".
std::optional<double> millimetres_of(std::string text) {
    if (text.ends_with("mm")) text.resize(text.size() - 2);
    return parse_real(text);
}

// "841x1189mm", "841x1189", "A0": each next one is half as large.
std::optional<std::pair<double, double>> paper_of(const std::string& text) {
    constexpr IntegerRange sizes{0, 10};
    const auto number = text.starts_with('A') ? parse_integer(text.substr(1)) : std::nullopt;
    if (number && sizes.holds(*number)) {
        std::pair<int, int> paper{841, 1189};
        for (int i = 0; i < *number; ++i) paper = {paper.second / 2, paper.first};
        return paper;
    }
    const auto cross = text.find('x');
    if (cross == std::string::npos) return std::nullopt;
    const auto width = millimetres_of(text.substr(0, cross));
    const auto height = millimetres_of(text.substr(cross + 1));
    return width && height ? std::optional(std::pair(*width, *height)) : std::nullopt;
}

// "841x1189mm@300", "A0@300", "A0".
PrintSize print_of(const std::string& text) {
    const auto at = text.find('@');
    const auto paper = paper_of(text.substr(0, at));
    PrintSize print;
    const auto dpi =
        at == std::string::npos ? print.pixels_per_inch : parse_real(text.substr(at + 1));
    if (!paper || !dpi)
        reject_option("--print", text,
                      "a size in mm and pixels per inch, as in 841x1189mm@300 or A0@300");
    std::tie(print.width_mm, print.height_mm) = *paper;
    print.pixels_per_inch = *dpi;
    return print;
}

// "1920x1080+300+200".
PixelRect crop_of(const std::string& text) {
    constexpr const char* option = "--crop";
    const auto first = text.find('+'), second = text.rfind('+');
    if (first == std::string::npos || first == second)
        reject_option(option, text, "WxH+X+Y in pixels of the level, as in 1920x1080+300+200");
    constexpr IntegerRange places{0, pyramid_sides.max - 1}, sides{1, pyramid_sides.max};
    const auto [width, height] = size_of(option, text.substr(0, first), sides);
    return {integer_of(option, text.substr(first + 1, second - first - 1), places),
            integer_of(option, text.substr(second + 1), places), width, height};
}

void add_export_options(OptionParser& parser, PosterExports& exports) {
    parser.group("Export");
    add_choice<ExportKind>(parser, "--export",
                           "Write a finished poster as a picture for print shops (tiff) or for all "
                           "else (png), or as a folder for web servers and browsers (dzi)",
                           [&](ExportKind kind) { exports.kind = kind; });
    parser.add_text("--to", "FILE|DIR",
                    "Where to (default: beside the poster, its name with .tif, .png or -dzi)",
                    [&](const std::string& text) { exports.to = text; });
    parser.add_text(
        "--level", "N", "Which level: 0 is the largest, each has half the size (default: 0)",
        [&](const std::string& text) { exports.level = integer_of("--level", text, levels); });
    parser.add_text("--crop", "WxH+X+Y",
                    "A rectangle of the level, in its pixels from the top left",
                    [&](const std::string& text) { exports.crop = crop_of(text); });
    parser.add_flag(
        "--no-smooth-down", [&] { exports.smooth_down = false; },
        "Show levels but 0 as `render` does: otherwise their pixels are the means, in linear "
        "light, of those of the next finer level");
    parser.add_text(
        "--print", "WxHmm@DPI",
        "The size on paper, as 841x1189mm@300 or A0@300: the poster's middle is cut to this shape "
        "and reduced to so many pixels per inch (default: 300)",
        [&](const std::string& text) { exports.print = print_of(text); });
    parser.add_text("--bleed", "MM", "So much more of the poster beyond each edge, for the trimmer",
                    [&](const std::string& text) {
                        exports.bleed_mm = millimetres_of(text);
                        if (!exports.bleed_mm)
                            reject_option("--bleed", text, "a length in mm, as in 3mm");
                    });
    parser.add_text(
        "--dpi", "N", "Pixels per inch of what is no --print, as the file says",
        [&](const std::string& text) { exports.pixels_per_inch = real_of("--dpi", text); });
    parser.add_text("--profile", "FILE.icc",
                    "Convert the colours into this RGB profile and embed it (default: sRGB)",
                    [&](const std::string& text) { exports.profile = text; });
    add_name(parser, "--compression",
             "How a TIFF is compressed (default: lzw, which all printers read)", {"lzw", "deflate"},
             [&](std::size_t place) { exports.deflate = place == 1; });
}

void add_server_options(OptionParser& parser, PosterExports& exports) {
    parser.group("Server");
    parser.add_flag("--serve", exports.serve,
                    "Show the poster in a browser, also while it is computed, until Ctrl+C");
    parser.add_text(
        "--port", "N", "(default: 8000; 0: any that is free)",
        [&](const std::string& text) { exports.port = integer_of("--port", text, ports); });
    parser.add_text(
        "--listen", "ADDRESS",
        "An address of this machine: who reaches it sees the poster (default: 127.0.0.1, this "
        "machine alone)",
        [&](const std::string& text) { exports.address = text; });
}

void check_needs(const OptionParser& parser, bool fulfilled, std::string_view need,
                 std::initializer_list<const char*> options) {
    for (const char* option : options)
        if (!fulfilled && parser.given(option))
            throw UsageError(fmt::format("{} needs {}", option, need));
}

void check_excludes(const OptionParser& parser, bool given, std::string_view other,
                    std::initializer_list<const char*> options) {
    for (const char* option : options)
        if (given && parser.given(option))
            throw UsageError(fmt::format("{} and {} exclude each other", other, option));
}

void check_ending(const std::filesystem::path& file, std::initializer_list<const char*> endings,
                  std::string_view other) {
    const auto ending = file.extension();
    if (std::ranges::find(endings, ending) == endings.end())
        reject_option("--to", file.string(),
                      fmt::format("a name ending in {}; {}", fmt::join(endings, " or "), other));
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
    parser.add_text("--size", "N|WxH",
                    "In pixels, up to 4194304 (default: 16384). With --samples S, S times as many "
                    "a side are computed and kept, and an exported picture has their means",
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
    add_colour_options(
        parser, command.colours,
        "Colours without bands, if the poster was made with --smooth: it takes up to a byte a "
        "pixel on disk");
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

void add_poster_exports(OptionParser& parser, PosterExports& exports) {
    add_export_options(parser, exports);
    add_server_options(parser, exports);
}

void complete_poster_exports(const OptionParser& parser, PosterExports& exports) {
    if (exports.print) {
        exports.print->bleed_mm = exports.bleed_mm.value_or(0);
        if (const auto why = why_invalid(*exports.print)) throw UsageError("--print: " + *why);
        if (!exports.kind) exports.kind = ExportKind::tiff;
    }
    if (exports.to && exports.kind == ExportKind::tiff)
        check_ending(*exports.to, {".tif", ".tiff"}, "--export png makes .png");
    if (exports.to && exports.kind == ExportKind::png)
        check_ending(*exports.to, {".png"}, "--export tiff makes .tif");
    check_excludes(parser, exports.print.has_value(), "--print", {"--level", "--crop", "--dpi"});
    check_excludes(parser, exports.serve, "--serve", {"--export", "--print"});
    check_excludes(parser, exports.kind == ExportKind::dzi, "--export dzi",
                   {"--level", "--crop", "--print", "--dpi", "--profile"});
    check_needs(parser, exports.print.has_value(), "--print", {"--bleed"});
    check_needs(parser, exports.kind.has_value(), "--export",
                {"--to", "--level", "--crop", "--dpi", "--profile"});
    check_needs(parser, exports.kind == ExportKind::tiff, "--export tiff", {"--compression"});
    check_needs(parser, exports.wanted(), "--export or --serve", {"--no-smooth-down"});
    check_needs(parser, exports.serve, "--serve", {"--port", "--listen"});
    constexpr double least_dpi = 1, most_dpi = 100'000;
    if (const auto dpi = exports.pixels_per_inch; dpi && !(least_dpi <= *dpi && *dpi <= most_dpi))
        throw UsageError(fmt::format("--dpi must be from {:g} to {:g}", least_dpi, most_dpi));
}

}  // namespace mariani::app
