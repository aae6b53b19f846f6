// The program's own data: the folders shaders/ and assets/.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace mariani::app {

// Where the data is looked for, in this order: $MARIANI_DATA; what was installed with the program
// (share/mariani beside its folder bin); the source tree it was built from.
std::vector<std::filesystem::path> data_roots();

// The path of a data file or folder, as "shaders/picture.frag" or "assets/views". Throws
// std::runtime_error that names every place searched.
std::filesystem::path data_file(std::string_view relative);

}  // namespace mariani::app
