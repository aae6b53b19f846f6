// The folder and names of exported files.
#pragma once

#include "app/settings/settings.hpp"

#include <filesystem>
#include <set>
#include <string_view>

namespace mariani::app {

class ExportNames {
  public:
    // FOLDER/mariani-YYYYMMDD-HHMMSS, then -2, -3 ... if that is taken, then the extension
    // (".png"). The folder is from the settings, and created if necessary. Never names an existing
    // file, nor the same one twice. Throws std::runtime_error if the folder cannot be created.
    std::filesystem::path next(const ExportSettings& exports, std::string_view ending);

  private:
    std::set<std::filesystem::path> given_;  // their files may not exist yet
};

}  // namespace mariani::app
