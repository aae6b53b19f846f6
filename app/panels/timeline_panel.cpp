// Below the picture: a recorded run, a row a thread or multiprocessor.
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/timeline_rows.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

void grip(const PanelContext& context, ImVec2 from, float width) {
    const float height = std::round(scaled_length(context, 5));
    ImGui::SetCursorScreenPos(from);
    invisible_button("resize", {width, height});
    const bool active = ImGui::IsItemActive();
    const bool shown = active || ImGui::IsItemHovered();
    if (shown) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
    ImGui::GetWindowDrawList()->AddRectFilled(
        from, {from.x + width, from.y + (shown ? 2.0f : 1.0f)},
        tone::packed(shown ? tone::accent : tone::with_alpha(tone::faint, 0.55f)));
    if (!active && !ImGui::IsItemDeactivated()) return;
    const float bottom = from.y + context.seen.layout.timeline;
    const float wanted = bottom - ImGui::GetMousePos().y + std::floor(0.5f * height);
    context.settings.timeline_height =
        std::clamp(wanted / context.fonts.scale, least_timeline_height, most_timeline_height);
}

std::string facts_of(const Timeline& timeline, TimelineState& state) {
    if (!state.selection)
        return fmt::format("{} in {}", counted(std::ssize(timeline.bars), "bar", "bars"),
                           time_text(static_cast<double>(timeline.whole_ns)));
    const auto [one, other] = *state.selection;
    if (std::exchange(state.counted, state.selection) != state.selection)
        state.statistics = statistics_of(timeline, std::min(one, other), std::max(one, other));
    const TimelineStatistics& of = state.statistics;
    return fmt::format("{}: {}, busy {:.0f} %, median {}, longest {}",
                       time_text(std::abs(one - other)),
                       counted(static_cast<std::int64_t>(of.bars), "bar", "bars"), 100 * of.busy,
                       time_text(static_cast<double>(of.median_ns)),
                       time_text(static_cast<double>(of.longest_ns)));
}

// What the bars' colours mean, as far as there is room.
void legend(const PanelContext& context, const Timeline& timeline, float right) {
    if (!timeline.names.empty()) return;  // its levels say which they are
    using enum BarKind;
    const bool blocks = timeline.regions.empty();
    std::vector<std::pair<std::string, ImVec4>> samples;
    for (const BarKind kind :
         blocks ? std::array{useful, partial, wasted} : std::array{filled, subdivided, leaf})
        samples.emplace_back(kind_name(kind), kind_tone(kind));
    if (!blocks) samples.emplace_back("border", border_tone(kind_tone(leaf)));
    for (const auto& [name, colour] : samples) {
        const float wide = ImGui::CalcTextSize(name.c_str()).x + ImGui::GetFrameHeight();
        ImGui::SameLine(0, scaled_length(context, 14));
        if (ImGui::GetCursorPosX() + wide > right) return ImGui::NewLine();
        swatch(context, colour, name.c_str());
    }
}

void head(const PanelContext& context) {
    const auto& timeline = context.seen.timeline;
    const ImGuiStyle& style = ImGui::GetStyle();
    const float close = ImGui::GetFrameHeight(), wide = scaled_length(context, 104);
    const bool closes = context.settings.timeline_shown;
    const float right =
        content_right() - wide - (closes ? close + style.ItemSpacing.x : 0) - style.ItemSpacing.x;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Timeline");
    if (timeline) {
        const std::string facts = facts_of(*timeline, context.state.timeline);
        for (const auto& [text, colour] :
             {std::pair(timeline->title, tone::dim), std::pair(facts, tone::text)}) {
            ImGui::SameLine(0, scaled_length(context, 14));
            if (ImGui::GetCursorPosX() + ImGui::CalcTextSize(text.c_str()).x > right) {
                ImGui::NewLine();
                break;
            }
            value_text(text, colour);
        }
        legend(context, *timeline, right);
    }
    ImGui::SameLine(right + style.ItemSpacing.x);
    if (button("Export trace",
               "Writes the bars as trace JSON, which Perfetto opens and Tracy imports, into the "
               "folder for pictures.",
               wide, timeline != nullptr))
        context.commands.push_back(Action::export_timeline);
    if (!closes) return;
    ImGui::SameLine();
    if (close_button(close, "Closes the timeline (B)."))
        context.commands.push_back(Action::toggle_timeline);
}

void contents(const PanelContext& context) {
    head(context);
    const auto& timeline = context.seen.timeline;
    if (!timeline || timeline->bars.empty()) {
        context.state.timeline = {};
        return note(timeline ? "Nothing was recorded." : context.seen.no_timeline);
    }
    auto& state = context.state.timeline;
    state.bar.reset();
    state.region.reset();
    state.block.reset();
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    timeline_rows(context, *timeline, at, {at.x + room.x, at.y + room.y});
}

}  // namespace

void timeline_toggle(const PanelContext& context, const char* explanation) {
    ImGui::Checkbox("Timeline (B)", &context.settings.timeline_shown);
    explain(explanation);
}

void timeline_panel(const PanelContext& context) {
    const float height = context.seen.layout.timeline;
    const auto area = picture_area(context);
    if (height <= 0 || area.width() < 1) {
        context.state.timeline = {};
        return;
    }
    ImGui::SetNextWindowPos({area.from.x, area.to.y});
    ImGui::SetNextWindowSize({area.width(), height});
    constexpr auto flags =
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
        ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    const bool visible = ImGui::Begin("timeline", nullptr, flags);
    ImGui::PopStyleVar(2);
    if (visible) {
        const ImVec2 begin = ImGui::GetCursorScreenPos();
        grip(context, {area.from.x, area.to.y}, area.width());
        ImGui::SetCursorScreenPos(begin);
        contents(context);
    }
    ImGui::End();
}

}  // namespace mariani::app
