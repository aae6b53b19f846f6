#include "app/measure/race.hpp"
#include "app/panels/bar_plot.hpp"
#include "app/panels/fields.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/text.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// What is shown: the race at a time of its engines.
struct Moment {
    const Race& race;
    FilmPace pace;
    double ms;

    bool finished(const RaceLane& lane) const { return ms >= lane.spread().median; }
};

constexpr std::size_t longest_message = 70;  // characters

std::string lane_ms_text(double ms) {
    return fmt::format(fmt::runtime(ms < 100 ? "{:.2f} ms" : "{:.1f} ms"), ms);
}

void head(const PanelContext& context, const Moment& moment) {
    const FrameRequest& view = moment.race.plan.request;
    value_text(fmt::format("{} pixels, dwell {}, shortcuts {}", to_text(view.image),
                           view.dwell_limit, view.shortcuts ? "on" : "off"),
               tone::dim);
    ImGui::SameLine();
    if (const auto& messages = context.seen.messages; !messages.empty()) {  // which it covers
        value_text(printable(messages.back().text, longest_message), tone::accent_bright);
        ImGui::SameLine();
    }
    value_text_right(fmt::format("{}   {}", moment.pace.text(context.state.film.speed),
                                 lane_ms_text(std::min(moment.ms, moment.pace.slowest_ms))));
}

// Two lines below each pane.
float lane_caption_height() {
    return 2 * ImGui::GetTextLineHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y;
}

struct Grid {
    int columns = 1, rows = 1;
    ImVec2 pane;  // the size of each
};

// With the largest panes of this shape, width over height.
Grid largest_grid(int lanes, ImVec2 room, float shape) {
    const float between = ImGui::GetStyle().ItemSpacing.x;
    Grid best;
    for (int columns = 1; columns <= lanes; ++columns) {
        const int rows = (lanes + columns - 1) / columns;
        const float across = room.x / static_cast<float>(columns) - between;
        const float down = room.y / static_cast<float>(rows) - lane_caption_height();
        const float width = std::max(1.0f, std::min(across, down * shape));
        if (width > best.pane.x) best = {columns, rows, {width, std::max(1.0f, width / shape)}};
    }
    return best;
}

// A frame in the lane's colour, and its place, once it is done.
void finish_mark(const PanelContext& context, const Moment& moment, std::size_t lane, ImVec2 from,
                 ImVec2 to) {
    const auto ranked = ranking(moment.race);
    const auto place = std::ranges::find(ranked, lane) - ranked.begin() + 1;
    auto& list = *ImGui::GetWindowDrawList();
    list.AddRect(from, to, tone::packed(lane_colour(lane)), 0, scaled_length(context, 3));
    const std::string text = fmt::format("{}.", place);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float square = scaled_length(context, 4), pad = scaled_length(context, 7);
    const ImVec2 tag{from.x + pad, from.y + pad};
    const float width = 6 * square + size.x + 3 * pad, height = size.y + pad;
    list.AddRectFilled(tag, {tag.x + width, tag.y + height}, tone::packed(tone::window));
    const ImVec2 flag{tag.x + pad, tag.y + 0.5f * (height - 4 * square)};
    for (int row = 0; row < 4; ++row)
        for (int column = row % 2; column < 6; column += 2) {
            const ImVec2 at{flag.x + static_cast<float>(column) * square,
                            flag.y + static_cast<float>(row) * square};
            list.AddRectFilled(at, {at.x + square, at.y + square}, tone::packed(tone::text));
        }
    list.AddText({flag.x + 6 * square + pad, tag.y + 0.5f * pad}, tone::packed(tone::text),
                 text.c_str());
}

