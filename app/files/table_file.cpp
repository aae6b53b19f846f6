#include "app/files/table_file.hpp"

#include "app/files/atomic_file.hpp"

#include <system_error>

#include <fmt/core.h>

namespace mariani::app {

void keep_table(std::string_view table, const std::function<void()>& write) {
    try {
        write();
    } catch (...) {
        try {
            fmt::print("{}{}", table, table.ends_with('\n') ? "" : "\n");
        } catch (const std::system_error&) {  // stdout is as full: the file's failure is told
        }
        throw;
    }
}

void write_table(const std::filesystem::path& path, std::string_view table) {
    keep_table(table, [&] { write_whole_file(path, table); });
}

}  // namespace mariani::app
