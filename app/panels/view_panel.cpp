#include "app/panels/fields.hpp"
#include "app/panels/knob_row.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/decimal.hpp"
#include "compute/model/growing_frame.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// Where doubles no longer separate the pixels of a Julia set there is nothing to see.
std::optional<std::string> why_height_invalid(const View& view, ImageSize picture) {
    if (!view.julia || !too_deep(view, picture)) return std::nullopt;
    const double min = min_height(view.centre, picture).nearest();
    return fmt::format(
        "the view's height is {}: it must be at least {:.2g} here, as Julia sets are limited to "
        "double precision (f64)",
        to_text(view.height), 1.06 * min);  // two digits, but never less than `min`
}

template <typename Number>
std::optional<Number> parsed(const std::string& text) {
    if constexpr (std::is_same_v<Number, Length>)
        return parse_length(text);
    else
        return parse_coordinate(text);
}

// The text into the view's number or, of a whole point such as -0.75+0.1i, into both parts of its
// centre. False if it is neither.
template <typename Number>
bool take(const std::string& text, Number& value, View& view) {
    if constexpr (std::is_same_v<Number, Coordinate>)
        if (const auto point = parse_point(text)) {
            view.centre = *point;
            return true;
        }
    const auto number = parsed<Number>(text);
    if (number) value = *number;
    return number.has_value();
}

template <typename Number>
std::string most_digits() {
    if constexpr (std::is_same_v<Number, Length>) return "";
    return fmt::format(", with at most {} digits after its point", Decimal::most_decimals);
}

void go_to_typed(const PanelContext& context, const View& view) {
    context.state.typed_view = view;
    context.commands.push_back(command::GoTo{view});
}

// A field for one of the view's numbers, valid if the resulting view is.
template <typename Number>
void coordinate_field(const PanelContext& context, const char* id, const std::string& name,
                      Number& (*of)(View&)) {
    View view = context.settings.view;
    Number& value = of(view);
    const auto validate = [&](const std::string& text) -> std::optional<std::string> {
        if (!take(text, value, view))
            return fmt::format("{} is {}: it must be a number, such as {} or 2e-10{}", name,
                               in_quotes(text), std::is_same_v<Number, Length> ? "2.5" : "-0.75",
                               read_digits(text) ? most_digits<Number>() : std::string());
        if (auto why = why_invalid(view)) return why;
        if constexpr (std::is_same_v<Number, Length>)
            return why_height_invalid(view, context.seen.picture);
        return std::nullopt;
    };
    const auto current = to_text(value);
    if (const auto typed = text_field(context, id, current, validate, -FLT_MIN)) {
        take(*typed, value, view);
        go_to_typed(context, view);
    }
    field_error(context, id);
}

void julia_field(const PanelContext& context, float width) {
    View view = context.settings.view;
    const auto validate = [&](const std::string& text) -> std::optional<std::string> {
        view.julia = parse_point(text);
        if (view.julia) return why_invalid(view);
        return fmt::format(
            "the c of the Julia set is {}: it must be RE,IM or RE+IMi, such as -0.8,0.156",
            in_quotes(text));
    };
    const auto current = to_text(*view.julia);
    if (const auto typed = text_field(context, "##julia", current, validate, width)) {
        view.julia = parse_point(*typed);
        go_to_typed(context, view);
    }
}

// Which set is shown, and the way to the other.
void set_row(const PanelContext& context) {
    const bool julia = context.settings.view.julia.has_value();
    row(context, julia ? "Julia set of c" : "Set",
        "The Mandelbrot set lies in the plane of c. Each point c has a Julia set in the plane of "
        "z.");
    const char* const other = julia ? "Mandelbrot set" : "Open a Julia set";
    const ImGuiStyle& style = ImGui::GetStyle();
    const float left = ImGui::GetCursorPosX(), whole = ImGui::GetContentRegionAvail().x;
    const float there =
        std::max(button_width(2), ImGui::CalcTextSize(other).x + 2 * style.FramePadding.x);
    const float width = std::max(whole - there - style.ItemSpacing.x, 1.0f);
    if (julia) {
        julia_field(context, width);
    } else {
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted("Mandelbrot");
    }
    ImGui::SameLine(left + width + style.ItemSpacing.x);
    if (button(other,
               julia ? "Goes back to the Mandelbrot set (Shift+J)."
                     : "Opens the Julia set of the point at the centre of the picture. Shift+J "
                       "opens that of the point under the mouse.",
               there))
        context.commands.push_back(Action::switch_set);
    field_error(context, "##julia");
}

std::string digits_text(const View& view) {
    const auto given = std::max(view.centre.re.decimals(), view.centre.im.decimals());
    return fmt::format("{} of {}", grouped(given), grouped(needed_decimals(view.height)));
}

void coordinate_rows(const PanelContext& context) {
    if (std::exchange(context.state.view_replaced, false))
        for (const char* id : {"##re", "##im", "##height", "##julia"}) discard_draft(context, id);
    set_row(context);
    row(context, "Centre re", "The real part of the picture's centre.");
    coordinate_field(
        context, "##re", "the centre's real part",
        +[](View& view) -> Coordinate& { return view.centre.re; });
    row(context, "Centre im", "The imaginary part of the picture's centre.");
    coordinate_field(
        context, "##im", "the centre's imaginary part",
        +[](View& view) -> Coordinate& { return view.centre.im; });
    row(context, "Height", "The height of the visible part of the plane.");
    coordinate_field(
        context, "##height", "the view's height",
        +[](View& view) -> Length& { return view.height; });
    if (why_too_few_digits(context.settings.view))
        row_text(context, "Digits",
                 "Digits of the centre after the point, and the number that this height needs. "
                 "With fewer, this is probably not the intended point.",
                 digits_text(context.settings.view));
}

