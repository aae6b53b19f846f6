#include "app/panels/fields.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/points_settings.hpp"
#include "app/workloads/points/view.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using points::EngineKind;

void engine_row(const PanelContext& context) {
    auto& engine = context.settings.points->engine;
    row(context, "Engine", "What makes the tree, on both backends; all make the same.");
    pick<EngineKind>("##engine", engine);
    note_below(context, std::string(choice_of(engine).description), tone::dim);
}

// Those of all engines of the processor.
void threads_row(const PanelContext& context) {
    auto& threads = context.settings.engine.threads;
    row(context, "Threads", "The processor's, in all tabs; auto: all that it has.");
    const std::string automatic(automatic_name);
    const auto validate = [&](const std::string& text) -> std::optional<std::string> {
        const auto number = parse_integer(text);
        if (text == automatic || (number && limits::threads.holds(*number))) return std::nullopt;
        return fmt::format("threads must be auto, or a whole number from {} to {}",
                           limits::threads.min, limits::threads.max);
    };
    const auto typed =
        text_field(context, "##threads", threads ? std::to_string(*threads) : automatic, validate,
                   ImGui::GetContentRegionAvail().x);
    field_error(context, "##threads");
    if (!typed) return;
    threads.reset();
    if (*typed != automatic) threads = static_cast<int>(parse_integer(*typed).value());
}

void launches(const PanelContext& context, const PointsView& view) {
    const auto& stats = view.stats;
    const bool recursive = points::is_recursive(view.plan->engine);
    const char* const explanation =
        view.plan->backend == Backend::cpu ? "Groups of tasks, which stand for launches on a GPU."
        : recursive ? "Kernels of the GPU: the host launches the root, and the device the others."
                    : "Kernels of the GPU, which the host launches; a sort is one.";
    row_text(context, "Launches", explanation, grouped(stats.launches + stats.child_launches));
    if (recursive)
        row_text(context, "Refused", "Those that found the pool full: their parents did the work.",
                 grouped(stats.refused_launches));
}

}  // namespace

void points_engine_panel(const PanelContext& context) {
    engine_row(context);
    backend_row(context, context.settings.points->backend);
    threads_row(context);
    knobs_of(context).show("pool");
    knobs_of(context).show("block");
    gap(context);
    const auto* view = tab_view<PointsView>(context.seen);
    with_room(2, [&] {
        if (view && view->plan) launches(context, *view);
    });
}

}  // namespace mariani::app
