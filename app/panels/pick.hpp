// Drop-down lists of choices, which fill the row.
#pragma once

#include "app/panels/widgets.hpp"

#include <optional>
#include <string>

#include <imgui.h>

namespace mariani::app {

// A choice of the model. True: another one was picked.
template <typename E>
bool pick(const char* id, E& value) {
    const E before = value;
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (!ImGui::BeginCombo(id, std::string(choice_of(value).label).c_str(),
                           ImGuiComboFlags_HeightLarge))
        return false;
    for (const auto& choice : choices<E>()) {
        if (ImGui::Selectable(std::string(choice.label).c_str(), choice.value == value))
            value = choice.value;
        explain(choice.description);
    }
    ImGui::EndCombo();
    return value != before;
}

}  // namespace mariani::app