void view_buttons(const PanelContext& context) {
    const auto& seen = context.seen;
    auto& commands = context.commands;
    const float width = button_width(5);
    if (button("Home", "Shows the whole set.", width)) commands.push_back(Action::home_view);
    ImGui::SameLine();
    if (button("Undo", "Takes back the last change, of the view or of a setting (Ctrl+Z).", width,
               seen.can_undo))
        commands.push_back(Action::undo_view);
    ImGui::SameLine();
    if (button("Redo", "Makes the change again (Ctrl+Shift+Z).", width, seen.can_redo))
        commands.push_back(Action::redo_view);
    ImGui::SameLine();
    if (button("Copy", "Copies the exact coordinates as text (Ctrl+C).", width))
        commands.push_back(Action::copy_coordinates);
    ImGui::SameLine();
    if (button("Paste", "Goes to coordinates copied as text (Ctrl+V).", width))
        commands.push_back(Action::paste_coordinates);
}

// The minibrot that was found, while the view holds its centre.
void found_minibrot(const PanelContext& context) {
    const auto& found = context.seen.minibrot;
    const View& view = context.settings.view;
    if (!found || view.julia) return;
    const auto within = [&](Length distance) { return abs(distance) < view.height; };
    if (!within(found->centre.re - view.centre.re) || !within(found->centre.im - view.centre.im))
        return;
    note_below(
        context,
        fmt::format("{}period {}, {} {}{}", found->disc ? "disc, no minibrot: " : "",
                    grouped(found->period), found->disc ? "width" : "size", magnitude(found->size),
                    found->domain ? ", atom domain " + magnitude(*found->domain) : ""),
        tone::dim);
}

void minibrot_row(const PanelContext& context) {
    row(context, "Minibrot",
        "The small copy of the whole set with the lowest period in the picture.");
    const bool julia = context.settings.view.julia.has_value();
    if (button(
            "Zoom to it",
            "Finds the minibrot in the view, at any depth, and goes there (N). Ctrl + drag finds "
            "the one in a box.",
            button_width(2), !julia && !context.seen.searching))
        context.commands.push_back(Action::find_minibrot);
    with_room(1, [&] { found_minibrot(context); });
}

constexpr const char* no_orbit_text = "Orbits are not available in deep zoom.";

bool no_orbit(const PanelContext& context) {
    const auto& seen = context.seen;
    return seen.picture.height > 0 && double_exhausted(seen.view, seen.picture);
}

void orbit_toggle(const PanelContext& context) {
    const bool none = no_orbit(context);
    ImGui::BeginDisabled(none);
    if (toggle(
            "Orbit", context.settings.insets.orbit,
            none ? no_orbit_text : "Shows step by step where the point under the mouse goes (O)."))
        context.commands.push_back(Action::toggle_orbit);
    ImGui::EndDisabled();
}

void inset_toggles(const PanelContext& context) {
    row(context, "Show", "Items drawn over the picture.");
    orbit_toggle(context);
    ImGui::SameLine();
    if (toggle("Julia set", context.settings.insets.julia,
               "Shows the Julia set of the point under the mouse (J); Shift+J opens it."))
        context.commands.push_back(Action::toggle_julia);
    ImGui::SameLine();
    if (toggle("Map", context.settings.insets.minimap,
               "Shows the view's place in the whole set, from a magnification of 4 on (M). A click "
               "on it goes there."))
        context.commands.push_back(Action::toggle_minimap);
    if (no_orbit(context)) note_below(context, no_orbit_text, tone::dim);
}

}  // namespace

void view_panel(const PanelContext& context) {
    poster_row(context);
    coordinate_rows(context);
    view_buttons(context);
    gap(context);
    dwell_limit_row(context);
    minibrot_row(context);
    inset_toggles(context);
}

void dwell_limit_row(const PanelContext& context) {
    Settings& settings = context.settings;
    auto dwell = settings.engine.dwell_limit;
    const float entry = scaled_length(context, 84), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float automatic =
        ImGui::CalcTextSize("auto").x + 2 * ImGui::GetStyle().FramePadding.x + gap;
    row(context, knob_table<EngineRequest>()["dwell"]);
    resettable(
        context, [](auto& s) -> auto& { return s.automatic_dwell_limit; });
    const std::uint32_t min = limits::dwell.min, max = limits::dwell.max;
    ImGui::SetNextItemWidth(-entry - gap - automatic);
    if (ImGui::SliderScalar(
            "##dwell", ImGuiDataType_U32, &dwell, &min, &max, "",
            ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput))
        set_dwell_limit(settings, dwell);
    explain("Drag, or type an exact number from 1 to 10,000,000 next to it.");
    ImGui::SameLine(0, gap);
    const auto typed =
        integer_field(context, "##exact dwell", "the dwell limit", dwell, limits::dwell, entry);
    if (typed) set_dwell_limit(settings, static_cast<std::uint32_t>(*typed));
    ImGui::SameLine(0, gap);
    if (toggle("auto##dwell", settings.automatic_dwell_limit,
               "Adapts to the view when it rests: higher while pixels escape just before the "
               "limit, lower where fewer steps suffice."))
        settings.automatic_dwell_limit = !settings.automatic_dwell_limit;
    field_error(context, "##exact dwell");
}

}  // namespace mariani::app
