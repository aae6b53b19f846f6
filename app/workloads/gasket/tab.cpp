#include "app/panels/tab.hpp"

#include "app/panels/card.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/workloads/gasket/screen.hpp"
#include "app/workloads/gasket/view.hpp"
#include "app/workloads/rows.hpp"
#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using nlohmann::json;

// From cells of the box to ImGui's units.
class OnScreen {
  public:
    OnScreen(const PanelContext& context, const gasket::BoardView& board)
        : board_(board), area_(drawn_picture(context)) {
        const ImageSize picture = context.seen.picture;
        const double unit = static_cast<double>(area_.width()) / picture.width;
        cell_ = unit / cells_per_pixel(board, picture);
        middle_ = {area_.from.x + static_cast<float>(0.5 * unit * picture.width),
                   area_.from.y + static_cast<float>(0.5 * unit * picture.height)};
    }

    float cell() const { return static_cast<float>(cell_); }
    ImVec2 at(double x, double y) const {
        return {middle_.x + static_cast<float>(cell_ * (x - board_.center_x)),
                middle_.y + static_cast<float>(cell_ * (y - board_.center_y))};
    }
    // Within what is drawn: a line far outside would be lost.
    ImVec2 near(double x, double y) const {
        constexpr float beyond = 4;
        const ImVec2 place = at(x, y);
        return {std::clamp(place.x, area_.from.x - beyond, area_.to.x + beyond),
                std::clamp(place.y, area_.from.y - beyond, area_.to.y + beyond)};
    }

  private:
    gasket::BoardView board_;
    PictureArea area_;
    double cell_ = 1;
    ImVec2 middle_;
};

void mark_in_picture(const PanelContext& context, const GasketView& view) {
    const OnScreen screen(context, view.board);
    const double x = view.hovered->cell.x, y = view.hovered->cell.y;
    outline(context, *ImGui::GetBackgroundDrawList(), screen.at(x, y), screen.at(x + 1, y + 1));
}

void light_block(const PanelContext& context, const GasketView& view) {
    const OnScreen screen(context, view.board);
    for (const auto& [corner, side] : view.lit) {
        const double x = corner.x, y = corner.y;
        outline(context, *ImGui::GetBackgroundDrawList(), screen.near(x, y),
                screen.near(x + side, y + side));
    }
}

// The smallest boxes first: where sides coincide, the largest is seen.
void outline_tiles(const PanelContext& context, const GasketView& view) {
    const OnScreen screen(context, view.board);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float line = std::max(1.0f, std::round(scaled_length(context, 1)));
    auto boxes = view.tiles->boxes;
    std::ranges::stable_sort(boxes, std::greater(), &GasketBox::depth);
    for (const GasketBox& box : boxes) {
        const double x = box.corner.x, y = box.corner.y, side = box.side;
        const ImVec2 from = screen.near(x, y), to = screen.near(x + side, y + side);
        list.AddRect(from, to, tone::packed(tone::with_alpha(tone::window, 0.7f)), 0, 3 * line);
        list.AddRect(from, to, tone::packed(tone_of(render::level_colour(box.depth))), 0, line);
    }
    const float radius = std::clamp(0.2f * screen.cell(), 1.0f, scaled_length(context, 5));
    for (const auto& [x, y] : view.tiles->contacts) {
        const ImVec2 middle = screen.at(x + 0.5, y + 0.5);
        list.AddCircleFilled(middle, radius + line, tone::packed(tone::window));
        list.AddCircleFilled(middle, radius, tone::packed(tone::text));
    }
}

// The mouse in the item just drawn, in shares of its sides.
std::array<double, 2> pointed_in(ImVec2 from, ImVec2 size) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const auto share = [](float at, float length) {
        return std::clamp(static_cast<double>(at / length), 0.0, 1 - 1e-9);
    };
    return {share(mouse.x - from.x, size.x), share(mouse.y - from.y, size.y)};
}

// Where places of the rectangle are drawn.
struct Places {
    ImVec2 from, size;
    gasket::Cell sides;  // of the rectangle, in places

