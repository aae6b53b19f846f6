#include "app/files/table_file.hpp"

#include "app/files/atomic_file.hpp"

#include <fmt/core.h>

namespace mariani::app {

void write_table(const std::filesystem::path& path, std::string_view table) {
    try {
        write_whole_file(path, table);
    } catch (...) {
        fmt::print("{}{}", table, table.ends_with('\n') ? "" : "\n");
        throw;
    }
}

}  // namespace mariani::app
