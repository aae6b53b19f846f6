#include "app/panels/tab.hpp"

#include "app/panels/card.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/workloads/gasket/screen.hpp"
#include "app/workloads/gasket/view.hpp"
#include "app/workloads/rows.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using nlohmann::json;

// A hole has the digit at which it falls out of the fractal.
json cell_of(const GasketView& view) {
    if (!view.hovered) return {};
    const GasketPlace& place = *view.hovered;
    json cell{{"at", {place.cell.x, place.cell.y}}, {"hole", json()}};
    if (!place.member) {
        cell["hole"] = *place.hole;
        if (place.printed) cell["printed"] = {place.printed->x, place.printed->y};
        return cell;
    }
    cell["compact"] = {place.compact.x, place.compact.y};
    cell["number"] = place.number;
    if (view.hovered_alive) cell["alive"] = *view.hovered_alive;
    return cell;
}

json gasket_report(const TabView& seen) {
    const auto& view = dynamic_cast<const GasketView&>(seen);
    if (!view.moment) return json::object();
    const GasketMoment& moment = *view.moment;
    const auto& [x, y, height] = view.board;  // its centre, in cells
    return {{"fractal", moment.problem.fractal.name},
            {"r", moment.problem.level},
            {"rule", gasket::text_of(moment.problem.rule)},
            {"engine", moment.engine ? json(moment.engine->name) : json()},
            {"steps", moment.steps},
            {"alive", moment.alive},
            {"hash", moment.hash ? json(*moment.hash) : json()},
            {"board", {x, y, height}},
            {"altered", moment.altered},
            {"cell", cell_of(view)},
            {"tiles", view.tiles ? json(view.tiles->side) : json()},
            {"played", view.played ? json(*view.played) : json()},
            {"measured", engine_names(moment.times)}};
}

void gasket_insets(const PanelContext& context, InsetColumn& column) {
    constexpr float captions = 48;
    const auto* view = tab_view<GasketView>(context.seen);
    if (!view || !view->rectangle) return;
    const auto& [width, height] = view->rectangle->size;
    const float high =
        gasket_rectangle_width * static_cast<float>(height) / static_cast<float>(width);
    column.show({"rectangle", 1, true}, {gasket_rectangle_width, high + captions},
                gasket_rectangle_inset);
}

// Two levels of three copies in a box of four.
void icon(ImDrawList& list, ImVec2 at, float side) {
    const float cell = side / 4;
    for (int cells = 0; cells < 16; ++cells) {
        const int x = cells % 4, y = cells / 4;
        const bool hole = (x / 2 > y / 2) || (x % 2 > y % 2);
        const ImVec2 from{at.x + cell * static_cast<float>(x), at.y + cell * static_cast<float>(y)};
        if (!hole)
            list.AddRectFilled(from, {from.x + cell - 1, from.y + cell - 1},
                               tone::packed(tone::draw));
    }
}

std::string status(const PanelContext& context) {
    const auto* view = tab_view<GasketView>(context.seen);
    if (!view || !view->moment || !view->moment->engine) return "";
    const GasketMoment& moment = *view->moment;
    const auto engine = fmt::format("{} on {}", choice_of(moment.engine->kind).label,
                                    choice_of(moment.engine->backend).label);
    if (!moment.step_ms) return engine;
    return fmt::format("{}, {} ms a step", engine, significant(*moment.step_ms));
}

constexpr std::array<Section, 4> sections{
    {{"gasket_life", "Life", gasket_life_panel,
      [](const PanelContext& context) -> std::string {
          const auto* view = tab_view<GasketView>(context.seen);
          return view && view->moment ? counted(view->moment->steps, "step", "steps") : "";
      },
      true, PanelPart::explore, true},
     {"gasket_fractal", "Fractal", gasket_fractal_panel,
      [](const PanelContext& context) {
          const GasketSettings& settings = *context.settings.gasket;
          return fmt::format("{} {}", settings.fractal, settings.numbers.level);
      }},
     {"gasket_engine", "Engine", gasket_engine_panel, nullptr, true, PanelPart::regions},
     {"gasket_times", "Times", gasket_times_panel, nullptr, true, PanelPart::measure}}};

}  // namespace

extern const Tab gasket_tab{
    Workload::gasket,
    "Gasket",
    "Life on fractals as large as memory allows.",
    icon,
    status,
    {"Much of a fractal's box is holes, and Life can run without them. A fractal is k copies in a "
     "box of s x s, and copies of copies, r levels deep: k^r cells in n x n places, n = s^r. The "
     "compact rectangle in the corner has all cells and no holes: \xce\xbb takes a cell from there "
     "to its place in the box, \xce\xbd takes it back. The tooltip shows both sums, digit by "
     "digit.",
     "All engines take the same steps. BB (bounding box) and \xce\xbb keep the whole box, \xce\xbd "
     "and table keep compact blocks, and bits keeps one bit per cell. Measure all engines, under "
     "Times, shows the speed-up and the memory saved over BB. Blocks, under Picture, coloured by "
     "use, shows in red the threads that wait over holes."},
    gasket_introduction,
    sections,
    make_screen<GasketScreen>,
    gasket_report,
    gasket_marks,
    gasket_insets,
    TabTimeline::played};

}  // namespace mariani::app
