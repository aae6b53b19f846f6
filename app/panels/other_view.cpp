#include "app/panels/other_view.hpp"

#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

namespace mariani::app {

void note_other_view(const PanelContext& context, const View& measured) {
    if (measured == context.settings.view) return;
    note("Measured on another view than the one on screen.", tone::warning);
    if (button("Back to the view", "The view that was measured.", scaled_length(context, 140)))
        context.commands.push_back(command::GoTo{measured});
    gap(context);
}

}  // namespace mariani::app
