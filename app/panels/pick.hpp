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

// The same, preceded by "auto"; what is unavailable says why and cannot be picked.
template <typename E>
void pick(const char* id, std::optional<E>& value, const Unavailable<E>& unavailable,
          const std::string& automatic_label) {
    ImGui::SetNextItemWidth(-FLT_MIN);
    const std::string shown = value ? std::string(choice_of(*value).label) : automatic_label;
    if (!ImGui::BeginCombo(id, shown.c_str(), ImGuiComboFlags_HeightLarge)) return;
    if (ImGui::Selectable(automatic_label.c_str(), !value)) value.reset();
    explain(automatic_description<E>());
    for (const auto& choice : choices<E>()) {
        const auto why = unavailable(choice.value);
        ImGui::BeginDisabled(why.has_value());
        if (ImGui::Selectable(std::string(choice.label).c_str(), value == choice.value))
            value = choice.value;
        ImGui::EndDisabled();
        explain(why ? *why : std::string(choice.description));
    }
    ImGui::EndCombo();
}

}  // namespace mariani::app
