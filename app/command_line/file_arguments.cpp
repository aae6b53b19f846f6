#include "app/command_line/file_arguments.hpp"

#include "app/command_line/commands.hpp"
#include "app/files/atomic_file.hpp"

#include <system_error>

#include <fmt/core.h>

namespace mariani::app {
namespace fs = std::filesystem;
namespace {

bool is_same_file(const fs::path& one, const fs::path& other) {
    std::error_code error;
    return fs::weakly_canonical(fs::absolute(one), error) ==
               fs::weakly_canonical(fs::absolute(other), error) ||
           fs::equivalent(one, other, error);
}

}  // namespace

void check_file_arguments(std::string_view command, const std::vector<FileArgument>& outputs,
                          const std::optional<fs::path>& input) {
    struct Place {
        std::string_view option;
        fs::path path;
    };
    std::vector<Place> places;
    for (const auto& [option, path] : outputs) {
        if (!path) continue;
        const fs::path place = writable_place(*path);
        if (input && is_same_file(place, *input))
            throw UsageError(fmt::format("{}: {} names {}, which is read: name another file",
                                         command, option, path->string()));
        for (const Place& before : places)
            if (is_same_file(place, before.path))
                throw UsageError(
                    fmt::format("{}: {} and {} name the same file, {}: give each its own", command,
                                before.option, option, path->string()));
        places.push_back({option, place});
    }
}

}  // namespace mariani::app
