#include "app/measure/energy_meter.hpp"
#include "app/panels/bar_plot.hpp"
#include "app/panels/fields.hpp"
#include "app/panels/knob_row.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/workloads/gasket/place.hpp"
#include "app/workloads/gasket/runs.hpp"
#include "app/workloads/gasket/view.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using gasket::EngineKind;

constexpr std::string_view fastest = "max";  // speed

void play_row(const PanelContext& context) {
    auto& settings = *context.settings.gasket;
    const float width = button_width(3);
    if (button(settings.running ? "Pause" : "Play", "Same as Space.", width))
        context.commands.push_back(Action::play_pause);
    ImGui::SameLine();
    if (button("Step", "Takes one step, then pauses (.).", width))
        context.commands.push_back(Action::step_once);
    ImGui::SameLine();
    if (button("Restart", "Restarts from the seed's random cells (F5).", width))
        context.commands.push_back(Action::recompute_frame);
    gap(context);
}

// A field of the settings as text; the others refuse it in the same way.
void text_row(const PanelContext& context, const char* id, std::string GasketSettings::*field) {
    auto& settings = *context.settings.gasket;
    const auto validate = [&](const std::string& text) {
        GasketSettings changed = settings;
        changed.*field = text;
        return why_invalid(changed);
    };
    const auto typed =
        text_field(context, id, settings.*field, validate, ImGui::GetContentRegionAvail().x);
    field_error(context, id);
    if (typed) settings.*field = *typed;
}

void rule_row(const PanelContext& context) {
    row(context, "B/S  rule",
        "The numbers of living neighbours, of eight, with which a dead cell is born and a living "
        "one survives.");
    text_row(context, "##rule", &GasketSettings::rule);
    static const std::array<Segment, 4> rules{
        {{"B2/S23",
          "The rule of the published program; the paper prints none. Small flocks that never stop "
          "moving.",
          {}},
         {"B3/S23", "Conway's Life. It freezes soon where there is so little room.", {}},
         {"B1/S1", "Restless.", {}},
         {"B12/S12", "Dense.", {}}}};
    auto& rule = context.settings.gasket->rule;
    std::size_t chosen = rules.size();
    for (std::size_t i = 0; i < rules.size(); ++i)
        if (rules[i].label == rule) chosen = i;
    row(context, "", "");
    if (const auto picked = segmented("rules", rules, chosen)) rule = rules[*picked].label;
}

void speed_row(const PanelContext& context) {
    auto& speed = context.settings.gasket->speed;
    row(context, "Speed", "Steps per second; max: as fast as the engine can.");
    resettable(
        context, [](auto& s) -> auto& { return s.gasket->speed; });
    const auto validate = [](const std::string& text) -> std::optional<std::string> {
        const auto value = parse_integer(text);
        if (text == fastest || (value && gasket_speed.holds(*value))) return std::nullopt;
        return fmt::format("the speed must be {}, or a whole number from {} to {}", fastest,
                           gasket_speed.min, gasket_speed.max);
    };
    const auto typed =
        text_field(context, "##speed", speed ? std::to_string(*speed) : std::string(fastest),
                   validate, ImGui::GetContentRegionAvail().x);
    field_error(context, "##speed");
    if (typed) speed = parse_integer(*typed);
}

// What engines with a byte for each cell of the box would need for their two states.
void memory_row(const PanelContext& context, const GasketMoment& moment) {
    const double side = moment.shape.side;
    const double box = 2 * side * side, ours = static_cast<double>(moment.bytes);
    row_text(
        context, "Memory",
        "The memory of both states. In the box, each state takes one byte per place.",
        fmt::format("{}   box {}, {} x", in_bytes(ours), in_bytes(box), significant(box / ours)));
}

void energy_row(const PanelContext& context, const GasketMoment& moment) {
    row(context, "Energy", "The energy of a step in joules, and cells per joule.");
    if (button("Measure###energy",
               "Takes steps without pause for half a second or longer and reads the energy counter "
               "of the GPU or processor. The counter includes everything else that runs.",
               -FLT_MIN))
        context.commands.push_back(Action::measure_energy);
    if (const auto& energy = moment.step_energy)
        note_below(context,
                   run_energy_text(*energy, static_cast<double>(moment.shape.cells), "step"),
                   energy->known() ? tone::text : tone::warning);
}

