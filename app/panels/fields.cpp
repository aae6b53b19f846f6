#include "app/panels/fields.hpp"

#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include <fmt/core.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

namespace mariani::app {
namespace {

constexpr auto beside_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                              ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                              ImGuiWindowFlags_NoFocusOnAppearing |
                              ImGuiWindowFlags_AlwaysAutoResize;

bool escape_pressed() {
    return ImGui::IsKeyPressed(ImGuiKey_Escape);
}

// What is too long shows its beginning and its end, where an exponent may be.
void show_both_ends(const std::string& text) {
    const ImVec2 pad = ImGui::GetStyle().FramePadding, from = ImGui::GetItemRectMin();
    const float letter = ImGui::CalcTextSize("0").x;
    const auto room =
        static_cast<std::size_t>(std::max(0.0f, (ImGui::GetItemRectSize().x - 2 * pad.x) / letter));
    const std::size_t end = std::min<std::size_t>(room / 2 - 3, 10);
    const std::string shown =
        text.substr(0, room - end - 3) + "..." + text.substr(text.size() - end);
    ImGui::GetWindowDrawList()->AddText({from.x + pad.x, from.y + pad.y}, tone::packed(tone::text),
                                        shown.c_str());
}

bool text_input(const PanelContext& context, const char* id, std::string& text, bool refused,
                float width) {
    const float height = ImGui::GetFrameHeight();
    push_mono(context.fonts);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {ImGui::GetStyle().FramePadding.x, 0.5f * (height - ImGui::GetFontSize())});
    ImGui::SetNextItemWidth(width);
    const float room = ImGui::CalcItemWidth() - 2 * ImGui::GetStyle().FramePadding.x;
    // A coordinate; numbers that just fill their field are read at a glance.
    const bool long_one = !refused && room > 12 * ImGui::CalcTextSize("0").x &&
                          ImGui::GetActiveID() != ImGui::GetID(id) &&
                          ImGui::CalcTextSize(text.c_str()).x > room;
    ImGui::PushStyleColor(ImGuiCol_Text, refused    ? tone::error
                                         : long_one ? tone::with_alpha(tone::text, 0)
                                                    : tone::text);
    ImGui::PushStyleColor(ImGuiCol_FrameBg, refused ? tone::error_field : tone::field);
    const bool changed = ImGui::InputText(id, &text, ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleColor(2);
    if (long_one && !ImGui::IsItemActive()) show_both_ends(text);
    ImGui::PopStyleVar();
    ImGui::PopFont();
    return changed;
}

std::optional<std::string> why_integer_invalid(std::string_view name, const std::string& text,
                                               IntegerRange allowed) {
    if (const auto value = parse_integer(text)) return why_invalid(name, *value, allowed);
    const auto why =
        why_invalid(name, allowed.max + 1, allowed);  // for its text on what is allowed
    return std::string(name) + " is " + (text.empty() ? "empty" : "\"" + text + "\"") +
           why->substr(why->find(':'));
}

std::int64_t power_below(std::int64_t value) {
    return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(value - 1)));
}

std::int64_t power_above(std::int64_t value) {
    return value < 1
               ? 1
               : static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(value))) * 2;
}

// Whole numbers with all of their digits.
std::string number_text(double value) {
    return value == std::round(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.6g}", value);
}

// A square button as high as the row that repeats while held.
bool step_button(const char* label, bool possible) {
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::BeginDisabled(!possible);
    ImGui::PushItemFlag(ImGuiItemFlags_ButtonRepeat, true);
    const bool pressed = ImGui::Button(label, {ImGui::GetFrameHeight(), 0});
    ImGui::PopItemFlag();
    ImGui::EndDisabled();
    return pressed;
}

}  // namespace

std::optional<std::string> text_field(const PanelContext& context, const char* id,
                                      const std::string& current, const Validator& validate,
                                      float width) {
    const auto key = ImGui::GetID(id);
    auto& drafts = context.state.drafts;
    if (const auto old = drafts.find(key);
        old != drafts.end() && old->second.original_text != current)
        drafts.erase(old);
    const auto draft = drafts.find(key);
    const bool was_invalid = draft != drafts.end() && !draft->second.error.empty();
    std::string text = draft != drafts.end() ? draft->second.text : current;

    const bool changed = text_input(context, id, text, was_invalid, width);
    const bool left = ImGui::IsItemDeactivated();
    // What was refused may be possible by now.
    const bool finished = ImGui::IsItemDeactivatedAfterEdit() || (left && was_invalid);
    if (left && escape_pressed()) {
        drafts.erase(key);
        return std::nullopt;
    }
    if (!changed && !finished) return std::nullopt;
    const auto why = validate(text);
    if (finished && !why) {
        drafts.erase(key);
        return text == current ? std::nullopt : std::optional(text);
    }
    // While typing, "1" on its way to "16" is not yet an error.
    drafts[key] = {text, (finished || was_invalid) && why ? *why : "", current};
    return std::nullopt;
}