    ImVec2 corner(std::uint32_t x, std::uint32_t y) const {
        return {from.x + size.x * static_cast<float>(x) / static_cast<float>(sides.x),
                from.y + size.y * static_cast<float>(y) / static_cast<float>(sides.y)};
    }
};

// The borders of blocks that have so many places along their sides.
void draw_borders(const PanelContext& context, const Places& places, gasket::Cell block) {
    const float line = std::max(1.0f, std::round(scaled_length(context, 1)));
    const ImVec2 end = places.corner(places.sides.x, places.sides.y);
    const ImU32 dark = tone::packed(tone::window);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::uint32_t x = block.x; x < places.sides.x; x += block.x) {
        const float at = std::round(places.corner(x, 0).x);
        list.AddRectFilled({at, places.from.y}, {at + line, end.y}, dark);
    }
    for (std::uint32_t y = block.y; y < places.sides.y; y += block.y) {
        const float at = std::round(places.corner(0, y).y);
        list.AddRectFilled({places.from.x, at}, {end.x, at + line}, dark);
    }
}

// The borders of blocks where they can be told apart, and the hovered cell, there with its block.
void mark(const PanelContext& context, const GasketView& view, const Places& places,
          gasket::Cell block) {
    const ImVec2 first = places.corner(block.x, block.y);
    const bool apart =
        std::min(first.x - places.from.x, first.y - places.from.y) >= scaled_length(context, 4);
    if (apart) draw_borders(context, places, block);
    if (!view.hovered || !view.hovered->member) return;
    const auto [x, y] = view.hovered->compact;
    const std::uint32_t left = x - x % block.x, top = y - y % block.y;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (apart)
        list.AddRect(places.corner(left, top), places.corner(left + block.x, top + block.y),
                     tone::packed(tone::accent_bright), 0, scaled_length(context, 2));
    outline(context, list, places.corner(x, y), places.corner(x + 1, y + 1));
}

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

// The rho and the level of each.
json measured_sizes(const GasketMoment& moment) {
    json sizes = json::array();
    if (moment.sizes)
        for (const GasketTimes& times : *moment.sizes)
            sizes.push_back({times.method.rho, times.problem.level});
    return sizes;
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
            {"measured", engine_names(moment.times)},
            {"sizes", measured_sizes(moment)}};
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

void gasket_marks(const PanelContext& context) {
    const GasketView& view = *tab_view<GasketView>(context.seen);
    if (view.tiles) outline_tiles(context, view);
    light_block(context, view);
    if (!view.moment || !view.hovered || ImGui::IsAnyMouseDown()) return;
    mark_in_picture(context, view);
    tooltip_beside_mouse(context, [&] { gasket_cell_facts(context); });
}

void gasket_rectangle_inset(const PanelContext& context) {
    const GasketView& view = *tab_view<GasketView>(context.seen);
    const auto& [width, height] = view.rectangle->size;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float across = ImGui::GetContentRegionAvail().x;
    const ImVec2 size{across, across * static_cast<float>(height) / static_cast<float>(width)};
    context.state.insets.rectangle = PixelRect{static_cast<int>(from.x), static_cast<int>(from.y),
                                               static_cast<int>(size.x), static_cast<int>(size.y)};
    ImGui::Image(ImTextureRef(ImTextureID{view.rectangle->texture}), size);
    if (ImGui::IsItemHovered()) context.state.insets.pointed = pointed_in(from, size);
    const gasket::Cell& sides = view.moment->shape.compact;
    const auto layout =
        cell_layout(view.moment->problem.fractal, view.moment->problem.level,
                    context.settings.gasket->numbers.rho, gasket::BlockOrder::rectangle);
    const gasket::Cell block = layout.block.compact;
    mark(context, view, {from, size, sides}, block);
    ImGui::TextDisabled("Compact");
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    value_text(fmt::format("{} x {}", grouped(sides.x), grouped(sides.y)));
    ImGui::TextDisabled("Blocks, \xcf\x81 %u", layout.rho());
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    value_text(fmt::format("{} x {} cells", block.x, block.y));
    // Their lowest digit is then an odd one of the cells'.
    if (block.x != block.y && layout.blocks.cells > 1)
        note("In their own rectangle, x and y are swapped.");
}

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