// The share of living cells over the steps so far.
void population(const PanelContext& context, const GasketMoment& moment) {
    const auto& counts = moment.counts;
    if (counts.empty()) return;
    const double first = static_cast<double>(counts.front().step);
    std::vector<double> steps, shares;
    for (const GasketCount& each : counts) {
        steps.push_back(static_cast<double>(each.step) - first);
        shares.push_back(100 * static_cast<double>(each.alive) /
                         static_cast<double>(moment.shape.cells));
    }
    const BarScale scale{scale_above(std::ranges::max(shares)),
                         [](double percent) { return significant(percent) + " %"; },
                         std::max(1.0, steps.back())};
    if (!begin_bars(context, "population", 72, scale)) return;
    plot_line("alive", steps, shares, tone::accent_bright, 1.5f * context.fonts.scale);
    const auto place = end_bars();
    if (!place) return;
    const auto at = std::ranges::lower_bound(steps, static_cast<double>(*place));
    if (at == steps.end()) return;
    const GasketCount& count = counts[static_cast<std::size_t>(at - steps.begin())];
    explain(fmt::format("{1} cells were alive after {0} steps.", grouped(count.step),
                        grouped(static_cast<std::int64_t>(count.alive))));
}

// A step's, the throughput and the floor; before a step, and where there is no floor: a dash.
std::array<std::string, 3> times_of(const GasketMoment& moment, double cells) {
    std::array<std::string, 3> texts{"-", "-", "-"};
    if (!moment.step_ms || !moment.engine) return texts;
    texts[0] =
        fmt::format("{} ms by {} on {}", significant(*moment.step_ms),
                    choice_of(moment.engine->kind).label, choice_of(moment.engine->backend).label);
    texts[1] = scaled(1e3 * cells / *moment.step_ms) + " cells/s";
    if (moment.floor_ms)
        texts[2] = fmt::format("{} ms, {} % of a step", significant(*moment.floor_ms),
                               significant(100 * *moment.floor_ms / *moment.step_ms));
    return texts;
}

void figures(const PanelContext& context) {
    const auto* view = tab_view<GasketView>(context.seen);
    if (!view || !view->moment) return;
    const GasketMoment& moment = *view->moment;
    const auto cells = static_cast<double>(moment.shape.cells);
    note(sentence_of(moment), tone::text);
    if (moment.altered)
        note("Cells or the rule were changed by hand: F5 restarts from the seed.", tone::warning);
    gap(context);
    row_text(context, "Steps", "Steps since the start.", grouped(moment.steps));
    row_text(context, "Alive", "The number of living cells, and their share.",
             fmt::format("{}   {}", grouped(static_cast<std::int64_t>(moment.alive)),
                         share(static_cast<double>(moment.alive), cells)));
    const auto times = times_of(moment, cells);
    row_text(context, "Time per step", "The engine's time alone, for the last steps.", times[0]);
    row_text(context, "Throughput", "Cells of the fractal divided by the time per step.", times[1]);
    row_text(context, "Floor",
             "The least time of a step: writing two states of one bit per cell, measured here; and "
             "its share of the time per step.",
             times[2]);
    memory_row(context, moment);
    energy_row(context, moment);
    gap(context);
    population(context, moment);
}

std::optional<std::string> refusal(const PanelContext& context, EngineKind kind) {
    if (!tab_view<GasketView>(context.seen)) return std::nullopt;
    for (const auto& [engine, refused] : tab_view<GasketView>(context.seen)->engines)
        if (engine == kind) return refused;
    return std::nullopt;
}

void engine_entry(const PanelContext& context, EngineKind kind) {
    auto& engine = context.settings.gasket->engine;
    const auto& choice = choice_of(kind);
    const auto refused = refusal(context, kind);
    ImGui::BeginDisabled(refused.has_value());
    if (ImGui::Selectable(std::string(choice.label).c_str(), engine == kind)) engine = kind;
    ImGui::EndDisabled();
    explain(refused ? *refused : std::string(choice.description));
}

