#include "app/panels/knob_row.hpp"

#include "app/panels/fields.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include <imgui.h>

namespace mariani::app {
namespace {

// What is grey explains itself as a whole.
void choice_buttons(const Knob& knob, const std::string& id, void* problem, bool grey) {
    std::vector<Segment> segments;
    for (std::size_t place = 0; place < knob.choices.size(); ++place) {
        const auto choice = knob.choices.at(place);
        segments.push_back({choice.label, grey ? "" : choice.description, {}});
    }
    const std::size_t chosen = std::get<ChoicePlace>(knob.get(problem)).number;
    if (const auto picked = segmented(id.c_str(), segments, chosen))
        knob.set(problem, ChoicePlace{*picked});
}

void choice_list(const PanelContext& context, const Knob& knob, const std::string& id,
                 void* problem) {
    const std::size_t chosen = std::get<ChoicePlace>(knob.get(problem)).number;
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (ImGui::BeginCombo(id.c_str(), std::string(knob.choices.at(chosen).label).c_str(),
                          ImGuiComboFlags_HeightLarge)) {
        for (std::size_t place = 0; place < knob.choices.size(); ++place) {
            const auto choice = knob.choices.at(place);
            if (ImGui::Selectable(std::string(choice.label).c_str(), place == chosen))
                knob.set(problem, ChoicePlace{place});
            explain(choice.description);
        }
        ImGui::EndCombo();
    }
    note_below(context, std::string(knob.choices.at(chosen).description), tone::dim);
}

void integer_row(const PanelContext& context, const Knob& knob, const std::string& id,
                 void* problem, IntegerRange range) {
    const int unit = knob.shown_unit;
    const auto value = std::get<std::int64_t>(knob.get(problem)) / unit;
    const IntegerRange shown{range.min / unit, range.max / unit};
    const std::string name = spelled(knob, ' ');
    const auto next = knob.stepped
                          ? stepped_field(context, id.c_str(), name, value, shown, knob.multiple)
                          : integer_field(context, id.c_str(), name, value, shown,
                                          ImGui::GetContentRegionAvail().x, knob.multiple);
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

// As an option has it: "0.5", "auto".
void typed_row(const PanelContext& context, const Knob& knob, const std::string& id,
               void* problem) {
    const auto validate = [&](const std::string& text) -> std::optional<std::string> {
        if (parse_value(knob, text)) return std::nullopt;
        return spelled(knob, ' ') + " must be " + allowed_text(knob);
    };
    const auto typed = text_field(context, id.c_str(), to_text(knob, knob.get(problem)), validate,
                                  ImGui::GetContentRegionAvail().x);
    field_error(context, id.c_str());
    if (typed) knob.set(problem, parse_value(knob, *typed).value());
}

void field(const PanelContext& context, const Knob& knob, void* problem, IntegerRange range,
           bool grey) {
    const std::string id = "##" + std::string(knob.id);
    if (knob.may_be_automatic) return typed_row(context, knob, id, problem);
    switch (knob.kind) {
        case Knob::Kind::boolean: {
            bool on = std::get<bool>(knob.get(problem));
            if (ImGui::Checkbox(id.c_str(), &on)) knob.set(problem, on);
            return;
        }
        case Knob::Kind::integer:
            return integer_row(context, knob, id, problem, range);
        case Knob::Kind::seed:
            return seed_row(context, knob, id, problem);
        case Knob::Kind::real:
            return typed_row(context, knob, id, problem);
        case Knob::Kind::choice:
            return knob.side_by_side ? choice_buttons(knob, id, problem, grey)
                                     : choice_list(context, knob, id, problem);
    }
}

}  // namespace

void knob_row(const PanelContext& context, const Knob& knob, void* problem,
              const std::optional<std::string>& idle, const std::optional<IntegerRange>& range) {
    row(context, std::string(knob.label).c_str(), (std::string(knob.help) + ".").c_str());
    grey_if(idle, [&] {
        field(context, knob, problem, range.value_or(knob.integers), idle.has_value());
    });
}

}  // namespace mariani::app