std::optional<std::int64_t> integer_field(const PanelContext& context, const char* id,
                                          std::string_view name, std::int64_t value,
                                          IntegerRange allowed, float width, int multiple,
                                          const IntegerValidator& why_refused) {
    const auto validate = [&](const std::string& text) -> std::optional<std::string> {
        if (auto why = why_integer_invalid(name, text, allowed)) return why;
        const std::int64_t number = *parse_integer(text);
        if (number % multiple != 0)
            return fmt::format("{} is {}: it must be a multiple of {}", name, text, multiple);
        return why_refused ? why_refused(number) : std::nullopt;
    };
    const auto typed = text_field(context, id, std::to_string(value), validate, width);
    return typed ? parse_integer(*typed) : std::nullopt;
}

std::optional<std::int64_t> stepped_field(const PanelContext& context, const char* id,
                                          std::string_view name, std::int64_t value,
                                          IntegerRange allowed, int multiple,
                                          const IntegerValidator& why_refused) {
    ImGui::PushID(id);
    const float buttons = 2 * (ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x);
    auto next = integer_field(context, "##text", name, value, allowed,
                              std::max(1.0f, ImGui::GetContentRegionAvail().x - buttons), multiple,
                              why_refused);
    const auto step = [&](const char* label, std::int64_t to) {
        const bool possible = to != value && !(why_refused && why_refused(to));
        if (step_button(label, possible)) next = to;
    };
    step("-", value > allowed.min ? std::max(allowed.min, power_below(value)) : value);
    step("+", value < allowed.max ? std::min(allowed.max, power_above(value)) : value);
    field_error(context, "##text");
    ImGui::PopID();
    return next;
}

Validator real_validator(std::string_view name, RealRange allowed) {
    return [=](const std::string& text) -> std::optional<std::string> {
        const auto number = parse_real(text);
        if (number && allowed.holds(*number)) return std::nullopt;
        return fmt::format("{} must be a number from {} to {}", name, allowed.min, allowed.max);
    };
}

std::optional<double> real_field(const PanelContext& context, const char* id, std::string_view name,
                                 const std::string& current, double least, double most) {
    const auto typed = text_field(context, id, current, real_validator(name, {least, most}),
                                  ImGui::GetContentRegionAvail().x);
    field_error(context, id);
    return typed ? parse_real(*typed) : std::nullopt;
}

bool value_slider(const PanelContext& context, const char* id, std::string_view name, double& value,
                  const Slide& slide, float width) {
    const auto& [allowed, digits, unit, logarithmic] = slide;
    const float field = scaled_length(context, 64), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const double before = value;
    ImGui::BeginGroup();
    ImGui::SetNextItemWidth(std::max(width - field - gap, 1.0f));
    ImGui::PushStyleColor(ImGuiCol_Text, ImVec4{});  // the number stands in the field
    if (ImGui::SliderScalar(id, ImGuiDataType_Double, &value, &allowed.min, &allowed.max, digits,
                            ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput |
                                (logarithmic ? ImGuiSliderFlags_Logarithmic : 0)))
        value = std::clamp(value, allowed.min, allowed.max);
    ImGui::PopStyleColor();
    ImGui::SameLine(0, gap);
    const auto number = [&](const std::string& text) {
        return text.substr(0, text.size() - (text.ends_with(unit) ? std::strlen(unit) : 0));
    };
    const auto why_refused = real_validator(name, allowed);
    const std::string exact = std::string(id) + " exact";
    const auto typed = text_field(
        context, exact.c_str(), number_text(value) + unit,
        [&](const std::string& text) { return why_refused(number(text)); }, field);
    field_error(context, exact.c_str());
    ImGui::EndGroup();
    if (typed) value = parse_real(number(*typed)).value();
    return value != before;
}

void discard_draft(const PanelContext& context, const char* id) {
    context.state.drafts.erase(ImGui::GetID(id));
}

bool field_refused(const PanelContext& context, const char* id) {
    const auto draft = context.state.drafts.find(ImGui::GetID(id));
    return draft != context.state.drafts.end() && !draft->second.error.empty();
}

void field_error(const PanelContext& context, const char* id) {
    if (!field_refused(context, id) || !ImGui::IsItemVisible()) return;
    const auto key = ImGui::GetID(id);
    const std::string& why = context.state.drafts.at(key).error;
    const auto& padding = ImGui::GetStyle().FramePadding;
    place_beside_item(ImGui::CalcTextSize(why.c_str()).x + 2 * padding.x);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::Begin(fmt::format("##refused {}", key).c_str(), nullptr, beside_flags);
    ImGui::PopStyleVar(2);
    ImGui::TextColored(tone::error, "%s", why.c_str());
    ImGui::End();
}

}  // namespace mariani::app
