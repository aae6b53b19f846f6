// Tables of what was measured: none is lost with its file.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace mariani::app {

// Calls write(), which is to write the table. Where that fails the table is printed to stdout, and
// what was thrown is thrown again.
void keep_table(std::string_view table, const std::function<void()>& write);

// The same for a file that appears whole or not at all.
void write_table(const std::filesystem::path& path, std::string_view table);

}  // namespace mariani::app
