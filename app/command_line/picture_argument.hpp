// A command's picture argument.
#pragma once

#include "app/files/picture_file.hpp"

namespace mariani::app {

// Like read_picture, with settings valid on this machine; notices go to stderr.
RestoredPicture restore_picture(const std::filesystem::path& path);

}  // namespace mariani::app
