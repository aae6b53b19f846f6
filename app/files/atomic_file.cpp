#include "app/files/atomic_file.hpp"

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

#include <fmt/core.h>

namespace mariani::app {
namespace fs = std::filesystem;

std::string read_whole_file(const fs::path& path, std::size_t most_bytes) {
    const auto refuse_read = [&path](std::string_view why) {
        throw std::runtime_error(fmt::format("cannot read {}: {}", path.string(), why));
    };
    std::error_code error;
    const auto status = fs::status(path, error);
    if (!fs::exists(status)) refuse_read("there is no such file");
    if (!fs::is_regular_file(status)) refuse_read("it is not a regular file");
    std::ifstream file(path, std::ios::binary);
    if (!file) refuse_read(std::generic_category().message(errno));
    std::string text(most_bytes + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file.bad()) refuse_read("it could not be read to its end");
    text.resize(static_cast<std::size_t>(file.gcount()));
    if (text.size() > most_bytes)
        refuse_read(fmt::format("it is larger than the {} bytes such a file may have", most_bytes));
    return text;
}

fs::path keep_aside(const fs::path& path) {
    for (int number = 1;; ++number) {
        fs::path aside = path;
        aside += fmt::format(".damaged-{}", number);
        // link() refuses a name that is taken, so nothing is ever overwritten.
        if (link(path.c_str(), aside.c_str()) == 0) {
            unlink(path.c_str());
            return aside;
        }
        if (errno == EEXIST) continue;
        std::error_code error;
        if (fs::exists(fs::symlink_status(aside, error))) continue;
        if (std::rename(path.c_str(), aside.c_str()) != 0)
            throw std::runtime_error(fmt::format("cannot move {} to {}: {}", path.string(),
                                                 aside.string(),
                                                 std::generic_category().message(errno)));
        return aside;  // a file system without hard links
    }
}

}  // namespace mariani::app
