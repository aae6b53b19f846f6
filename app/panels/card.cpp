#include "app/panels/card.hpp"

#include "app/explore/view_navigation.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/tab.hpp"
#include "app/panels/widgets.hpp"

#include <array>
#include <cmath>
#include <span>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr auto card_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                            ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                            ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

float card_width(const PanelContext& context) {
    const float margin = scaled_length(context, card_margin);
    const float free = picture_area(context).width() - 2 * margin;
    return std::max(std::min(scaled_length(context, 420), free), 1.0f);
}

void begin_card(const Card& card, ImGuiWindowFlags flags) {
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, card.opacity);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::SetNextWindowBgAlpha(0.92f);
    ImGui::Begin(card.name, nullptr,
                 card.has_buttons ? flags : flags | ImGuiWindowFlags_NoMouseInputs);
}

void end_card() {
    ImGui::End();
    ImGui::PopStyleVar(2);
}

std::string caption(const PlanePoint& c) {
    return fmt::format("{}, {}", c.re.fixed_text(4), c.im.fixed_text(4));
}

// The map on the screen.
struct Map {
    const MinimapView& shown;
    ImVec2 from;
    float unit;  // of the screen per unit of the map's shape

    ImVec2 on_screen(PlanePoint point) const {
        const PixelPoint at = pixel_of(shown.view, shown.shape, point);
        return {from.x + unit * static_cast<float>(at.x), from.y + unit * static_cast<float>(at.y)};
    }
    PlanePoint point(ImVec2 at) const {
        return point_at(shown.view, shown.shape, (at.x - from.x) / unit, (at.y - from.y) / unit);
    }
    // How long a length of the plane is on the screen.
    float length(Length of) const {
        return unit * static_cast<float>(of / shown.view.height * shown.shape.height);
    }
};

// Filled bars, for ImGui's lines and rectangles have blurred edges: light, with a dark edge that
// shows them on light parts.
void draw_bars(std::span<const std::array<ImVec2, 2>> bars, float edge) {
    auto& list = *ImGui::GetWindowDrawList();
    for (const auto& [from, to] : bars)
        list.AddRectFilled({from.x - edge, from.y - edge}, {to.x + edge, to.y + edge},
                           tone::packed(tone::edge));
    for (const auto& [from, to] : bars) list.AddRectFilled(from, to, tone::packed(tone::brightest));
}

struct Bars {
    float half_width, half_height;  // to the bars' inner edge
    float thick;
};

void draw_bars(ImVec2 at, const Bars& box) {
    const float left = std::round(at.x - box.half_width), right = std::round(at.x + box.half_width);
    const float top = std::round(at.y - box.half_height);
    const float bottom = std::round(at.y + box.half_height);
    const float t = box.thick;
    draw_bars(std::array<std::array<ImVec2, 2>, 4>{{
                  {{{left - t, top - t}, {right + t, top}}},
                  {{{left - t, bottom}, {right + t, bottom + t}}},
                  {{{left - t, top}, {left, bottom}}},
                  {{{right, top}, {right + t, bottom}}},
              }},
              1);
}

// For a view too small for a box: its place is left free.
void draw_cross(ImVec2 at, float gap, float reach, float thick) {
    const float x = std::round(at.x - 0.5f * thick), y = std::round(at.y - 0.5f * thick);
    draw_bars(std::array<std::array<ImVec2, 2>, 4>{{
                  {{{x - reach, y}, {x - gap, y + thick}}},
                  {{{x + gap + thick, y}, {x + reach + thick, y + thick}}},
                  {{{x, y - reach}, {x + thick, y - gap}}},
                  {{{x, y + gap + thick}, {x + thick, y + reach + thick}}},
              }},
              1);
}

void draw_place(const PanelContext& context, const Map& map, ImVec2 to) {
    const auto& seen = context.seen;
    const float height = map.length(seen.view.height);
    const float width = height * static_cast<float>(seen.picture.width) /
                        static_cast<float>(std::max(seen.picture.height, 1));
    const float thick = std::max(1.0f, std::round(scaled_length(context, 1.5f)));
    const ImVec2 at = map.on_screen(seen.view.centre);
    ImGui::GetWindowDrawList()->PushClipRect(map.from, to, true);
    if (std::max(width, height) >= scaled_length(context, 8))
        draw_bars(at, {0.5f * width, 0.5f * height, thick});
    else
        draw_cross(at, scaled_length(context, 4), scaled_length(context, 12), thick);
    ImGui::GetWindowDrawList()->PopClipRect();
}

// With the magnification of now, unless that is more than pointing at a map is good for.
View view_there(const PanelContext& context, const Map& map, PlanePoint centre) {
    constexpr float least = 4;  // units of the screen
    const View& now = context.settings.view;
    const Length smallest =
        map.shown.view.height * static_cast<double>(least / map.length(map.shown.view.height));
    return {centre, std::max(now.height, smallest)};
}

std::string dwell_text(const PanelContext& context, const PointOrbit& orbit) {
    if (orbit.escaped) return grouped(orbit.steps);
    if (orbit.steps < context.settings.engine.dwell_limit)
        return "over " + grouped(orbit.steps);  // it is not followed further
    return orbit.period ? "inside" : "limit reached";
}

}  // namespace

