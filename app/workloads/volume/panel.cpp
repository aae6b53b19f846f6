#include "app/panels/fields.hpp"
#include "app/panels/knob_row.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/volume_settings.hpp"
#include "app/workloads/volume/picture.hpp"
#include "app/workloads/volume/runs.hpp"
#include "app/workloads/volume/view.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// Why this machine cannot run the settings.
std::optional<std::string> volume_refusal(const VolumeSettings& settings) {
    VolumeSettings here = settings;
    if (!here.backend && backend_unavailable(Backend::cuda)) here.backend = Backend::cpu;
    return why_invalid(here);
}

// The problem with what "auto" takes; nothing where it cannot be run.
std::optional<volume::Problem> volume_taken(const VolumeSettings& settings) {
    try {
        return problem_of(resolve(volume_request(settings), backend_unavailable(Backend::cuda)));
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

// Rows of the problem, as the engine that is chosen uses it.
auto volume_knobs(const PanelContext& context) {
    auto& settings = *context.settings.volume;
    return KnobRows(context, settings.problem, settings.engine, Backend::cuda,
                    {volume_taken(settings), [&settings](const volume::Problem& changed) {
                         VolumeSettings tried = settings;
                         tried.problem = changed;
                         return volume_refusal(tried);
                     }});
}

// Another number of axes is seen as a whole.
VolumeSettings with_axes(VolumeSettings settings, int axes) {
    settings.problem.axes = axes;
    settings.problem.side = usual_side(axes);
    settings.x.reset(), settings.y.reset(), settings.z.reset(), settings.u.reset();
    return settings;
}

void axes_row(const PanelContext& context) {
    auto& settings = *context.settings.volume;
    const auto with = [&](int axes) { return with_axes(settings, axes); };
    const std::array<Segment, 3> numbers{
        {{"2", "c.re and c.im: a plane.", volume_refusal(with(2))},
         {"3", "Adds w, the start of the orbit, along one axis.", volume_refusal(with(3))},
         {"4", "Adds w.re and w.im; three axes are shown at a time.", volume_refusal(with(4))}}};
    row(context, "k  axes", "The number of dimensions of the volume and its regions.");
    const auto chosen = static_cast<std::size_t>(settings.problem.axes - 2);
    if (const auto picked = segmented("k", numbers, chosen))
        settings = with(static_cast<int>(*picked) + 2);
}

void picture_row(const PanelContext& context) {
    static const std::array<Segment, 2> pictures{
        {{"slices", "Shows three planes through one voxel, next to the volume in space.", {}},
         {"space",
          "Shows the volume in space: its surface, its regions, and the order of the list.",
          {}}}};
    auto& shown = context.settings.volume->shown;
    row(context, "Picture",
        "In space, dragging turns the volume and the wheel zooms. On a plane, dragging moves the "
        "two other planes and the wheel moves this one.");
    resettable(
        context, [](auto& s) -> auto& { return s.volume->shown; });
    if (const auto picked = segmented("shown", pictures, static_cast<std::size_t>(shown)))
        shown = static_cast<VolumeShown>(*picked);
}

void slice_row(const PanelContext& context, int axis, std::optional<int>& slice) {
    const auto& settings = *context.settings.volume;
    const std::string name(axis_name(axis));
    const auto* view = tab_view<VolumeView>(context.seen);
    const std::string label = view && view->plan && axis < view->plan->axes
                                  ? fmt::format("{}  {}", name, axis_meaning(*view->plan, axis))
                                  : name;
    row(context, label.c_str(), "The voxel of the plane on this axis.");
    const int at = std::min(slice.value_or(settings.problem.side / 2), settings.problem.side - 1);
    ImGui::PushStyleColor(ImGuiCol_SliderGrab,
                          tone_of(role::axes.at(static_cast<std::size_t>(axis))));
    double shown = at;
    if (value_slider(context, ("##slice " + name).c_str(), "the voxel", shown,
                     {{0, static_cast<double>(settings.problem.side - 1)}, "%.0f"},
                     ImGui::GetContentRegionAvail().x))
        slice = static_cast<int>(std::lround(shown));
    ImGui::PopStyleColor();
}

void slice_rows(const PanelContext& context) {
    auto& settings = *context.settings.volume;
    if (settings.shown == VolumeShown::slices && settings.problem.axes > 2) {
        slice_row(context, 0, settings.x);
        slice_row(context, 1, settings.y);
        slice_row(context, 2, settings.z);
    }
    if (settings.problem.axes == volume::max_axes) slice_row(context, 3, settings.u);
}

void turn_row(const PanelContext& context) {
    auto& settings = *context.settings.volume;
    if (!volume::turns(settings.problem.function, settings.problem.axes)) return;
    row(context, "Turn of w",
        "The rotation of the third axis in the plane of w: 0 is w.re, a quarter turn is w.im. "
        "Where w = 0 nothing changes.");
    double degrees = 360 * settings.problem.turn;
    if (value_slider(context, "##turn", "the turn in degrees", degrees, {{0, 360}, "%.0f", "°"},
                     ImGui::GetContentRegionAvail().x))
        settings.problem.turn = std::clamp(degrees / 360.0, 0.0, 1.0);
}

void motion_row(const PanelContext& context) {
    const auto& settings = *context.settings.volume;
    const bool turns = volume::turns(settings.problem.function, settings.problem.axes);
    if (!turns && settings.problem.axes != volume::max_axes) return;
    row(context, turns ? "Turning w" : "Fourth axis",
        turns ? "Rotates w in its plane; each picture is another volume, computed from scratch."
              : "Shows the sections along the last axis, one after the other.");
    const bool moving =
        tab_view<VolumeView>(context.seen) && tab_view<VolumeView>(context.seen)->moving;
    const float width = button_width(2);
    if (button(moving ? "Hold" : turns ? "Turn" : "Play", "Same as Space.", width))
        context.commands.push_back(Action::play_pause);
    ImGui::SameLine();
    if (button("Once",
               turns ? "Moves on by three degrees, then pauses (.)."
                     : "Moves on by one voxel, then pauses (.).",
               width))
        context.commands.push_back(Action::step_once);
}

void level_row(const PanelContext& context) {
    const auto* view = tab_view<VolumeView>(context.seen);
    const std::size_t levels = view ? view->stats.levels.size() : 0;
    if (levels == 0) return;
    auto& level = context.settings.volume->level;
    std::vector<std::string> labels{std::string(automatic_name)};
    for (std::size_t i = 0; i < levels; ++i) labels.push_back(std::to_string(i));
    std::vector<Segment> segments;
    for (const std::string& label : labels) segments.push_back({label, "", {}});
    segments.front().explanation = "The deepest level with at most 10,000 regions.";
    row(context, "Level", "The level whose boxes and line are drawn.");
    resettable(
        context, [](auto& s) -> auto& { return s.volume->level; });
    const auto chosen = level ? std::min<std::size_t>(levels, static_cast<std::size_t>(*level) + 1)
                              : std::size_t{0};
    const auto picked = segmented("level", segments, chosen);
    if (!picked) return;
    level.reset();
    if (*picked > 0) level = static_cast<int>(*picked) - 1;
}

void solid_row(const PanelContext& context) {
    auto& settings = *context.settings.volume;
    row(context, "Solid from", "The lowest dwell enclosed by the surface.");
    resettable(
        context, [](auto& s) -> auto& { return s.volume->solid; });
    double solid = std::min(settings.solid.value_or(settings.problem.dwell_limit),
                            settings.problem.dwell_limit);
    if (value_slider(context, "##solid", "the dwell", solid,
                     {{1, static_cast<double>(settings.problem.dwell_limit)}, "%.0f", "", true},
                     ImGui::GetContentRegionAvail().x))
        settings.solid = static_cast<std::uint32_t>(std::lround(solid));
    if (settings.solid == settings.problem.dwell_limit) settings.solid.reset();
}

// A legend of the colours along the line.
void line_legend(const PanelContext& context) {
    const auto* view = tab_view<VolumeView>(context.seen);
    if (!view || !view->listed || !context.settings.volume->line) return;
    row(context, "Line", "Draws the line from the first region of the list to the last.");
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetFrameHeight();
    ImGui::Dummy({width, height});
    auto& list = *ImGui::GetWindowDrawList();
    constexpr int parts = 32;
    for (int i = 0; i < parts; ++i) {
        const auto at = [&](int part) {
            return from.x + width * static_cast<float>(part) / static_cast<float>(parts);
        };
        list.AddRectFilledMultiColor(
            {at(i), from.y + 0.3f * height}, {at(i + 1), from.y + 0.7f * height},
            tone::packed(tone_of(colour_along(static_cast<double>(i) / parts))),
            tone::packed(tone_of(colour_along(static_cast<double>(i + 1) / parts))),
            tone::packed(tone_of(colour_along(static_cast<double>(i + 1) / parts))),
            tone::packed(tone_of(colour_along(static_cast<double>(i) / parts))));
    }
}

void space_rows(const PanelContext& context) {
    auto& settings = *context.settings.volume;
    row(context, "Show", "Items drawn in space.");
    checkbox("surface", settings.surface,
             "The surface of the voxels whose dwell is at least the value in the next row. Its "
             "rays skip regions without such voxels.");
    ImGui::SameLine();
    checkbox("boxes (G)", settings.boxes, "Boxes around a level's regions that were not filled.");
    ImGui::SameLine();
    checkbox("line", settings.line, "A line through a level's regions in the order of the list.");
    solid_row(context);
    if (settings.boxes || settings.line) level_row(context);
    line_legend(context);
}

void engine_row(const PanelContext& context) {
    auto& settings = *context.settings.volume;
    row(context, "Engine", "The method that computes the volume.");
    resettable(
        context, [](auto& s) -> auto& { return s.volume->engine; });
    choose<volume::EngineKind>("engine", settings.engine, [&](volume::EngineKind value) {
        VolumeSettings tried = settings;
        tried.engine = value;
        return volume_refusal(tried);
    });
    note_below(context, std::string(choice_of(settings.engine).description), tone::dim);
}

}  // namespace

void volume_introduction(const PanelContext& context) {
    auto& settings = *context.settings.volume;
    const auto* view = tab_view<VolumeView>(context.seen);
    const auto& problem = settings.problem;
    const bool turns = volume::turns(problem.function, problem.axes);
    if (!introduce(
            context,
            {.sentence = view && view->plan && view->gain
                             ? gain_point(*view->plan, *view->gain)
                             : "In 3D most of a cube is border, so subdivision saves less than in "
                               "2D.",
             .ready = volume::has_regions(settings.engine) && problem.axes > 2 &&
                      (turns || problem.axes == volume::max_axes),
             .set_up_label = "Show the Julibrot in 3D",
             .set_up_help = "By ASK, with the regions that three planes cut.",
             .moving = view && view->moving,
             .move_label = turns ? "Turn w" : "Pass through the fourth axis",
             .hold_label = "Hold",
             .move_help = turns ? "Rotates w, the start of the orbits, in its plane: each picture "
                                  "is subdivided anew (Space)."
                                : "Shows the sections along the last axis (Space)."}))
        return;
    settings = with_axes(settings, 3);
    settings.problem.function = volume::Function::julibrot;
    settings.engine = volume::EngineKind::ask;
    settings.shown = VolumeShown::slices;
    settings.grid = true;
}

void volume_panel(const PanelContext& context) {
    auto& settings = *context.settings.volume;
    const auto knobs = volume_knobs(context);
    knobs.show("function");
    axes_row(context);
    knobs.show("n", settings.problem.axes == volume::max_axes ? volume::limits::side_of_four
                                                              : volume::limits::side);
    knobs.show("dwell");
    gap(context);
    picture_row(context);
    if (settings.shown == VolumeShown::slices) {
        row(context, "Regions", "Items drawn on the planes.");
        checkbox("grid (G)", settings.grid, "Outlines the regions that each plane cuts.");
    } else {
        space_rows(context);
    }
    slice_rows(context);
    turn_row(context);
    motion_row(context);
}

void volume_engine_panel(const PanelContext& context) {
    engine_row(context);
    const auto knobs = volume_knobs(context);
    knobs.show_all({"scheme", "g", "r", "B", "rule"});
    gap(context);
    backend_row(context, context.settings.volume->backend);
    details(context, [&] { knobs.show_all({"encoding", "order", "pool"}); });
}

}  // namespace mariani::app
