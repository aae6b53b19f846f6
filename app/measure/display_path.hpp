// How a frame's dwells reach OpenGL.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace mariani::app {

struct DisplayPath {
    enum class Kind {
        upload,   // the processor computed them: from host memory
        staged,   // a GPU computed them: copied through host memory
        interop,  // a GPU computed them, and they stay in its memory
    };
    Kind kind = Kind::upload;
    std::string reason;  // why this one
};

// The user's choice for GPU frames; `automatic`: interop if it works, else staged.
enum class DisplayChoice { automatic, interop, staged };

inline constexpr std::array<std::pair<DisplayChoice, std::string_view>, 3> display_choice_names{
    {{DisplayChoice::automatic, "auto"},
     {DisplayChoice::interop, "interop"},
     {DisplayChoice::staged, "staged"}}};

constexpr std::string_view path_name(DisplayPath::Kind kind) {
    constexpr std::array<std::string_view, 3> names{"upload", "staged", "interop"};
    return names[static_cast<std::size_t>(kind)];
}

}  // namespace mariani::app
