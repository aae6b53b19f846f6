#include "app/measure/race.hpp"
#include "app/panels/bar_plot.hpp"
#include "app/panels/fields.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// The widths of a racer's controls, at scale 1, and their headings.
constexpr float engine_width = 72, place_width = 82, scheme_width = 76, number_width = 58;
constexpr std::array<std::pair<const char*, float>, 6> heads{{{"engine", engine_width},
                                                              {"backend", place_width},
                                                              {"scheme", scheme_width},
                                                              {"g", number_width},
                                                              {"r", number_width},
                                                              {"B", number_width}}};

// A choice of the model as a drop-down list.
template <typename E>
void pick(const PanelContext& context, const char* id, E& value, float width) {
    ImGui::SetNextItemWidth(scaled_length(context, width));
    if (!ImGui::BeginCombo(id, std::string(choice_of(value).label).c_str())) return;
    for (const auto& choice : choices<E>()) {
        if (ImGui::Selectable(std::string(choice.label).c_str(), choice.value == value))
            value = choice.value;
        explain(choice.description);
    }
    ImGui::EndCombo();
}

// The backend, and which GPU if there are several.
void pick_place(const PanelContext& context, Racer& racer) {
    const auto& devices = context.seen.devices;
    const auto label = [](std::optional<Backend> backend, std::optional<int> device) {
        const std::string name(backend ? choice_of(*backend).label : automatic_name);
        return device ? fmt::format("{} {}", name, *device) : name;
    };
    ImGui::SetNextItemWidth(scaled_length(context, place_width));
    if (!ImGui::BeginCombo("##backend", label(racer.backend, racer.device).c_str())) return;
    const auto entry = [&](std::optional<Backend> backend, std::optional<int> device) {
        const bool chosen = racer.backend == backend && racer.device == device;
        if (!ImGui::Selectable(label(backend, device).c_str(), chosen)) return;
        racer.backend = backend;
        racer.device = device;
    };
    entry(std::nullopt, std::nullopt);
    for (const auto& choice : choices<Backend>()) entry(choice.value, std::nullopt);
    if (devices.size() > 1)
        for (const auto& device : devices) entry(Backend::cuda, device.index);
    ImGui::EndCombo();
}

void number(const PanelContext& context, const char* id, const char* name, int& value,
            IntegerRange allowed) {
    const auto typed =
        integer_field(context, id, name, value, allowed, scaled_length(context, number_width));
    if (typed) value = static_cast<int>(*typed);
}

// Returns false if the racer is to be removed.
bool racer_row(const PanelContext& context, std::size_t index, Racer& racer, bool removable) {
    ImGui::PushID(static_cast<int>(index));
    lane_swatch(context, index, ImGui::GetFrameHeight());
    pick(context, "##engine", racer.engine, engine_width);
    ImGui::SameLine();
    pick_place(context, racer);
    ImGui::BeginDisabled(racer.engine == EngineKind::ex);
    ImGui::SameLine();
    pick(context, "##scheme", racer.scheme, scheme_width);
    auto& [g, r, B] = racer.subdivision;
    ImGui::SameLine();
    number(context, "##g", "g", g, limits::g);
    ImGui::SameLine();
    number(context, "##r", "r", r, limits::r);
    ImGui::SameLine();
    number(context, "##B", "B", B, limits::B);
    ImGui::EndDisabled();
    ImGui::SameLine();
    const bool removed =
        button("x", "Removes this engine from the race.", ImGui::GetFrameHeight(), removable);
    for (const char* id : {"##g", "##r", "##B"}) field_error(context, id);
    ImGui::PopID();
    return !removed;
}

void column_heads(const PanelContext& context) {
    float x = ImGui::GetCursorPosX() + swatch_width();
    for (const auto& [name, width] : heads) {
        ImGui::SetCursorPosX(x);
        value_text(name, tone::dim);
        ImGui::SameLine();
        x += scaled_length(context, width) + ImGui::GetStyle().ItemSpacing.x;
    }
    ImGui::NewLine();
}

// The engine panel's present settings.
Racer present_racer(const PanelContext& context) {
    const auto& engine = context.settings.engine;
    const FramePlan plan = plan_in_use(context);
    return {plan.engine, plan.scheme, plan.subdivision, plan.block, engine.backend, engine.device};
}

void racer_rows(const PanelContext& context) {
    auto& racers = context.state.race.racers;
    column_heads(context);
    const auto count = static_cast<std::int64_t>(racers.size());
    for (std::size_t i = 0; i < racers.size(); ++i)
        if (!racer_row(context, i, racers[i], count > racers_in_race.min))
            racers.erase(racers.begin() + static_cast<std::ptrdiff_t>(i--));
    if (button("Add the current engine", "Adds the engine as set in the panel Engine; six at most.",
               scaled_length(context, 180), count < racers_in_race.max))
        racers.push_back(present_racer(context));
}