float draw_card(const PanelContext& context, const Card& card, float bottom,
                const std::function<void()>& contents) {
    const auto area = picture_area(context);
    ImGui::SetNextWindowPos({0.5f * (area.from.x + area.to.x), bottom}, ImGuiCond_Always,
                            {0.5f, 1});
    ImGui::SetNextWindowSize({card_width(context), 0});
    begin_card(card, card_flags);
    contents();
    const float height = ImGui::GetWindowHeight();
    end_card();
    return height;
}

void draw_corner_card(const PanelContext& context, const Card& card, float width,
                      const std::function<void()>& contents) {
    const auto area = picture_area(context);
    const float margin = scaled_length(context, card_margin), left = area.from.x + margin;
    ImGui::SetNextWindowPos({left, area.to.y - margin}, ImGuiCond_Always, {0, 1});
    begin_card(card, card_flags | ImGuiWindowFlags_NoBringToFrontOnFocus);
    contents();
    context.state.corner = {left + width + 2 * ImGui::GetStyle().WindowPadding.x,
                            ImGui::GetWindowPos().y};
    end_card();
}

float bottom_of_cards(const PanelContext& context) {
    const auto area = picture_area(context);
    const float bottom = area.to.y - scaled_length(context, card_margin);
    const auto& [right, top] = context.state.corner;
    const bool beside = right < 0.5f * (area.from.x + area.to.x - card_width(context));
    return beside ? bottom : std::min(bottom, top - scaled_length(context, card_space));
}

float draw_inset(const Card& card, ImVec2 corner, float width,
                 const std::function<void()>& contents) {
    ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1, 0});
    ImGui::SetNextWindowSize({width + 2 * ImGui::GetStyle().WindowPadding.x, 0});
    begin_card(card, card_flags | ImGuiWindowFlags_NoBringToFrontOnFocus);
    contents();
    const float height = ImGui::GetWindowHeight();
    end_card();
    return height;
}

InsetColumn::InsetColumn(const PanelContext& context)
    : context_(context),
      area_(picture_area(context)),
      margin_(scaled_length(context, card_margin)),
      top_(area_.from.y + margin_) {}

void InsetColumn::show(const Card& card, Size size, void (*contents)(const PanelContext&)) {
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    const float width = scaled_length(context_, size.width);
    const float height = scaled_length(context_, size.height) + 2 * padding.y;
    if (top_ + height > area_.to.y - margin_ || width + 2 * padding.x > 0.6f * area_.width())
        return;
    draw(card, width, contents);
}

void InsetColumn::show_always(const Card& card, float width,
                              void (*contents)(const PanelContext&)) {
    const float free = area_.width() - 2 * (margin_ + ImGui::GetStyle().WindowPadding.x);
    draw(card, std::clamp(free, 1.0f, scaled_length(context_, width)), contents);
}

void InsetColumn::draw(const Card& card, float width, void (*contents)(const PanelContext&)) {
    top_ += draw_inset(card, {area_.to.x - margin_, top_}, width, [&] { contents(context_); }) +
            scaled_length(context_, 8);
    width_ = std::max(width_, width + 2 * ImGui::GetStyle().WindowPadding.x + margin_);
}

void insets(const PanelContext& context) {
    context.state.insets = {};
    InsetColumn column(context);
    if (const auto draw = shown_tab(context).insets) draw(context, column);
    context.state.insets.width = column.width();
}

void julia_inset(const PanelContext& context) {
    const auto& julia = *context.seen.julia;
    const float side = ImGui::GetContentRegionAvail().x;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImGui::Image(ImTextureRef(ImTextureID{julia.texture}), {side, side});
    context.state.insets.julia = PixelRect{static_cast<int>(from.x), static_cast<int>(from.y),
                                           static_cast<int>(side), static_cast<int>(side)};
    ImGui::TextDisabled("Julia set of");
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    value_text(caption(julia.c));
}

void minimap_inset(const PanelContext& context) {
    const MinimapView& shown = *context.seen.minimap;
    const float width = ImGui::GetContentRegionAvail().x;
    const float unit = width / static_cast<float>(shown.shape.width);
    const Map map{shown, ImGui::GetCursorScreenPos(), unit};
    const ImVec2 size{width, unit * static_cast<float>(shown.shape.height)};
    const ImVec2 to{map.from.x + size.x, map.from.y + size.y};
    context.state.insets.minimap =
        PixelRect{static_cast<int>(map.from.x), static_cast<int>(map.from.y),
                  static_cast<int>(size.x), static_cast<int>(size.y)};
    if (invisible_button("map", size))
        context.commands.push_back(
            command::GoTo{view_there(context, map, map.point(ImGui::GetMousePos()))});
    explain("The view's place in the whole set. A click goes there; M hides the map.");
    ImGui::GetWindowDrawList()->AddImage(ImTextureRef(ImTextureID{shown.texture}), map.from, to);
    draw_place(context, map, to);
}

void orbit_facts(const PanelContext& context) {
    const PointOrbit& orbit = *context.seen.orbit;
    ImGui::TextUnformatted("Orbit");
    if (!ImGui::BeginTable("orbit", 2, ImGuiTableFlags_SizingFixedFit)) return;
    fact(context, "dwell", dwell_text(context, orbit));
    fact(context, "period",
         orbit.period    ? grouped(*orbit.period)
         : orbit.escaped ? "none"
                         : "not found");
    fact(context, fmt::format("|z|, step {}", grouped(orbit.steps)).c_str(),
         fmt::format("{:.4g}", orbit.modulus));
    ImGui::EndTable();
}

}  // namespace mariani::app
