#include "app/produce/export_names.hpp"

#include "app/files/folders.hpp"

#include <ctime>
#include <stdexcept>
#include <string>
#include <system_error>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace mariani::app {
namespace {

std::filesystem::path folder_of(const ExportSettings& exports) {
    if (exports.folder.empty()) return pictures_folder();
    const std::filesystem::path folder = exports.folder;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw std::runtime_error(fmt::format("the folder {} cannot be made ({}): choose another",
                                             folder.string(), error.message()));
    return folder;
}

}  // namespace

std::filesystem::path ExportNames::next(const ExportSettings& exports, std::string_view ending) {
    const std::filesystem::path folder = folder_of(exports);
    const std::string stem =
        fmt::format("mariani-{:%Y%m%d-%H%M%S}", fmt::localtime(std::time(nullptr)));
    std::filesystem::path path = folder / fmt::format("{}{}", stem, ending);
    for (int i = 2; given_.contains(path) || std::filesystem::exists(path); ++i)
        path = folder / fmt::format("{}-{}{}", stem, i, ending);
    given_.insert(path);
    return path;
}

}  // namespace mariani::app
