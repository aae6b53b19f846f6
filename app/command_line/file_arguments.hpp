// The files that a command was given, checked before it computes anything.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace mariani::app {

struct FileArgument {
    std::string_view option;
    std::optional<std::filesystem::path> path;  // where it was given
};

// Throws std::runtime_error where one of the outputs cannot be written, and UsageError where two of
// them, or an output and the input, are one file: under different names and through links, too.
void check_file_arguments(std::string_view command, const std::vector<FileArgument>& outputs,
                          const std::optional<std::filesystem::path>& input = {});

}  // namespace mariani::app
