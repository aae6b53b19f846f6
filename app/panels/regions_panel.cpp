#include "app/panels/fields.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

void outcome_toggle(const PanelContext& context, const char* label, Outcome outcome, bool& shown,
                    std::int64_t count, const char* explanation) {
    ImGui::TableNextColumn();
    ImGui::Checkbox(label, &shown);
    explain(explanation);
    ImGui::TableNextColumn();
    const float side = ImGui::GetFrameHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float inset = 0.28f * side;
    draw_swatch(context, outcome_tone(outcome), {at.x + inset, at.y + inset}, side - 2 * inset);
    ImGui::Dummy({side, side});
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    value_text_right(grouped(count));
}

void outcomes(const PanelContext& context) {
    auto& overlay = context.settings.overlay;
    EngineStats none;
    const auto& stats = context.seen.frame ? context.seen.frame->stats : none;
    if (!ImGui::BeginTable("outcomes", 3, ImGuiTableFlags_SizingFixedFit)) return;
    ImGui::TableSetupColumn("shown");
    ImGui::TableSetupColumn("tint");
    ImGui::TableSetupColumn("regions", ImGuiTableColumnFlags_WidthStretch);
    outcome_toggle(context, "filled", Outcome::filled, overlay.filled, stats.total().filled,
                   "The border is uniform, so the region was filled with its dwell and its inside "
                   "was not iterated.");
    outcome_toggle(context, "subdivided", Outcome::subdivided, overlay.subdivided,
                   stats.total().subdivided,
                   "The border is not uniform, so the region was cut into r x r children.");
    outcome_toggle(context, "leaves", Outcome::leaf, overlay.leaves, stats.total().leaves,
                   "At the stopping size, so every pixel was iterated.");
    ImGui::EndTable();
}

// A toggle for each level in the colour of its outlines.
void level_toggles(const PanelContext& context, int levels) {
    auto& shown = context.settings.overlay.levels;
    row(context, "Levels", "The levels whose regions are shown, in the colours of their outlines.");
    resettable(
        context, [](auto& s) -> auto& { return s.overlay.levels; });
    const float side = ImGui::GetFrameHeight() * 1.15f;
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    ImGui::BeginGroup();
    if (levels == 0)
        ImGui::TextDisabled(context.seen.frame ? "none: Ex does not subdivide" : "none yet");
    for (int level = 0; level < levels; ++level) {
        const bool on = (shown >> level & 1u) != 0;
        const auto colour = level_tone(level);
        if (level > 0) {
            ImGui::SameLine(0, scaled_length(context, 3));
            if (ImGui::GetCursorScreenPos().x + side > right) ImGui::NewLine();
        }
        ImGui::PushStyleColor(ImGuiCol_Button, on ? colour : tone::field);
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, tone::with_alpha(colour, on ? 0.85f : 0.4f));
        ImGui::PushStyleColor(ImGuiCol_Text, on ? readable_on(colour) : tone::dim);
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
        if (ImGui::Button(std::to_string(level).c_str(), {side, 0})) shown ^= 1u << level;
        ImGui::PopStyleVar();
        ImGui::PopStyleColor(3);
        explain(
            "Shows or hides this level's regions. Click a row of the table below to show only "
            "that level.");
    }
    ImGui::EndGroup();
}

// The level that the picture shows; `levels` for the finished subdivision.
int shown_level(const PanelContext& context, int levels) {
    const int still = context.settings.overlay.replay_level;
    const int level = context.state.replay.level().value_or(still < 0 ? levels : still);
    return std::min(level, levels);
}

void replay_row(const PanelContext& context, int levels) {
    auto& replay = context.state.replay;
    auto& overlay = context.settings.overlay;
    row(context, "Replay (P)",
        "The subdivision with this many of its levels done. Black is not known yet.");
    double done = shown_level(context, levels);
    const std::string of_all = fmt::format(" of {}", levels);
    if (value_slider(context, "##replay", "the number of levels", done,
                     {{0, std::max(1.0, static_cast<double>(levels))}, "%.0f", of_all.c_str()},
                     ImGui::GetContentRegionAvail().x)) {
        const auto level = static_cast<int>(std::lround(done));
        replay.stop();
        overlay.shown = true;
        overlay.replay_level = level == levels ? -1 : level;
    }
}

