// The laboratory's experiments, in the order of its tabs.
#pragma once

#include "app/panels/panels.hpp"

#include <array>

namespace mariani::app {

struct LaboratoryTab {
    const char* title;
    const char* question;  // that the experiment answers, in a sentence
    void (*panel)(const PanelContext&);
};

inline constexpr std::array<LaboratoryTab, 4> laboratory_tabs{
    {{"Model", "What does the papers' cost model predict here, and what was measured?",
      model_panel},
     {"Landscape", "Which g, r and B are fastest here?", landscape_panel},
     {"Race", "Which engine is fastest on this view, and by how much?", race_panel},
     {"Check", "Is every filled pixel the one that Ex computes?", check_panel}}};

}  // namespace mariani::app
