// The picture that a command is given.
#pragma once

#include "app/files/picture_file.hpp"

namespace mariani::app {

// As read_picture, with settings that hold on this machine; what there is to tell goes to stderr.
RestoredPicture restore_picture(const std::filesystem::path& path);

}  // namespace mariani::app