void replay_speed_row(const PanelContext& context) {
    auto& replay = context.state.replay;
    row(context, "Speed", "Replay speed; at 1 it takes 6 s.");
    const float loop = scaled_length(context, 90);
    value_slider(context, "##speed", "the speed", replay.speed, {{0.125, 8}, "%.3g", " x", true},
                 ImGui::GetContentRegionAvail().x - loop);
    ImGui::SameLine(0, ImGui::GetStyle().ItemSpacing.x);
    checkbox("Loop", replay.loop, "Restarts at the end.");
}

struct FilmFormat {
    const char* ending;
    const char* explanation;
};
constexpr std::array<FilmFormat, 4> film_formats{{{"webp", "An animated picture for browsers."},
                                                  {"mp4", "A video (H.264), made with ffmpeg."},
                                                  {"mkv", "A video (H.264), made with ffmpeg."},
                                                  {"webm", "A video (VP9), made with ffmpeg."}}};

void film_format_choice(PanelState& state, float width) {
    ImGui::SetNextItemWidth(width);
    if (!ImGui::BeginCombo("##film format", state.film_format.c_str())) return;
    for (const auto& [ending, explanation] : film_formats) {
        if (ImGui::Selectable(ending, state.film_format == ending)) state.film_format = ending;
        explain(explanation);
    }
    ImGui::EndCombo();
}

// All keep their places: a second click on Cancel starts no other film.
void replay_film_row(const PanelContext& context) {
    const auto& seen = context.seen;
    row(context, "Film", "The replay as a file, in this picture's colours and with its regions.");
    const float cancel = scaled_length(context, 72), space = ImGui::GetStyle().ItemInnerSpacing.x;
    const float rest = -cancel - space;
    if (seen.exporting) {
        const auto state = seen.export_cancelled
                               ? std::string("cancelling")
                               : fmt::format("{:.0f} %", 100 * seen.export_progress);
        ImGui::ProgressBar(static_cast<float>(seen.export_progress), {rest, 0}, state.c_str());
    } else {
        film_format_choice(context.state, scaled_length(context, 76));
        ImGui::SameLine(0, space);
        if (button("Export film",
                   "Writes the replay at this speed to the folder for pictures, once the picture "
                   "is finished.",
                   rest))
            context.commands.push_back(command::ExportReplay{context.state.film_format});
    }
    ImGui::SameLine(0, space);
    if (button("Cancel", "Stops the export; no file is left behind.", cancel,
               seen.exporting && !seen.export_cancelled))
        context.commands.push_back(Action::cancel_export);
}

void strength_row(const PanelContext& context, const char* label, const char* explanation,
                  float render::OverlayStyle::*strength) {
    row(context, label, explanation);
    resettable(
        context, [=](auto& s) -> auto& { return s.overlay.*strength; });
    float& value = context.settings.overlay.*strength;
    double percent = std::round(100 * value);
    ImGui::PushID(label);
    if (value_slider(context, "##strength", "the strength", percent, {{0, 100}, "%.0f", " %"},
                     ImGui::GetContentRegionAvail().x))
        value = static_cast<float>(percent / 100);
    ImGui::PopID();
}

}  // namespace

void regions_panel(const PanelContext& context) {
    auto& overlay = context.settings.overlay;
    ImGui::Checkbox("Show the region grid (G)", &overlay.shown);
    explain("Outlines the computed regions, coloured by level.");
    const auto& frame = context.seen.frame;
    const int levels =
        frame ? static_cast<int>(std::min<std::size_t>(frame->stats.levels.size(), 32)) : 0;
    ImGui::BeginDisabled(!overlay.shown);
    of_picture(context, 0, [&] { outcomes(context); });
    level_toggles(context, levels);
    strength_row(context, "Tint",
                 "How strongly a region's area shows its outcome. Only dwells are tinted.",
                 &render::OverlayStyle::tint);
    strength_row(context, "Lines", "How strongly the outlines are drawn.",
                 &render::OverlayStyle::line_opacity);
    ImGui::EndDisabled();
    ImGui::BeginDisabled(levels == 0);
    replay_row(context, levels);
    replay_speed_row(context);
    replay_film_row(context);
    ImGui::EndDisabled();
    timeline_toggle(context);
}

}  // namespace mariani::app