void engine_row(const PanelContext& context) {
    auto& engine = context.settings.gasket->engine;
    row(context, "Engine", "The engine that takes the steps. Switching engines keeps the state.");
    resettable(
        context, [](auto& s) -> auto& { return s.gasket->engine; });
    ImGui::SetNextItemWidth(-FLT_MIN);
    const std::string label(engine ? choice_of(*engine).label : automatic_name);
    if (ImGui::BeginCombo("##engine", label.c_str(), ImGuiComboFlags_HeightLarge)) {
        if (ImGui::Selectable(std::string(automatic_name).c_str(), !engine)) engine.reset();
        explain("The fastest engine that fits.");
        for (const auto& each : choices<EngineKind>()) engine_entry(context, each.value);
        ImGui::EndCombo();
    }
    const auto* view = tab_view<GasketView>(context.seen);
    if (view && view->moment && view->moment->engine)
        note_below(context, view->moment->engine->description, tone::dim);
}

// What is shown in place of living and dead cells, if anything.
void colour_rows(const PanelContext& context) {
    auto& settings = *context.settings.gasket;
    static const std::array<Segment, 3> shown{
        {{"cells", "Shows which cells are alive.", {}},
         {"blocks",
          "Shows the blocks of the next step, which is recorded for this. Threads that wait over "
          "holes are darker, or red.",
          {}},
         {"coverage",
          "Shows how often the next step computes each cell. Grey: once, as it must be. White: "
          "never. Magenta: more often.",
          {}}}};
    row(context, "Picture", "The quantity that the picture shows.");
    const std::size_t chosen = settings.coverage ? 2 : settings.blocks ? 1 : 0;
    if (const auto picked = segmented("shown", shown, chosen)) {
        settings.coverage = *picked == 2;
        if (*picked == 0) settings.blocks.reset();
        if (*picked == 1 && !settings.blocks) settings.blocks = BlockColour::order;
    }
    if (settings.coverage || !settings.blocks) return;
    row(context, "Colours", "The quantity that the blocks' colours show.");
    if (const auto picked = pick_block_colour("colour", settings.blocks)) settings.blocks = *picked;
    const auto* view = tab_view<GasketView>(context.seen);
    recorded_run_rows(context, view ? view->trace_ns : 0);
}

void tiles_row(const PanelContext& context) {
    row(context, "Tiles", "The boxes into which the engine cuts the fractal.");
    resettable(
        context, [](auto& s) -> auto& { return s.gasket->tiles; });
    checkbox("outlined (G)", context.settings.gasket->tiles,
             "Outlines the fractal's boxes from the whole down to the engine's tiles, as far as "
             "they are visible. Dots mark the cells that a tile reads from its neighbours.");
    const auto* view = tab_view<GasketView>(context.seen);
    if (view && view->tiles)
        note_below(context,
                   fmt::format("Tiles of {0} x {0} {1}. Inner cells depend on their own tile only; "
                               "cells with a dot are read by another tile.",
                               view->tiles->side, view->tiles->side == 1 ? "cell" : "cells"),
                   tone::dim);
}

// How many blocks the published matrices put at a wrong place, and from when on.
void wrong_note(const PanelContext& context, gasket::MmaForm form, const char* sums) {
    const auto& settings = *context.settings.gasket;
    const auto [wrong, blocks, levels, first] =
        wrong_as_published(gasket_problem(settings), settings.numbers.rho, form);
    const std::string begins =
        first ? fmt::format("The first errors occur with {} levels of blocks; here there are {}.",
                            *first, levels)
              : "No level of this fractal has an error.";
    note_below(context,
               fmt::format("{}: {} of {} blocks get a wrong place ({}). {}", sums,
                           grouped(static_cast<std::int64_t>(wrong)),
                           grouped(static_cast<std::int64_t>(blocks)),
                           share(static_cast<double>(wrong), static_cast<double>(blocks)), begins),
               wrong > 0 ? tone::error : tone::dim);
}

