#include "app/panels/inset_contents.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string dwell_text(const PanelContext& context, const PointOrbit& orbit) {
    if (orbit.escaped) return grouped(orbit.steps);
    if (orbit.steps < context.settings.engine.dwell_limit)
        return "over " + grouped(orbit.steps);  // it is not followed further
    return "inside";
}

}  // namespace

void orbit_facts(const PanelContext& context) {
    const PointOrbit& orbit = *context.seen.orbit;
    ImGui::TextUnformatted("Orbit");
    if (!ImGui::BeginTable("orbit", 2, ImGuiTableFlags_SizingFixedFit)) return;
    fact_cells(context, "dwell", dwell_text(context, orbit));
    fact_cells(context, "period",
               orbit.period    ? grouped(*orbit.period)
               : orbit.escaped ? "none"
                               : "not found");
    fact_cells(context, fmt::format("|z|, step {}", grouped(orbit.steps)).c_str(),
               fmt::format("{:.4g}", orbit.modulus));
    ImGui::EndTable();
}

}  // namespace mariani::app
