// The program's own data: the folders shaders/ and assets/.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace mariani::app {

// Where data is searched, in this order: $MARIANI_DATA; where it is installed with the program
// (share/mariani next to its bin folder); the source tree it was built from.
std::vector<std::filesystem::path> data_roots();

// The path of a data file or folder such as "shaders/picture.frag" or "assets/views". Throws a
// std::runtime_error that names every place searched.
std::filesystem::path data_file(std::string_view relative);

}  // namespace mariani::app
