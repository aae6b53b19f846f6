// What the panels remember from frame to frame besides the settings: text that is being typed or
// was refused, and the clock of the replay. Owned by the window, one for its lifetime; main thread
// only.
#pragma once

#include "render/colouring.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mariani::app {

// The text of a field that differs from the setting it edits.
struct FieldDraft {
    std::string text;
    std::string
        refusal;  // why the text may not be the setting; empty while it may, or may become so
    std::string
        stands_for;  // the setting's text when typing began: a change elsewhere ends the draft
};

// A row of colours from the start of a palette to its end, sRGB in [0, 1].
using PaletteStrip = std::vector<std::array<float, 3>>;

enum class LevelChart { regions, ms, iterations };

struct PanelState {
    std::map<std::uint32_t, FieldDraft> drafts;  // by ImGui id
    std::map<std::string, PaletteStrip> strips;  // by the palette's name
    std::string bookmark_name;
    std::string bookmark_refusal;
    bool replaying = false;
    double replay_stepped_at = 0;  // seconds of the window's clock
    LevelChart chart = LevelChart::regions;
};

}  // namespace mariani::app
