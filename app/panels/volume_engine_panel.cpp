#include "app/panels/backend_row.hpp"
#include "app/panels/fields.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/volume_fields.hpp"
#include "app/panels/volume_view.hpp"
#include "app/settings/volume_settings.hpp"
#include "compute/model/text.hpp"

#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

void engine_rows(const PanelContext& context) {
    const auto& settings = *context.settings.volume;
    row(context, "Engine", "How the volume is computed.");
    choose_of_volume(context, "engine", &VolumeSettings::engine);
    note_below(context, std::string(choice_of(settings.engine).description), tone::dim);
    const bool regions = volume::has_regions(settings.engine);
    ImGui::BeginDisabled(!regions);
    row(context, "Scheme", "How many threads a region has.");
    choose_of_volume(context, "scheme", &VolumeSettings::scheme);
    row(context, "Rule", "Which regions are filled with the dwell of their border.");
    choose_of_volume(context, "rule", &VolumeSettings::rule);
    ImGui::EndDisabled();
}

void pool_row(const PanelContext& context) {
    const auto& settings = *context.settings.volume;
    row(context, "Pool",
        "Launches of DP that may be pending: of those beyond, the parent does the work.");
    ImGui::BeginDisabled(!volume::has_launches(settings.engine));
    number_of_volume(
        context, "pool", settings.pool, volume::limits::pool,
        [](VolumeSettings& changed, std::int64_t next) { changed.pool = static_cast<int>(next); });
    ImGui::EndDisabled();
}

// Of "auto" or a number.
void optional_row(const PanelContext& context, const char* label, const char* name,
                  const char* explanation, IntegerRange range,
                  std::optional<int> VolumeSettings::*field) {
    row(context, label, explanation);
    const auto value = (*context.settings.volume).*field;
    const auto validate = [=](const std::string& text) -> std::optional<std::string> {
        const auto number = parse_integer(text);
        if (text == automatic_name || (number && range.holds(*number))) return std::nullopt;
        return fmt::format("{} must be auto, or a whole number from {} to {}", name, range.min,
                           range.max);
    };
    const std::string id = fmt::format("##{}", name);
    const auto typed = text_field(context, id.c_str(),
                                  value ? std::to_string(*value) : std::string(automatic_name),
                                  validate, ImGui::GetContentRegionAvail().x);
    field_error(context, id.c_str());
    if (!typed) return;
    VolumeSettings changed = *context.settings.volume;
    (changed.*field).reset();
    if (const auto number = parse_integer(*typed)) changed.*field = static_cast<int>(*number);
    take_volume(context, changed);
}

void subdivision_rows(const PanelContext& context) {
    const auto& settings = *context.settings.volume;
    ImGui::BeginDisabled(!volume::has_regions(settings.engine));
    optional_row(
        context, "g  first regions", "g",
        "Regions along each axis at the first level. Auto is 8; of surface on a GPU 32 from "
        "n = 512 on, as a region's fronts are one block's work, and the last blocks would "
        "work alone in few large regions.",
        limits::g, &VolumeSettings::g);
    row(context, "r  children", "Children of a region along each axis.");
    number_of_volume(
        context, "r", settings.r, limits::r,
        [](VolumeSettings& changed, std::int64_t next) { changed.r = static_cast<int>(next); });
    optional_row(context, "B  stop", "B",
                 "Regions are subdivided while their children are longer, in voxels. Auto is 4; of "
                 "surface 16, and where its g is 32 half a region's side: none is subdivided.",
                 limits::B, &VolumeSettings::B);
    ImGui::EndDisabled();
}

// They are too many for the row.
void encoding_row(const PanelContext& context) {
    const auto& settings = *context.settings.volume;
    row(context, "Encoding", "What an entry of the offset lookup table (OLT) is.");
    ImGui::SetNextItemWidth(-FLT_MIN);
    const std::string shown(choice_of(settings.encoding).label);
    if (!ImGui::BeginCombo("##encoding", shown.c_str(), ImGuiComboFlags_HeightLarge)) return;
    for (const auto& encoding : choices<volume::Encoding>()) {
        VolumeSettings changed = settings;
        changed.encoding = encoding.value;
        const auto refusal = volume_refusal(changed);
        ImGui::BeginDisabled(refusal.has_value());
        if (ImGui::Selectable(std::string(encoding.label).c_str(),
                              encoding.value == settings.encoding))
            take_volume(context, changed);
        ImGui::EndDisabled();
        explain(refusal ? *refusal : std::string(encoding.description));
    }
    ImGui::EndCombo();
}

void list_rows(const PanelContext& context) {
    const auto& settings = *context.settings.volume;
    ImGui::BeginDisabled(!volume::has_list(settings.engine));
    encoding_row(context);
    row(context, "Order", "In which order a level lists its regions.");
    choose_of_volume(context, "order", &VolumeSettings::order);
    ImGui::EndDisabled();
}

}  // namespace

void volume_engine_panel(const PanelContext& context) {
    engine_rows(context);
    pool_row(context);
    gap(context);
    subdivision_rows(context);
    gap(context);
    list_rows(context);
    gap(context);
    backend_row(context, context.settings.volume->backend);
    volume_refusal_note(context);
}

}  // namespace mariani::app
