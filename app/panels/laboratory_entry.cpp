#include "app/panels/laboratory_tabs.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

namespace mariani::app {

void laboratory_entry(const PanelContext& context) {
    note("Each opens in the laboratory (L), beside the picture.");
    for (const auto& tab : laboratory_tabs) {
        gap(context);
        if (button(tab.title, tab.question, label_width(context))) {
            context.state.laboratory_tab = tab.title;
            if (!context.seen.laboratory_shown)
                context.commands.push_back(Action::toggle_laboratory);
        }
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        note(tab.question);
    }
}

}  // namespace mariani::app
