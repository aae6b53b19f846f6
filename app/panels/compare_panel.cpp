// The other picture of what is on screen: which one it is, and the wiper between both.
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/choices.hpp"
#include "compute/model/geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// What the two pictures are.
struct PictureNames {
    std::string first, other;
};

std::string label_of_engine(EngineKind engine) {
    return std::string(choice_of(engine).label);
}

PictureNames compared_names(const PanelContext& context) {
    const Settings& settings = context.settings;
    const EngineKind engine =
        context.seen.frame ? context.seen.frame->plan.engine : EngineKind::ask;
    switch (settings.compare.with) {
        case Compared::fills:
            return {"With fills", "Computed pixels"};
        case Compared::palette:
            return {shown_name(settings.colouring.palette), shown_name(settings.compare.palette)};
        default:
            return {label_of_engine(engine), label_of_engine(other_engine(engine))};
    }
}

// How sure the dwells of the first picture are; other than by engine, both have the same.
std::string first_caption(const PanelContext& context, const ComparedView& compared) {
    const std::string name = compared_names(context).first;
    const std::string known = exactness_label(context.seen);
    if (compared.with != Compared::engine || known.empty()) return name;
    return fmt::format("{}: {}", name, known);
}

std::string how_sure(const Exactness& exactness) {
    if (exactness.state == Exactness::proven) return "proven";
    if (exactness.state == Exactness::open)
        return grouped(exactness.not_known) + " pixels not known";
    return exactness.state == Exactness::unknown ? "not verified" : "not proven";
}

// What is to be said of the other picture: how much of it is another one.
std::string compared_result(const PanelContext& context, const ComparedView& compared) {
    if (!compared.why_none.empty()) return std::string(compared.why_none);
    if (!compared.from) return "computing";
    if (!compared.differing) return "";
    if (compared.with == Compared::fills) {
        const auto pixels = static_cast<double>(pixel_count(context.seen.picture));
        return share(pixels - static_cast<double>(*compared.differing), pixels);
    }
    const std::string differing = counted(*compared.differing, "pixel differs", "pixels differ");
    if (!compared.exactness) return differing;
    const auto proven = Exactness::proven;
    if (context.seen.exactness.state == proven && compared.exactness->state != proven)
        return counted(*compared.differing, "pixel is wrong", "pixels are wrong");
    return fmt::format("{}; {}", differing, how_sure(*compared.exactness));
}

std::string other_caption(const PanelContext& context, const ComparedView& compared) {
    const std::string result = compared_result(context, compared);
    const std::string name = compared_names(context).other;
    return result.empty() ? name : fmt::format("{}: {}", name, result);
}

// A caption whose left end, middle or right end, as `pivot` has it, is at `x`; not where it would
// leave the picture.
void draw_caption(const PanelContext& context, const std::string& text, float x, float pivot) {
    const auto area = drawn_picture(context);
    const ImVec2 pad{scaled_length(context, 8), scaled_length(context, 4)};
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float width = size.x + 2 * pad.x, height = size.y + 2 * pad.y;
    const ImVec2 from{std::round(x - pivot * width), area.from.y + scaled_length(context, 12)};
    if (from.x < area.from.x || from.x + width > area.to.x) return;
    auto& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled(from, {from.x + width, from.y + height},
                       tone::packed(tone::with_alpha(tone::window, 0.85f)),
                       ImGui::GetStyle().FrameRounding);
    list.AddText({from.x + pad.x, from.y + pad.y}, tone::packed(tone::text), text.c_str());
}

// The line between the two pictures, with a knob that says that it can be dragged.
void draw_divider(const PanelContext& context, float x, bool lit) {
    const auto area = drawn_picture(context);
    auto& list = *ImGui::GetBackgroundDrawList();
    const float half = std::max(1.0f, std::round(scaled_length(context, 1)));
    const ImU32 light = tone::packed(lit ? tone::accent_bright : tone::text);
    const ImU32 dark = tone::packed(tone::with_alpha(tone::window, 0.75f));
    list.AddRectFilled({x - 2 * half, area.from.y}, {x + 2 * half, area.to.y}, dark);
    list.AddRectFilled({x - half, area.from.y}, {x + half, area.to.y}, light);
    const float radius = scaled_length(context, 13), arrow = scaled_length(context, 4);
    const ImVec2 knob{x, std::round(0.5f * (area.from.y + area.to.y))};
    list.AddCircleFilled(knob, radius, dark);
    list.AddCircle(knob, radius, light, 0, 2 * half);
    for (const float side : {-1.0f, 1.0f}) {
        const float tip = x + side * 1.9f * arrow, base = x + side * 0.7f * arrow;
        list.AddTriangleFilled({tip, knob.y}, {base, knob.y - arrow}, {base, knob.y + arrow},
                               light);
    }
}

