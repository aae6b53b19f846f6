// The options of what goes out of a poster.
#include "app/command_line/command_parser.hpp"
#include "app/command_line/poster_exports.hpp"
#include "app/produce/pyramid/shape.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr IntegerRange levels{0, 31}, ports{0, 65535};

// "3", "3mm".
double millimetres_of(std::string_view option, std::string text) {
    if (text.ends_with("mm")) text.resize(text.size() - 2);
    return real_of(option, text);
}

// "841x1189mm@300", "841x1189@300", "841x1189mm".
PrintSize print_of(const std::string& text) {
    constexpr const char* option = "--print";
    const auto cross = text.find('x'), at = text.find('@');
    if (cross == std::string::npos || (at != std::string::npos && at < cross))
        reject_option(option, text, "WxHmm@DPI, as in 841x1189mm@300");
    PrintSize print;
    print.width_mm = millimetres_of(option, text.substr(0, cross));
    print.height_mm = millimetres_of(option, text.substr(cross + 1, at - cross - 1));
    if (at != std::string::npos) print.pixels_per_inch = real_of(option, text.substr(at + 1));
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
        "The size on paper, 841x1189mm@300 for A0: the poster is cut to this shape and reduced to "
        "so many pixels per inch (default: 300)",
        [&](const std::string& text) { exports.print = print_of(text); });
    parser.add_text(
        "--bleed", "MM", "So much more beyond each edge of the print, for the trimmer",
        [&](const std::string& text) { exports.bleed_mm = millimetres_of("--bleed", text); });
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
            throw UsageError(fmt::format("poster: {} needs {}", option, need));
}

void check_excludes(const OptionParser& parser, bool given, std::string_view other,
                    std::initializer_list<const char*> options) {
    for (const char* option : options)
        if (given && parser.given(option))
            throw UsageError(fmt::format("poster: {} and {} exclude each other", other, option));
}

}  // namespace

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
