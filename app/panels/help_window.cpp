#include "app/explore/keys.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/picture_area.hpp"
#include "app/panels/tab.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <string>

namespace mariani::app {
namespace {

void what_you_see(const Tab& tab) {
    heading("What you see");
    for (const char* paragraph : tab.help) note(paragraph, tone::text);
}

void shortcut(const PanelContext& context, const std::string& keys, std::string_view label) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    mono(context, keys, tone::accent_bright);
    ImGui::TableNextColumn();
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(label.data(), label.data() + label.size());
    ImGui::PopTextWrapPos();
}

bool begin_shortcuts(const PanelContext& context, const char* id) {
    if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingFixedFit)) return false;
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, scaled_length(context, 196));
    ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
    return true;
}

// Keys with the same effect share a line.
void keys_table(const PanelContext& context) {
    if (!begin_shortcuts(context, "keys")) return;
    const auto bindings = key_bindings();
    for (auto binding = bindings.begin(); binding != bindings.end();) {
        const auto label = binding->label;
        std::string keys;
        for (; binding != bindings.end() && binding->label == label; ++binding)
            keys += (keys.empty() ? "" : " / ") + key_label(binding->key, binding->modifiers);
        shortcut(context, keys, label);
    }
    ImGui::EndTable();
}

void mouse_table(const PanelContext& context) {
    if (!begin_shortcuts(context, "mouse")) return;
    for (const auto& gesture : mouse_gestures())
        shortcut(context, std::string(gesture.gesture), gesture.label);
    ImGui::EndTable();
}

}  // namespace

void help_window(const PanelContext& context) {
    if (!context.seen.help_shown) return;
    const auto area = picture_area(context);
    const auto& viewport = *ImGui::GetMainViewport();
    const float width = std::min(scaled_length(context, 560), viewport.Size.x * 0.94f);
    const float height = std::min(scaled_length(context, 1210), viewport.Size.y * 0.94f);
    const float middle = std::clamp(0.5f * (area.from.x + area.to.x), 0.5f * width,
                                    std::max(viewport.Size.x - 0.5f * width, 0.5f * width));
    ImGui::SetNextWindowPos({middle, viewport.Pos.y + 0.5f * viewport.Size.y}, ImGuiCond_Appearing,
                            {0.5f, 0.5f});
    ImGui::SetNextWindowSize({width, height}, ImGuiCond_Appearing);
    bool open = true;
    if (ImGui::Begin("Help", &open,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        if (button("Take the tour", "What the program does, in a minute; Esc ends it (T).",
                   -FLT_MIN))
            context.commands.push_back(Action::start_tour);
        what_you_see(shown_tab(context));
        heading("Mouse");
        mouse_table(context);
        heading("Keys");
        keys_table(context);
    }
    ImGui::End();
    if (!open) context.commands.push_back(Action::toggle_help);
}

}  // namespace mariani::app
