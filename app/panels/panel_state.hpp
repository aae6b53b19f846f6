// What the panels remember from frame to frame besides the settings: text that is being typed or
// was refused, and the clock of the replay. Owned by the window, one for its lifetime; main thread
// only.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace mariani::app {

// The text of a field that differs from the setting it edits.
struct FieldDraft {
    std::string text;
    std::string
        refusal;  // why the text may not be the setting; empty while it may, or may become so
    std::string
        stands_for;  // the setting's text when typing began: a change elsewhere ends the draft
};

enum class LevelChart { outcomes, ms, iterations };

struct PanelState {
    std::map<std::uint32_t, FieldDraft> drafts;  // by ImGui id
    std::string bookmark_name;
    std::string bookmark_refusal;
    bool replaying = false;
    double replay_stepped_at = 0;  // of ImGui::GetTime
    LevelChart chart = LevelChart::outcomes;
};

}  // namespace mariani::app