void lane_caption(const PanelContext& context, const Moment& moment, std::size_t i) {
    const RaceLane& lane = moment.race.lanes[i];
    lane_swatch(context, i, ImGui::GetTextLineHeight());
    value_text(lane_title(lane));
    if (!lane.timed() || !lane.growth) {
        value_text(lane.failure.empty() ? "not timed" : "cannot run", tone::warning);
        return explain(lane.failure);
    }
    ImGui::SameLine();
    value_text_right(lane_ms_text(std::min(moment.ms, lane.spread().median)),
                     moment.finished(lane) ? tone::text : tone::dim);
    const auto done = done_at(lane.growth->order, moment_of(lane, moment.ms));
    value_text(grouped(done.pixels) + " px", tone::dim);
    ImGui::SameLine();
    value_text_right(grouped(done.iterations) + " it", tone::dim);
}

void lane_pane(const PanelContext& context, const Moment& moment, std::size_t i, ImVec2 size) {
    const ImVec2 from = ImGui::GetCursorScreenPos(), to{from.x + size.x, from.y + size.y};
    auto& list = *ImGui::GetWindowDrawList();
    const auto& panes = context.seen.film_panes;
    const RaceLane& lane = moment.race.lanes[i];
    const auto name = i < panes.size() ? panes[i] : 0u;
    if (name != 0)
        list.AddImage(ImTextureID{name}, from, to);
    else
        list.AddRectFilled(from, to, tone::packed(tone::field));
    ImGui::Dummy(size);
    if (name != 0 && moment.finished(lane)) finish_mark(context, moment, i, from, to);
}

void panes(const PanelContext& context, const Moment& moment, float below) {
    const auto [width, height] = moment.race.plan.request.image;
    const auto lanes = static_cast<int>(moment.race.lanes.size());
    ImVec2 room = ImGui::GetContentRegionAvail();
    room.y -= below;
    const Grid grid =
        largest_grid(lanes, room, static_cast<float>(width) / static_cast<float>(height));
    const float step = grid.pane.x + ImGui::GetStyle().ItemSpacing.x;
    const ImVec2 from = ImGui::GetCursorPos();
    const float left =
        from.x + 0.5f * std::max(0.0f, room.x - static_cast<float>(grid.columns) * step);
    for (int i = 0; i < lanes; ++i) {
        ImGui::SetCursorPos({left + static_cast<float>(i % grid.columns) * step,
                             from.y + static_cast<float>(i / grid.columns) *
                                          (grid.pane.y + lane_caption_height())});
        ImGui::PushID(i);
        if (ImGui::BeginChild("lane", {grid.pane.x, grid.pane.y + lane_caption_height()},
                              ImGuiChildFlags_None,
                              ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
            lane_pane(context, moment, static_cast<std::size_t>(i), grid.pane);
            lane_caption(context, moment, static_cast<std::size_t>(i));
        }
        ImGui::EndChild();
        ImGui::PopID();
    }
    ImGui::SetCursorPos({from.x, from.y + room.y});
}

std::string track_text(const Moment& moment, const RaceLane& lane) {
    std::string text = fmt::format(
        "{}: the bar's length is its time so far, {}. The whole width is the slowest engine's "
        "time, {}.",
        lane_title(lane), lane_ms_text(std::min(moment.ms, lane.spread().median)),
        lane_ms_text(moment.pace.slowest_ms));
    if (!lane.growth) return text;
    const auto done = done_at(lane.growth->order, moment_of(lane, moment.ms));
    return text + fmt::format("\nDone: {} pixels, {} iterations.", grouped(done.pixels),
                              grouped(done.iterations));
}

// A bar for each lane, as long as its time once it is done.
void tracks(const PanelContext& context, const Moment& moment) {
    const float height = scaled_length(context, 10);
    const float room = ImGui::GetContentRegionAvail().x;
    auto& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < moment.race.lanes.size(); ++i) {
        const RaceLane& lane = moment.race.lanes[i];
        if (!lane.timed()) continue;
        const ImVec2 from = ImGui::GetCursorScreenPos();
        ImGui::Dummy({room, height});
        explain(track_text(moment, lane));
        const double done = std::min(moment.ms, lane.spread().median) / moment.pace.slowest_ms;
        const float to = from.x + static_cast<float>(done) * room;
        list.AddRectFilled(from, {from.x + room, from.y + height}, tone::packed(tone::field));
        list.AddRectFilled(from, {to, from.y + height}, tone::packed(lane_colour(i)));
        if (moment.finished(lane))
            list.AddRectFilled({to - 2, from.y - 1}, {to, from.y + height + 1},
                               tone::packed(tone::text));
    }
}

