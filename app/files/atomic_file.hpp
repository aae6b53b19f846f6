// Files that appear whole or not at all (render's, which writes its pictures so), and what else
// the program's files need.
#pragma once

#include "render/files/atomic_file.hpp"
#include "render/files/regular_file.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace mariani::app {

using render::AtomicFile;
using render::read_whole_file;
using render::writable_place;
using render::write_whole_file;

// As read_whole_file, for files that are kept aside when they are damaged: one that is too large
// is damaged, so this throws std::invalid_argument.
std::string read_own_file(const std::filesystem::path& path, std::int64_t most_bytes);

// Moves a damaged file out of the way, to PATH.damaged-1, -2 …: the first that is free. Returns
// where it is now.
std::filesystem::path keep_aside(const std::filesystem::path& path);

}  // namespace mariani::app
