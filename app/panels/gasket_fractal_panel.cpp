#include "app/panels/fields.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace mariani::app {
namespace {

// Another fractal, level, density or seed begins anew, from its own first state.
void begin_with(GasketSettings& settings, const GasketSettings& changed) {
    settings = changed;
    settings.steps = 0;
}

// The whole of another box is shown, of at most the level that there can be.
void choose_fractal(GasketSettings& settings, const std::string& name) {
    GasketSettings changed = settings;
    changed.fractal = name;
    changed.level = std::min(changed.level, max_level(gasket::parse_fractal(name)));
    changed.height.reset();
    begin_with(settings, changed);
}

void fractal_row(const PanelContext& context) {
    auto& settings = context.settings.gasket;
    row(context, "Fractal", "Copies of one level, put into a box of s x s, make the next.");
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (!ImGui::BeginCombo("##fractal", settings.fractal.c_str(), ImGuiComboFlags_HeightLarge))
        return;
    for (const gasket::Fractal& each : gasket::named_fractals()) {
        if (ImGui::Selectable(each.name.c_str(), each.name == settings.fractal))
            choose_fractal(settings, each.name);
        explain(fmt::format("s {}, k {}: {}", each.side, each.offsets.size(),
                            gasket::offsets_text(each)));
    }
    ImGui::EndCombo();
}

void level_row(const PanelContext& context) {
    auto& settings = context.settings.gasket;
    row(context, "r  level", "The box has n = s^r cells to a side, the fractal k^r cells.");
    const auto next = integer_field(context, "##r", "r", settings.level,
                                    {0, max_level(gasket::parse_fractal(settings.fractal))},
                                    ImGui::GetContentRegionAvail().x);
    field_error(context, "##r");
    if (!next) return;
    GasketSettings changed = settings;
    changed.level = static_cast<int>(*next);
    changed.height.reset();
    begin_with(settings, changed);
}

void size_rows(const PanelContext& context) {
    const auto problem = gasket_problem(context.settings.gasket);
    const auto shape = shape_of(problem.fractal, problem.level);
    row_text(context, "Box", "Cells along a side, and of the fractal.",
             fmt::format("n {}, {} cells", grouped(shape.side),
                         grouped(static_cast<std::int64_t>(shape.cells))));
}

void density_row(const PanelContext& context) {
    auto& settings = context.settings.gasket;
    row(context, "Density", "The share of the cells that are alive at first.");
    const auto validate = [](const std::string& text) -> std::optional<std::string> {
        const auto value = parse_real(text);
        if (value && *value >= 0 && *value <= 1) return std::nullopt;
        return "the density must be a number from 0 to 1";
    };
    const auto typed = text_field(context, "##density", to_text(settings.density), validate,
                                  ImGui::GetContentRegionAvail().x);
    field_error(context, "##density");
    if (!typed) return;
    GasketSettings changed = settings;
    changed.density = parse_real(*typed).value();
    begin_with(settings, changed);
}

void seed_row(const PanelContext& context) {
    auto& settings = context.settings.gasket;
    row(context, "Seed", "Of the cells alive at first: the same seed makes the same ones.");
    const auto next =
        integer_field(context, "##seed", "seed", static_cast<std::int64_t>(settings.seed),
                      {0, std::numeric_limits<int>::max()}, ImGui::GetContentRegionAvail().x);
    field_error(context, "##seed");
    if (!next) return;
    GasketSettings changed = settings;
    changed.seed = static_cast<std::uint64_t>(*next);
    begin_with(settings, changed);
}

}  // namespace

void gasket_fractal_panel(const PanelContext& context) {
    fractal_row(context);
    level_row(context);
    size_rows(context);
    gap(context);
    density_row(context);
    seed_row(context);
}

}  // namespace mariani::app