float tracks_height(const PanelContext& context, const Race& race) {
    return static_cast<float>(ranking(race).size()) *
           (scaled_length(context, 10) + ImGui::GetStyle().ItemSpacing.y);
}

void export_buttons(const PanelContext& context, float width) {
    const auto& seen = context.seen;
    if (seen.exporting) {
        const auto text = seen.export_cancelled
                              ? std::string("cancelling")
                              : fmt::format("{:.0f} %", 100 * seen.export_progress);
        ImGui::ProgressBar(static_cast<float>(seen.export_progress), {width, 0}, text.c_str());
        ImGui::SameLine();
        if (button("Cancel", "Stops the export; no file is left behind.", width,
                   !seen.export_cancelled))
            context.commands.push_back(Action::cancel_export);
        return;
    }
    if (button("Export film", "Writes this race as an animated WebP into the folder for pictures.",
               width))
        context.commands.push_back(Action::export_race_film);
    ImGui::SameLine();
    if (button("Close", "Back to the picture (Esc).", width))
        context.commands.push_back(Action::watch_race);
}

void controls(const PanelContext& context) {
    FilmPlayer& film = context.state.film;
    const float width = scaled_length(context, 92);
    if (button(film.playing() ? "Pause###play" : "Play###play", "Plays or pauses.", width))
        film.playing() ? film.pause() : film.play();
    ImGui::SameLine();
    if (button("Step", "Plays a little further, then pauses.", width)) film.step();
    ImGui::SameLine();
    const double begin = 0, end = FilmPlayer::seconds;
    value_slider(context, "##speed", "the speed", film.speed, {{0.125, 8}, "%.3g", " x", true},
                 2 * width);
    explain("Playback speed; 1 is normal.");
    ImGui::SameLine();
    checkbox("Loop", film.loop, "Restarts at the end.");
    ImGui::SameLine();
    const float buttons = 2 * (width + ImGui::GetStyle().ItemSpacing.x);
    ImGui::SetNextItemWidth(std::max(width, ImGui::GetContentRegionAvail().x - buttons));
    double second = film.second();
    if (ImGui::SliderScalar("##second", ImGuiDataType_Double, &second, &begin, &end, "",
                            ImGuiSliderFlags_AlwaysClamp)) {
        film.pause();
        film.go_to(second);
    }
    explain("The position in the film.");
    ImGui::SameLine();
    export_buttons(context, width);
}

}  // namespace

void race_watch(const PanelContext& context) {
    const auto& race = context.seen.laboratory.race;
    if (!race || !can_be_watched(*race)) return;
    const auto area = picture_area(context);
    ImGui::SetNextWindowPos(area.from);
    ImGui::SetNextWindowSize({area.to.x - area.from.x, area.to.y - area.from.y});
    const auto flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    const bool visible = ImGui::Begin("Race film", nullptr, flags);
    ImGui::PopStyleVar(2);
    if (visible) {
        const auto pace = film_pace(*race, FilmPlayer::seconds);
        const Moment moment{*race, pace, pace.ms_at(context.state.film.second())};
        head(context, moment);
        gap(context);
        const float row_height = ImGui::GetFrameHeightWithSpacing();
        panes(context, moment, tracks_height(context, *race) + row_height);
        tracks(context, moment);
        controls(context);
    }
    ImGui::End();
}

}  // namespace mariani::app
