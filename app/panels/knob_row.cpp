#include "app/panels/knob_row.hpp"

#include "app/panels/fields.hpp"

#include <algorithm>
#include <limits>
#include <variant>
#include <vector>

#include <imgui.h>

namespace mariani::app {
namespace {

std::optional<std::string> why_refused(const KnobState& state, const KnobValue& value) {
    return state.why_refused ? state.why_refused(value) : std::nullopt;
}

void choice_field(const Knob& knob, const std::string& id, void* problem, const KnobState& state) {
    const std::size_t chosen = std::get<ChoicePlace>(knob.get(problem)).number;
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (ImGui::BeginCombo(id.c_str(), std::string(knob.choices.at(chosen).label).c_str(),
                          ImGuiComboFlags_HeightLarge)) {
        for (std::size_t place = 0; place < knob.choices.size(); ++place) {
            const auto choice = knob.choices.at(place);
            const auto refused = why_refused(state, ChoicePlace{place});
            ImGui::BeginDisabled(refused.has_value());
            if (ImGui::Selectable(std::string(choice.label).c_str(), place == chosen))
                knob.set(problem, ChoicePlace{place});
            ImGui::EndDisabled();
            explain(refused ? *refused : choice.description);
        }
        ImGui::EndCombo();
    }
}

void integer_row(const PanelContext& context, const Knob& knob, const std::string& id,
                 void* problem, const KnobState& state) {
    const IntegerRange range = state.range.value_or(knob.integers);
    const int unit = knob.shown_unit;
    const auto value = std::get<std::int64_t>(knob.get(problem)) / unit;
    const IntegerRange shown{range.min / unit, range.max / unit};
    const std::string name = spelled(knob, ' ');
    const auto refused = [&](std::int64_t typed) { return why_refused(state, typed * unit); };
    const auto next =
        knob.stepped
            ? stepped_field(context, id.c_str(), name, value, shown, knob.multiple, refused)
            : integer_field(context, id.c_str(), name, value, shown,
                            ImGui::GetContentRegionAvail().x, knob.multiple, refused);
    if (!knob.stepped) field_error(context, id.c_str());
    if (next) knob.set(problem, *next * unit);
}

// As far as a file of settings keeps it.
void seed_row(const PanelContext& context, const Knob& knob, const std::string& id, void* problem) {
    constexpr Seed most = std::numeric_limits<std::int64_t>::max();
    const auto value = static_cast<std::int64_t>(std::min(std::get<Seed>(knob.get(problem)), most));
    const auto next =
        integer_field(context, id.c_str(), knob.id, value, {0, std::numeric_limits<int>::max()},
                      ImGui::GetContentRegionAvail().x);
    field_error(context, id.c_str());
    if (next) knob.set(problem, static_cast<Seed>(*next));
}

// As an option has it: "0.5", or "auto" and what it takes.
void typed_row(const PanelContext& context, const Knob& knob, const std::string& id, void* problem,
               const KnobState& state) {
    const auto validate = [&](const std::string& text) -> std::optional<std::string> {
        if (const auto value = parse_value(knob, text)) return why_refused(state, *value);
        return spelled(knob, ' ') + " must be " + allowed_text(knob);
    };
    const KnobValue value = knob.get(problem);
    const bool tells = state.taken && value == KnobValue(Automatic{});
    const float width = ImGui::GetContentRegionAvail().x;
    const auto typed = text_field(context, id.c_str(), to_text(knob, value), validate,
                                  tells ? 0.5f * width : width);
    if (tells) {
        ImGui::SameLine();
        value_text("takes " + to_text(knob, *state.taken), tone::dim);
    }
    field_error(context, id.c_str());
    if (typed) knob.set(problem, parse_value(knob, *typed).value());
}

struct Button {
    KnobValue value;
    std::string label;
    std::string_view explanation{};
};

std::vector<Button> buttons_of(const Knob& knob, const KnobState& state) {
    std::vector<Button> buttons;
    if (knob.may_be_automatic) buttons.push_back({Automatic{}, std::string(automatic_name)});
    if (knob.kind == Knob::Kind::boolean)
        for (const bool on : {true, false}) buttons.push_back({on, to_text(knob, on)});
    for (std::size_t at = 0; knob.kind == Knob::Kind::choice && at < knob.choices.size(); ++at)
        buttons.push_back({ChoicePlace{at}, std::string(knob.choices.at(at).label),
                           knob.choices.at(at).description});
    if (knob.kind == Knob::Kind::integer)
        for (std::int64_t value = knob.integers.min; value <= knob.integers.max;
             value = knob.stepped ? 2 * value : value + 1)
            if (!why_refused(state, value)) buttons.push_back({value, to_text(knob, value)});
    return buttons;
}

void button_row(const Knob& knob, void* problem, const KnobState& state) {
    const KnobValue value = knob.get(problem);
    std::vector<Button> buttons = buttons_of(knob, state);
    const auto taken = std::ranges::find_if(
        buttons, [&](const Button& button) { return button.value == state.taken; });
    if (value == KnobValue(Automatic{}) && taken != buttons.end())
        buttons.front().label += ": " + taken->label;
    std::vector<Segment> segments;
    for (const auto& [each, label, explanation] : buttons)
        segments.push_back(
            {label, state.idle ? std::string_view() : explanation, why_refused(state, each)});
    const auto chosen = std::ranges::find(buttons, value, &Button::value) - buttons.begin();
    if (const auto picked =
            segmented(std::string(knob.id).c_str(), segments, static_cast<std::size_t>(chosen)))
        knob.set(problem, buttons[*picked].value);
}

void field(const PanelContext& context, const Knob& knob, void* problem, const KnobState& state) {
    const std::string id = "##" + std::string(knob.id);
    if (knob.buttons) return button_row(knob, problem, state);
    if (knob.may_be_automatic) return typed_row(context, knob, id, problem, state);
    switch (knob.kind) {
        case Knob::Kind::boolean: {
            bool on = std::get<bool>(knob.get(problem));
            if (ImGui::Checkbox(id.c_str(), &on)) knob.set(problem, on);
            return;
        }
        case Knob::Kind::integer:
            return integer_row(context, knob, id, problem, state);
        case Knob::Kind::seed:
            return seed_row(context, knob, id, problem);
        case Knob::Kind::real:
        case Knob::Kind::block:
            return typed_row(context, knob, id, problem, state);
        case Knob::Kind::choice:
            return choice_field(knob, id, problem, state);
    }
}

}  // namespace

void row(const PanelContext& context, const Knob& knob) {
    std::string explanation = std::string(knob.help) + ".";
    if (knob.may_be_automatic) explanation.append(" Auto: ").append(knob.automatic).append(".");
    row(context, std::string(knob.label).c_str(), explanation.c_str());
}

void engine_row(const PanelContext& context, std::string_view id) {
    const Knob& knob = knob_table<EngineRequest>()[id];
    row(context, knob);
    EngineRequest& engine = context.settings.engine;
    const KnobValue usual = knob.get(&usual_settings().engine);
    if (reset_wanted(context, knob.get(&engine) == usual)) knob.set(&engine, usual);
    ImGui::SetNextItemWidth(-FLT_MIN);
}

void knob_row(const PanelContext& context, const Knob& knob, void* problem,
              const KnobState& state) {
    row(context, knob);
    if (state.usual && reset_wanted(context, knob.get(problem) == *state.usual))
        knob.set(problem, *state.usual);
    ImGui::SetNextItemWidth(-FLT_MIN);
    grey_if(state.idle, [&] { field(context, knob, problem, state); });
    if (knob.kind != Knob::Kind::choice || knob.buttons || knob.may_be_automatic) return;
    const std::size_t chosen = std::get<ChoicePlace>(knob.get(problem)).number;
    note_below(context, std::string(knob.choices.at(chosen).description), tone::dim);
}

}  // namespace mariani::app
