// What goes out of a poster: its options, and how they are carried out.
#pragma once

#include "app/produce/exports/picture_cut.hpp"
#include "app/settings/settings.hpp"

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mariani::app {

class OptionParser;

enum class ExportKind { tiff, png, dzi };

template <>
inline constexpr std::array<std::pair<ExportKind, std::string_view>, 3> text_names<ExportKind>{
    {{ExportKind::tiff, "tiff"}, {ExportKind::png, "png"}, {ExportKind::dzi, "dzi"}}};

struct PosterExports {
    std::optional<ExportKind> kind;
    std::optional<std::filesystem::path> to;  // default: the poster's name with .tif, .png or -dzi
    std::optional<int> level;                 // default: 0, the largest
    std::optional<PixelRect> crop;            // of the level; default: all of it
    std::optional<PrintSize> print;           // in place of level and crop
    std::optional<double> bleed_mm;
    std::optional<double> pixels_per_inch;  // of what is no print
    std::optional<std::filesystem::path> profile;
    bool deflate = false;     // TIFF; else LZW
    bool smooth_down = true;  // coarse levels are antialiased by finer ones

    bool serve = false;
    int port = 8000;
    std::string address = "127.0.0.1";

    bool wanted() const { return kind || serve; }
};

void add_poster_exports(OptionParser& parser, PosterExports& exports);
// After parsing: completes what is given (a print is a TIFF unless another kind is). Throws
// UsageError if options contradict each other, or one is given that needs another.
void complete_poster_exports(const OptionParser& parser, PosterExports& exports);

// Exports or serves the poster in a folder, in its own colours or as `edits` change them; nothing
// else of the settings matters. Returns the exit status; a server runs until it is interrupted,
// which is no failure. Throws UsageError and std::runtime_error.
int run_poster_exports(const std::filesystem::path& folder,
                       const std::vector<std::function<void(Settings&)>>& edits,
                       const PosterExports& exports);

}  // namespace mariani::app
