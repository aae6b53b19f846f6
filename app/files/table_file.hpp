// Tables of what was measured.
#pragma once

#include <filesystem>
#include <string_view>

namespace mariani::app {

// Writes the table, whole or not at all. Where that fails it is printed to stdout, so that no
// measurement is lost with its file, and what the writing threw is thrown again.
void write_table(const std::filesystem::path& path, std::string_view table);

}  // namespace mariani::app
