// The panels' colours: the meaning of each tone, defined once.
#pragma once

#include "compute/model/region.hpp"

#include <imgui.h>

namespace mariani::app::tone {

inline const ImVec4 text{0.91f, 0.92f, 0.94f, 1};
inline const ImVec4 brightest{1, 1, 1, 1};
inline const ImVec4 dim{0.62f, 0.65f, 0.71f, 1};  // labels, units, explanations
inline const ImVec4 faint{0.34f, 0.37f, 0.43f, 1};
inline const ImVec4 window{0.086f, 0.094f, 0.114f, 1};
inline const ImVec4 field{0.145f, 0.157f, 0.188f, 1};
inline const ImVec4 raised{0.20f, 0.217f, 0.26f, 1};
inline const ImVec4 title{0.78f, 0.804f, 0.847f, 1};       // of a section
inline const ImVec4 hairline{0.165f, 0.18f, 0.22f, 1};     // below it
inline const ImVec4 chosen{0.227f, 0.251f, 0.302f, 1};     // of several choices
inline const ImVec4 underline{0.357f, 0.561f, 0.902f, 1};  // of what is chosen; round what is first
inline const ImVec4 accent{0.24f, 0.45f, 0.80f, 1};        // how far something is
inline const ImVec4 accent_bright{0.45f, 0.66f, 0.98f, 1};
inline const ImVec4 warning{0.97f, 0.74f, 0.33f, 1};
inline const ImVec4 error{1.0f, 0.47f, 0.45f, 1};
inline const ImVec4 error_field{0.32f, 0.11f, 0.12f, 1};

// The parts of a frame's time.
inline const ImVec4 compute{0.36f, 0.58f, 0.93f, 1};
inline const ImVec4 upload{0.93f, 0.70f, 0.32f, 1};
inline const ImVec4 draw{0.45f, 0.78f, 0.55f, 1};

inline ImVec4 with_alpha(ImVec4 colour, float alpha) {
    return {colour.x, colour.y, colour.z, alpha};
}

inline ImU32 packed(ImVec4 colour) {
    return ImGui::ColorConvertFloat4ToU32(colour);
}

}  // namespace mariani::app::tone
