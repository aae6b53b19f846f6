// A command's file arguments, checked before it computes anything.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace mariani::app {

struct FileArgument {
    std::string_view option;
    std::optional<std::filesystem::path> path;  // if given
};

// Throws std::runtime_error if an output cannot be written, and UsageError if two outputs, or an
// output and the input, are the same file, even under different names or through links.
void check_file_arguments(std::string_view command, const std::vector<FileArgument>& outputs,
                          const std::optional<std::filesystem::path>& input = {});

}  // namespace mariani::app