void detail_row(const PanelContext& context) {
    static const std::array<Segment, 4> details{
        {{"digits",
          "The digits of the cell, and what each adds to the sums \xce\xbb and \xce\xbd.",
          {}},
         {"around",
          "The places of the eight neighbours in the compact rectangle, given by \xce\xbd.",
          {}},
         {"matrices",
          "How tensor cores find the eight blocks around the cell's block: C = A B, with exact "
          "weights.",
          {}},
         {"published",
          "The same with the published weights rounded to halves, and with sums in FP32 (as the "
          "paper states) or FP16 (as its program computes). Next to a wrong entry, in red, stands "
          "the right one.",
          {}}}};
    auto& detail = context.settings.gasket->detail;
    row(context, "Tooltip", "The details shown for the cell under the mouse.");
    resettable(
        context, [](auto& s) -> auto& { return s.gasket->detail; });
    if (const auto picked = segmented("detail", details, static_cast<std::size_t>(detail)))
        detail = static_cast<CellDetail>(*picked);
    note_below(context,
               "Point at a cell, or into the compact rectangle (M), which has no holes. \xce\xbb "
               "leads from the rectangle to the cell, and \xce\xbd leads back.",
               tone::dim);
    if (detail != CellDetail::published) return;
    wrong_note(context, gasket::MmaForm::printed, "Sums in FP32, as stated in the paper");
    wrong_note(context, gasket::MmaForm::program, "Sums in FP16, as in its program");
}

// Why what is asked for cannot be shown in place of the cells.
void refusal_row(const PanelContext& context) {
    const auto* view = tab_view<GasketView>(context.seen);
    if (!view || !view->moment) return;
    if (!view->moment->not_watched.empty())
        note("Not recorded: " + view->moment->not_watched + ".", tone::warning);
}

}  // namespace

void gasket_introduction(const PanelContext& context) {
    auto& settings = *context.settings.gasket;
    const auto problem = gasket_problem(settings);
    const auto shape = shape_of(problem.fractal, problem.level);
    const double side = shape.side;
    if (!introduce(
            context,
            {.sentence = fmt::format(
                 "Only {} of this fractal's box is cells; the rest is holes. Life needs the cells "
                 "alone, which fill a rectangle without holes.",
                 share(static_cast<double>(shape.cells), side * side)),
             .ready = context.settings.insets.rectangle && !settings.blocks && !settings.coverage,
             .set_up_label = "Show the cells without holes",
             .set_up_help = "Shows the compact rectangle over the picture (M).",
             .moving = settings.running,
             .move_label = "Play Life",
             .hold_label = "Pause",
             .move_help = "The same cells live and die in both (Space)."}))
        return;
    context.settings.insets.rectangle = true;
    settings.blocks.reset();
    settings.coverage = false;
}

void gasket_life_panel(const PanelContext& context) {
    play_row(context);
    note("Ctrl + drag brings cells to life, Ctrl + right button kills them.");
    gap(context);
    rule_row(context);
    speed_row(context);
    gap(context);
    of_picture(context, 19, [&] { figures(context); });
    gap(context);
    if (const auto& view = tab_view<GasketView>(context.seen))
        log_rows(context, view->log, "Writes one row per shown state to a file.");
}

void gasket_engine_panel(const PanelContext& context) {
    const auto* view = tab_view<GasketView>(context.seen);
    const bool known = view && view->moment && view->moment->engine;
    const EngineKind engine = context.settings.gasket->engine.value_or(
        known ? view->moment->engine->kind : EngineKind::bits);
    engine_row(context);
    gap(context);
    auto& numbers = context.settings.gasket->numbers;
    const Knob& rho = knob_table<gasket::Numbers>()["rho"];
    const gasket::Numbers usual = usual_problem<gasket::Numbers>();
    knob_row(context, rho, &numbers, {.usual = rho.get(&usual)});
    if (engine == EngineKind::bits)
        note_below(
            context,
            "The tooltip and the compact rectangle show these blocks; the engine bits has tiles.",
            tone::dim);
    const KnobRows rows(context, numbers, engine,
                        known ? view->moment->engine->backend : Backend::cuda);
    backend_row(context, context.settings.gasket->backend);
    gap(context);
    colour_rows(context);
    timeline_toggle(context);
    refusal_row(context);
    gap(context);
    tiles_row(context);
    detail_row(context);
    details(context, [&] { rows.show_all({"tile", "fuse", "shared"}); });
}

}  // namespace mariani::app
