// A command's picture argument.
#pragma once

#include "app/files/picture_file.hpp"

namespace mariani::app {

// Like read_picture, with settings valid on this machine; notices go to stderr. Throws UsageError
// if it is of another workload than the Mandelbrot set.
RestoredPicture restore_picture(const std::filesystem::path& path);

}  // namespace mariani::app
