// The pixels of a picture, in which points of the distribution `picture` lie.
#pragma once

#include "compute/service/points_request.hpp"

#include <filesystem>
#include <memory>

namespace mariani::app {

// How bright its pixels are, as people see it. Throws std::runtime_error that names the file: it is
// no PNG, or has more than 4096 x 4096 pixels.
std::shared_ptr<const points::Picture> pixels_of(const std::filesystem::path& file);

}  // namespace mariani::app
