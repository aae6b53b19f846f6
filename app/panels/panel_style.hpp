// The panels' colours: the meaning of each tone, defined once.
#pragma once

#include "render/picture/roles.hpp"

#include <array>

#include <imgui.h>

namespace mariani::app {

namespace role = render::role;

inline constexpr float previous_opacity = 0.55f;  // of what tells of an earlier picture

}  // namespace mariani::app

namespace mariani::app::tone {

inline const ImVec4 text{0.91f, 0.92f, 0.94f, 1};
inline const ImVec4 brightest{1, 1, 1, 1};  // on the edge, over any picture
inline const ImVec4 edge{0, 0, 0, 0.8f};
inline const ImVec4 clear{0, 0, 0, 0};
inline const ImVec4 lit{1.0f, 0.84f, 0.42f, 1};  // by the mouse; the first of several
inline const ImVec4 later{0.86f, 0.90f, 1.0f, 0.62f};
inline const ImVec4 dim{0.62f, 0.65f, 0.71f, 1};  // labels, units, explanations
inline const ImVec4 faint{0.34f, 0.37f, 0.43f, 1};
inline const ImVec4 window{0.086f, 0.094f, 0.114f, 1};
inline const ImVec4 popup{0.11f, 0.12f, 0.145f, 0.98f};
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
inline const ImVec4 draw{0.235f, 0.667f, 0.50f, 1};

// The times' median, and what the cost model predicts.
inline const ImVec4 compute_median{0.74f, 0.86f, 1, 1};
inline const ImVec4 omega{0.91f, 0.85f, 1, 1}, sbr = accent_bright, mbr{0.96f, 0.68f, 0.35f, 1};

// Curves of a chart, one beside the other.
inline const std::array<ImVec4, 9> curves{{{0.24f, 0.49f, 0.89f, 1},
                                           {0.88f, 0.95f, 1.00f, 1},
                                           {0.24f, 0.80f, 0.80f, 1},
                                           {0.74f, 0.54f, 0.96f, 1},
                                           {0.41f, 0.67f, 0.43f, 1},
                                           {0.89f, 1.00f, 0.27f, 1},
                                           {0.88f, 0.67f, 0.32f, 1},
                                           {0.95f, 0.90f, 0.71f, 1},
                                           {0.98f, 0.54f, 0.69f, 1}}};

inline ImVec4 with_alpha(ImVec4 colour, float alpha) {
    return {colour.x, colour.y, colour.z, alpha};
}

inline ImU32 packed(ImVec4 colour) {
    return ImGui::ColorConvertFloat4ToU32(colour);
}

inline ImU32 packed(render::Rgb8 colour) {
    return IM_COL32(colour.r, colour.g, colour.b, 255);
}

}  // namespace mariani::app::tone
