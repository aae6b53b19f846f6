// A picture that remembers how it was made: a PNG with its settings as text.
#pragma once

#include "app/settings/settings.hpp"
#include "compute/model/engine_stats.hpp"
#include "render/picture/png.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

struct RestoredPicture {
    Settings settings;                 // what made the picture, on top of those given
    std::optional<ImageSize> size;     // nothing of a location
    std::vector<std::string> notices;  // for the user: an embedded palette was unpacked, …
};

// A picture's PNG texts: the settings as asked for, and a description of what was computed. A
// palette from the user's own file is embedded with its colours. Throws std::runtime_error if that
// file cannot be read.
std::vector<render::PngText> picture_texts(const Settings& settings, ImageSize size,
                                           const FramePlan& computed);

// How the dwells of a deep picture were proven, for one that is finished; none of another picture.
std::vector<render::PngText> proof_texts(const FramePlan& computed, const EngineStats& stats);

// Those of a picture of another workload than the Mandelbrot set; `title` is a line that describes
// it. `altered`: a user changed it on the way, so that the settings lead to another one.
std::vector<render::PngText> picture_texts(const Settings& settings, ImageSize size,
                                           const std::string& title, bool altered = false);

// Whether a PNG has such texts. Throws std::runtime_error: no such file, or not a PNG.
bool holds_settings(const std::filesystem::path& path);

// Whether read_picture() may know what to do with a file, by its name's end.
bool is_picture_name(const std::filesystem::path& path);

// Reads them back, exactly; settings that do not affect a picture (folders, window) stay as in
// `base`. An embedded palette whose file is missing here, or differs, is unpacked into the user's
// data folder. Throws std::runtime_error: no such file, not a PNG, damaged, or not made by mariani.
// It reads the view and the dwell limit of another program's location (location_file.hpp).
RestoredPicture read_picture(const std::filesystem::path& path, const Settings& base = {});

}  // namespace mariani::app
