// Where exported files go and what they are called.
#pragma once

#include "app/settings.hpp"

#include <filesystem>
#include <set>
#include <string_view>

namespace mariani::app {

class ExportNames {
  public:
    // FOLDER/mariani-YYYYMMDD-HHMMSS, then -2, -3 ... where that is taken, then the ending
    // (".png"). The folder is that of the settings, made if need be. Never names a file that is
    // there, nor the same twice. Throws std::runtime_error when the folder cannot be made.
    std::filesystem::path next(const ExportSettings& exports, std::string_view ending);

  private:
    std::set<std::filesystem::path> given_;  // their files may not be there yet
};

}  // namespace mariani::app
