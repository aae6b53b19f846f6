// The settings with which a poster is looked at.
#pragma once

#include "app/produce/pyramid/pyramid_folder.hpp"
#include "app/settings/settings.hpp"

namespace mariani::app {

// Takes a poster's engine, dwell limit and colours, and makes the Mandelbrot set what is shown.
// What belongs to this machine stays, as does the view.
void show_poster(Settings& settings, const PyramidManifest& manifest);

}  // namespace mariani::app