// A window as high as the picture that takes the mouse there.
void drag_divider(const PanelContext& context, float x, double& divider) {
    constexpr auto flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                           ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing |
                           ImGuiWindowFlags_NoBringToFrontOnFocus;
    const auto area = drawn_picture(context);
    const float reach = scaled_length(context, 8);
    const float left = std::max(x - reach, area.from.x), right = std::min(x + reach, area.to.x);
    const ImVec2 size{right - left, area.to.y - area.from.y};
    ImGui::SetNextWindowPos({left, area.from.y});
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::Begin("divider", nullptr, flags);
    ImGui::PopStyleVar(2);
    invisible_button("line", size);
    const bool active = ImGui::IsItemActive(), lit = active || ImGui::IsItemHovered();
    if (lit) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    const bool dragged = active || ImGui::IsItemDeactivated();
    if (dragged && ImGui::GetIO().MouseDelta.x != 0 && area.width() > 0)
        divider = std::clamp(
            static_cast<double>((ImGui::GetMousePos().x - area.from.x) / area.width()), 0.0, 1.0);
    ImGui::End();
    draw_divider(context, x, lit);
}

void held_button(const PanelContext& context, float width) {
    button("Hold to see it", "Shows it in place of the picture for as long as it is held (C).",
           width);
    if (ImGui::IsItemActivated()) context.commands.push_back(Action::show_compared);
    if (ImGui::IsItemDeactivated()) context.commands.push_back(Action::hide_compared);
}

}  // namespace

void compare_overlay(const PanelContext& context) {
    const auto& compared = context.seen.compared;
    const auto area = drawn_picture(context);
    if (!compared || area.width() <= 0) return;
    const std::string other = other_caption(context, *compared);
    if (context.state.compare_held)
        return draw_caption(context, other, 0.5f * (area.from.x + area.to.x), 0.5f);
    double& divider = context.settings.compare.divider;
    const double units =
        static_cast<double>(area.width()) / std::max(context.seen.picture.width, 1);
    const double column =
        compared->from ? *compared->from : std::round(divider * context.seen.picture.width);
    const float x = area.from.x + static_cast<float>(column * units);
    const float space = scaled_length(context, 10);
    draw_caption(context, first_caption(context, *compared), x - space, 1);
    draw_caption(context, other, x + space, 0);
    drag_divider(context, x, divider);
}

void compare_panel(const PanelContext& context) {
    static const std::array<Segment, 3> choices{{
        {"engine", "Ex, which computes every pixel; or ASK where Ex computed the picture.", {}},
        {"no fills", "The pixels that were computed; those that were filled are hatched.", {}},
        {"palette", "The same dwells in another palette.", {}},
    }};
    CompareSettings& compare = context.settings.compare;
    row(context, "Compare with", "The picture that is shown in place of this one, or beside it.");
    if (const auto picked = segmented("compare", choices, static_cast<std::size_t>(compare.with)))
        compare.with = static_cast<Compared>(*picked);
    if (compare.with == Compared::palette) {
        row(context, "Its palette", "The palette of the other picture.");
        ImGui::SetNextItemWidth(-FLT_MIN);
        palette_list(context, compare.palette);
    }
    row(context, "Show", "The other picture, in place of this one or beside it.");
    const float wide = button_width(2);
    held_button(context, wide);
    ImGui::SameLine();
    if (toggle("Wiper", compare.wiper,
               "Shows both, this one left of a line that can be dragged (Shift+C)."))
        context.commands.push_back(Action::toggle_wiper);
    if (const auto& compared = context.seen.compared)
        note_below(context, other_caption(context, *compared), tone::dim);
}

}  // namespace mariani::app
