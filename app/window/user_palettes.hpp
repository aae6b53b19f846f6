// The palettes in the user's folder of palettes: those saved from the editor, and those that came
// with pictures.
#pragma once

#include "app/window/window_state.hpp"
#include "render/picture/palette.hpp"

#include <string>

namespace mariani::app {

// Makes the library know them; one that cannot be read is told.
void load_user_palettes(WindowState& state, render::PaletteLibrary& palettes);

// Saves the palette in use as NAME.gpl there, and uses that. Throws std::invalid_argument if a file
// cannot be called so, and std::runtime_error if there is one already or it cannot be written.
void save_palette(const std::string& name, WindowState& state, render::PaletteLibrary& palettes);

}  // namespace mariani::app
