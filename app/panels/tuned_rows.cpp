#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/printable.hpp"

#include <fmt/core.h>

namespace mariani::app {
namespace {

void nothing_tuned(const PanelContext& context) {
    row_text(context, "Tuned", "What auto-tune finds in the laboratory, under Landscape.",
             "nothing for such views");
}

void tuned_row(const PanelContext& context, const Tuning& tuned) {
    const auto& [where, best, speedup, date] = tuned;
    const auto& [g, r, B] = best.subdivision;
    auto& engine = context.settings.engine;
    const bool blocks = where.backend == Backend::cuda;
    auto tuned_engine = engine;
    use(tuned, tuned_engine);
    const bool in_use = tuned_engine == engine;
    const auto explanation =
        fmt::format("What auto-tune found on this device for views like this one: {}.",
                    tuning_class_text(where));
    row(context, "Tuned", explanation.c_str());
    const float width = button_width(3);
    if (button(in_use ? "In use###tuned" : fmt::format("Use {}, {}, {}###tuned", g, r, B).c_str(),
               "Sets g, r, B, and on the GPU the block, to the values found.", 1.6f * width,
               !in_use))
        use(tuned, engine);
    ImGui::SameLine();
    if (button("Forget", "Auto-tune can find it again.", -FLT_MIN))
        context.commands.push_back(Action::forget_tuning);
    note_below(context,
               fmt::format(
                   "{} x as fast as Ex, found on {} with {}-{}{} on {}", significant(speedup),
                   printable(date, longest_quote), choice_of(where.engine).label,
                   choice_of(where.scheme).label,
                   blocks ? fmt::format(", block {}x{},", best.block.width, best.block.height) : "",
                   where.device),
               tone::dim);
}

}  // namespace

void tuned_rows(const PanelContext& context) {
    with_room(4, [&] {
        if (context.seen.tuned)
            tuned_row(context, *context.seen.tuned);
        else
            nothing_tuned(context);
    });
}

}  // namespace mariani::app