void start_race_row(const PanelContext& context) {
    auto& state = context.state.race;
    const auto& race = context.seen.laboratory.race;
    row(context, "Runs, seed", "Measured runs per engine, and the random seed of their order.");
    number(context, "##repeat", "the number of runs", state.repeat, runs_in_race);
    ImGui::SameLine();
    number(context, "##seed", "the seed", state.seed, seeds);
    ImGui::SameLine();
    checkbox("Energy", state.energy,
             "Afterwards, repeats each for half a second or longer and reads the energy counter of "
             "the GPU or processor.");
    field_error(context, "##repeat");
    field_error(context, "##seed");
    const bool rests = context.seen.laboratory.doing.empty();
    const float width = button_width(3);
    if (button("Race###start", "Runs all engines on this view in random order.", width, rests))
        context.commands.push_back(race_command(state));
    ImGui::SameLine();
    const bool watched = context.state.film.is_open();
    if (button(watched ? "Stop watching###watch" : "Watch###watch",
               "Plays the race over the picture in slow motion, with the pixels and iterations of "
               "each. From there you can export it as a film.",
               width, rests && race && can_be_watched(*race)))
        context.commands.push_back(Action::watch_race);
    ImGui::SameLine();
    if (button("Save as PNG and CSV", "Saves the pictures with their times, and a table.", width,
               rests && race && !ranking(*race).empty()))
        context.commands.push_back(Action::export_race);
}

void lane_picture(const PanelContext& context, const Race& race, std::size_t i, ImVec2 size) {
    const ImVec2 from = ImGui::GetCursorScreenPos(), to{from.x + size.x, from.y + size.y};
    auto& list = *ImGui::GetWindowDrawList();
    ImGui::Dummy(size);
    const auto name = i < context.seen.race_pictures.size() ? context.seen.race_pictures[i] : 0u;
    if (name != 0 && race.lanes[i].picture)
        list.AddImage(ImTextureID{name}, from, to);
    else
        list.AddRectFilled(from, to, tone::packed(tone::field));
}

void lane_card(const PanelContext& context, const Race& race, std::size_t i) {
    const RaceLane& lane = race.lanes[i];
    const auto [width, height] = race.plan.request.image;
    const float across = ImGui::GetContentRegionAvail().x;
    lane_swatch(context, i, ImGui::GetTextLineHeight());
    ImGui::PushTextWrapPos(0);
    value_text(lane_title(lane));
    if (!lane.failure.empty())
        value_text("cannot run", tone::warning);
    else if (lane.timed())
        value_text(significant(lane.spread().median) + " ms");
    else
        value_text(lane.picture ? "warming up" : "waits", tone::dim);
    ImGui::PopTextWrapPos();
    lane_picture(context, race, i,
                 {across, across * static_cast<float>(height) / static_cast<float>(width)});
}

void lane_cards(const PanelContext& context, const Race& race) {
    const auto lanes = static_cast<int>(race.lanes.size());
    const int room =
        static_cast<int>(ImGui::GetContentRegionAvail().x / scaled_length(context, 185));
    const int columns = std::clamp(room, 1, lanes > 4 ? 3 : lanes);
    if (!ImGui::BeginTable("lanes", columns, ImGuiTableFlags_SizingStretchSame)) return;
    for (std::size_t i = 0; i < race.lanes.size(); ++i) {
        ImGui::TableNextColumn();
        lane_card(context, race, i);
        gap(context);
    }
    ImGui::EndTable();
}

// The inside, which subdivision fills, costs Ex next to nothing with shortcuts.
void shortcuts_note(const Race& race) {
    if (race.plan.request.shortcuts)
        note(
            "Raced with interior shortcuts: Ex skips most of the work inside the set, too, and "
            "subdivision may lose. To race without them, turn them off (Regions, Advanced).",
            tone::text);
}

void subject(const Race& race) {
    const FrameRequest& view = race.plan.request;
    note(
        fmt::format("{} pixels, dwell {}, shortcuts {}; {} runs each after a warm-up, in random "
                    "order, seed {}. The line on a bar spans the minimum to the maximum.",
                    to_text(view.image), view.dwell_limit, view.shortcuts ? "on" : "off",
                    race.plan.repeat, race.plan.seed));
}

}  // namespace

command::Race race_command(const RacePanelState& state) {
    command::Race start{{}, state.repeat, state.seed, state.energy};
    for (const Racer& racer : state.racers) start.racers.push_back(racer_text(racer));
    return start;
}

void race_panel(const PanelContext& context) {
    racer_rows(context);
    gap(context);
    start_race_row(context);
    const auto& race = context.seen.laboratory.race;
    if (!race) return note("Two to six engines on this view, each with its picture and its time.");
    gap(context);
    measured_on(context, race->plan.request.view, [&] {
        race_bars(context, *race);
        shortcuts_note(*race);
        subject(*race);
        gap(context);
        lane_cards(context, *race);
    });
}

}  // namespace mariani::app
