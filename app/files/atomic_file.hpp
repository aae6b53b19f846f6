// Files that appear whole or not at all (render's, which writes its pictures so), and what else
// the program's files need.
#pragma once

#include "render/atomic_file.hpp"

#include <cstddef>
#include <filesystem>
#include <string>

namespace mariani::app {

using render::AtomicFile;
using render::writable_place;
using render::write_whole_file;

// The whole of a regular file of at most this many bytes; throws std::runtime_error.
std::string read_whole_file(const std::filesystem::path& path, std::size_t most_bytes);

// Moves a damaged file out of the way, to PATH.damaged-1, -2 …: the first that is free. Returns
// where it is now.
std::filesystem::path keep_aside(const std::filesystem::path& path);

}  // namespace mariani::app
