// A command's file arguments, checked before it computes anything, and what its options make of a
// picture among them.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/files/picture_file.hpp"

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

// Like read_picture, with settings valid on this machine; notices go to stderr. Throws UsageError
// if it is of another workload than the Mandelbrot set.
RestoredPicture restore_picture(const std::filesystem::path& path);

// Applies a command's options. If they give a view whose centre lacks digits, a line on stderr says
// how many the height needs.
void apply_and_notice(const SettingsEdits& edits, Settings& settings);

// The settings of the picture, or the usual ones, with the options applied so.
Settings settings_of(const std::optional<std::filesystem::path>& picture,
                     const SettingsEdits& edits);

// Says on stderr if a picture of this size would show nothing of the view (why_indistinct).
void notice_indistinct(const FrameRequest& request);

}  // namespace mariani::app
