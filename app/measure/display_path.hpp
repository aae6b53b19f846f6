// How a frame's dwells come to where OpenGL draws them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace mariani::app {

struct DisplayPath {
    enum class Kind {
        upload,   // the processor computed them: from main memory
        staged,   // a GPU computed them: through main memory
        interop,  // a GPU computed them, and they never leave it
    };
    Kind kind = Kind::upload;
    std::string reason;  // why this one
};

// What the user wants of GPU frames; `automatic`: interop where it works, else staged.
enum class DisplayChoice { automatic, interop, staged };

inline constexpr std::array<std::pair<DisplayChoice, std::string_view>, 3> display_choice_names{
    {{DisplayChoice::automatic, "auto"},
     {DisplayChoice::interop, "interop"},
     {DisplayChoice::staged, "staged"}}};

constexpr std::string_view name_of(DisplayPath::Kind kind) {
    constexpr std::array<std::string_view, 3> names{"upload", "staged", "interop"};
    return names[static_cast<std::size_t>(kind)];
}

}  // namespace mariani::app
