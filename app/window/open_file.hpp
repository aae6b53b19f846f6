// Opens what a user names or drops on the window, and lists the palettes that there are then.
#pragma once

#include "app/explore/navigator.hpp"
#include "app/window/window_state.hpp"
#include "render/picture/palette.hpp"

#include <string>
#include <vector>

namespace mariani::app {

// A screenshot's view and settings, or a palette; returns whether it is a screenshot. Throws
// std::runtime_error for other files, and where they cannot be read.
bool open_file(const std::string& path, WindowState& state, Navigator& navigator,
               render::PaletteLibrary& palettes);

bool is_recording(const std::string& path);

// The recordings that come with the program. Throws std::runtime_error if they are missing
// or cannot be listed.
std::vector<std::string> own_recordings();

// Sees that what shows the palette of the settings has its colours. Tells when it cannot be had,
// and takes the usual one instead.
void take_palette(WindowState& state, render::PaletteLibrary& palettes);

// Likewise, and lists the others.
void list_palettes(WindowState& state, render::PaletteLibrary& palettes);

}  // namespace mariani::app
