// What explains the program: the card on a first start, the tour's captions, and the window of
// keys.
#include "app/explore/fuzzy_match.hpp"
#include "app/explore/keys.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/tab.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cstddef>
#include <deque>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <imgui_stdlib.h>

namespace mariani::app {
namespace {

std::string saved_work(const OpeningFigures& figures) {
    if (!figures.times_less_work) return "";
    return fmt::format(": {} times less work than iterating every pixel, without shortcuts",
                       significant(*figures.times_less_work));
}

std::string in_words(const OpeningFigures& figures) {
    return fmt::format(
        "{} regions. {} of the pixels were never iterated{}.", grouped(figures.regions),
        share(static_cast<double>(figures.pixels_filled), static_cast<double>(figures.pixels)),
        saved_work(figures));
}

constexpr int longest_caption = 3;  // lines; they keep their room

struct Caption {
    const char* title;
    const char* words;  // what is true of every picture
};

// By TourStop.
constexpr std::array<Caption, tour_stops> captions{{
    {"The Mandelbrot set",
     "A pixel's colour shows its dwell: the number of steps its point takes to get farther than 2 "
     "from zero."},
    {"Regions",
     "The picture is cut into regions, and at first only their borders are iterated. If a region's "
     "whole border has the same dwell, it is filled."},
    {"Level by level",
     "Any other region is subdivided, level by level, down to the stopping size, where all its "
     "pixels are iterated. Black is not known yet."},
    {"Seahorse valley",
     "Regions follow the picture: they stay large where the dwell is constant, and become small "
     "where it changes."},
    {"What was never iterated",
     "The colours show how each pixel got its dwell; the legend names them."},
    {"DP, dynamic parallelism",
     "In DP, a subdivided region launches the work on its children itself. Below, bars are regions "
     "at work; lines lead from parent to child."},
    {"Ex, the exhaustive engine", "Ex iterates every pixel."},
    {"ASK, a subdividing engine", "ASK (adaptive serial kernels) subdivides level by level."},
    {"Colours", "Another palette needs no new iterations: the known dwells only change colour."},
    {"Back to your picture", "Everything is as it was before the tour. Press F1 for the keys."},
}};

const Caption& caption_at(TourStop stop) {
    return captions.at(static_cast<std::size_t>(stop));
}

std::string frame_ms_text(double ms) {
    return significant(ms) + " ms";
}

std::string adaptive_text(const TourFigures& figures) {
    if (!figures.exhaustive_ms)
        return fmt::format("This picture took {}.", frame_ms_text(figures.ms));
    return fmt::format("The same picture took {}; with Ex, {}.", frame_ms_text(figures.ms),
                       frame_ms_text(*figures.exhaustive_ms));
}

// What is true of the one on screen.
std::string figures_of(TourStop stop, const TourFigures& figures) {
    switch (stop) {
        case TourStop::set:
            return fmt::format("Black pixels reached the dwell limit, {}: they are inside.",
                               grouped(figures.dwell_limit));
        case TourStop::regions:
            return fmt::format("Here {} of {} regions were filled.", grouped(figures.filled),
                               grouped(figures.regions));
        case TourStop::seahorse:
            return fmt::format("There are {} of them here, on {} levels.", grouped(figures.regions),
                               figures.levels);
        case TourStop::outcomes:
            return fmt::format("{} of these pixels were filled and never iterated.",
                               share(static_cast<double>(figures.pixels_filled),
                                     static_cast<double>(figures.pixels)));
        case TourStop::launches:
            return fmt::format("Here {} regions were launched this way.",
                               grouped(figures.launched));
        case TourStop::exhaustive:
            return fmt::format("This picture took {} on this machine.", frame_ms_text(figures.ms));
        case TourStop::adaptive:
            return adaptive_text(figures);
        default:
            return "";
    }
}

std::string caption_of(const TourView& tour) {
    std::string text = caption_at(tour.stop).words;
    if (!tour.figures) return text;
    if (const auto figures = figures_of(tour.stop, *tour.figures); !figures.empty())
        text += ' ' + figures;
    return text;
}

// How much of the time to read has passed.
void reading_line(const PanelContext& context, double read) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = scaled_length(context, 2);
    auto& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(from, {from.x + width, from.y + height}, tone::packed(tone::field));
    list.AddRectFilled(from, {from.x + static_cast<float>(read) * width, from.y + height},
                       tone::packed(tone::accent_bright));
    ImGui::Dummy({width, height});
}

void what_you_see(const Tab& tab) {
    heading("What you see");
    for (const char* paragraph : tab.help) note(paragraph, tone::text);
}

void what_is_dp(const PanelContext& context) {
    heading("What is DP?");
    note(
        "Dynamic parallelism lets a GPU give itself work: a region that must be subdivided "
        "launches the work on its children, without asking the CPU. On a CPU, tasks take the "
        "place of these launches. ASK works level by level instead: the regions of the "
        "next level are put on a list (OLT), and one launch takes them all.",
        tone::text);
    note(
        "The timeline (B) shows the difference: DP's lines lead from each region to those that it "
        "launched, and its levels overlap; ASK's upright lines are its launches, one a level.",
        tone::text);
    const float width = button_width(2);
    for (const auto& [label, engine] : {std::pair("Show DP's timeline", EngineKind::dp),
                                        std::pair("Show ASK's timeline", EngineKind::ask)}) {
        if (engine == EngineKind::ask) ImGui::SameLine();
        if (!button(label,
                    "Computes this picture with that engine, one block a region (SBR), and shows "
                    "its timeline.",
                    width))
            continue;
        context.settings.engine.engine = engine;
        context.settings.engine.scheme = Scheme::sbr;
        context.settings.timeline_shown = true;
        context.commands.push_back(Action::toggle_help);
    }
}

void shortcut(const std::string& keys, std::string_view label) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    value_text(keys, tone::accent_bright);
    ImGui::TableNextColumn();
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(label.data(), label.data() + label.size());
    ImGui::PopTextWrapPos();
}

bool begin_shortcuts(const PanelContext& context, const char* id) {
    if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingFixedFit)) return false;
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, scaled_length(context, 196));
    ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
    return true;
}

// Keys and gestures that match what is sought, the best first; keys with the same effect share a
// line.
std::vector<MouseGesture> found_shortcuts(const std::string& sought,
                                          std::deque<std::string>& names) {
    std::vector<MouseGesture> all;
    std::string_view last;
    for (const KeyBinding& each : key_bindings())
        if (std::exchange(last, each.label) != each.label)
            all.push_back({names.emplace_back(keys_of(each.label)), each.task, each.label});
    std::ranges::copy(mouse_gestures(), std::back_inserter(all));
    std::vector<SearchText> texts;
    for (const auto& [gesture, task, label] : all)
        texts.push_back({std::string(label), fmt::format("{} {}", gesture, task)});
    std::vector<MouseGesture> found;
    for (const FoundText& each : found_texts(sought, texts)) found.push_back(all[each.index]);
    return found;
}

// By task, in the order in which these come first.
void shortcuts(const PanelContext& context) {
    std::deque<std::string> names;
    auto left = found_shortcuts(context.state.help_search, names);
    if (left.empty()) note("No key or gesture is about that.");
    while (!left.empty()) {
        const std::string task(left.front().task);
        heading(task.c_str());
        if (!begin_shortcuts(context, task.c_str())) return;
        for (const auto& each : left)
            if (each.task == task) shortcut(std::string(each.gesture), each.label);
        ImGui::EndTable();
        std::erase_if(left, [&](const MouseGesture& each) { return each.task == task; });
    }
}

}  // namespace

void opening_figures(const PanelContext& context) {
    const auto& replay = context.state.replay;
    ImGui::PushFont(context.fonts.title, context.fonts.text_size);
    ImGui::TextUnformatted("How it works");
    ImGui::PopFont();
    const float side = ImGui::GetFrameHeight();
    ImGui::SameLine(content_right() - side);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ImGui::GetStyle().FramePadding.y);
    if (close_button(side)) context.commands.push_back(Action::end_opening);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        "If all pixels along a square's border take the same number of steps, so does its inside: "
        "the square is filled without computing it. If not, it is cut into smaller squares.");
    ImGui::TextUnformatted(in_words(*context.seen.opening).c_str());
    ImGui::PopTextWrapPos();
    const float wanted = ImGui::CalcTextSize("Play again").x + 2 * ImGui::GetStyle().FramePadding.x;
    const float width = button_width(3) < wanted ? 0 : button_width(3);  // 0: as its label needs
    if (primary_button("Tour", "Shows in a minute what the program does; Esc ends it (T).", width))
        context.commands.push_back(Action::start_tour);
    ImGui::SameLine();
    if (button(replay.playing() ? "Stop" : "Play again",
               "Replays the subdivision of this picture, level by level (P).", width))
        context.commands.push_back(Action::play_subdivision);
    ImGui::SameLine();
    if (button("Race",
               "Runs Ex and the subdivision engines side by side on this picture, with the current "
               "shortcuts. Shortcuts save work in Ex, too.",
               width)) {
        context.state.laboratory_tab = "Race";
        if (!context.seen.laboratory_shown) context.commands.push_back(Action::toggle_laboratory);
        context.commands.push_back(race_command(context.state.race));
        context.commands.push_back(Action::end_opening);
    }
}

void tour_caption(const PanelContext& context) {
    const TourView& tour = *context.seen.tour;
    ImGui::TextUnformatted(caption_at(tour.stop).title);
    const auto number = fmt::format("{} of {}", static_cast<int>(tour.stop) + 1, tour_stops);
    ImGui::SameLine();
    value_text_right(number, tone::dim);
    with_room(longest_caption, [&] { note(caption_of(tour), tone::text); });
    reading_line(context, tour.read);
    note(tour.stop == TourStop::back
             ? "Left: back     Esc, Enter or a click: end"
             : fmt::format("Space: {}     Right: next     Left: back     Esc or a click: end",
                           tour.paused ? "go on" : "pause"));
}

void help_window(const PanelContext& context) {
    if (!context.seen.help_shown) return;
    const auto area = picture_area(context);
    const auto& viewport = *ImGui::GetMainViewport();
    const float width = std::min(scaled_length(context, 640), viewport.Size.x * 0.94f);
    const float height = std::min(scaled_length(context, 1500), viewport.Size.y * 0.94f);
    const float middle = std::clamp(0.5f * (area.from.x + area.to.x), 0.5f * width,
                                    std::max(viewport.Size.x - 0.5f * width, 0.5f * width));
    ImGui::SetNextWindowPos({middle, viewport.Pos.y + 0.5f * viewport.Size.y}, ImGuiCond_Appearing,
                            {0.5f, 0.5f});
    ImGui::SetNextWindowSize({width, height}, ImGuiCond_Appearing);
    bool open = true;
    if (ImGui::Begin("Help", &open,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        ImGui::SetNextItemWidth(-FLT_MIN);
        ImGui::InputTextWithHint("##search", "search keys and gestures (Tab)",
                                 &context.state.help_search);
        if (ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGuiKey_Escape)) open = false;
        if (button("Take the tour", "Shows in a minute what the program does; Esc ends it (T).",
                   -FLT_MIN))
            context.commands.push_back(Action::start_tour);
        if (context.state.help_search.empty()) {
            what_you_see(shown_tab(context));
            if (context.settings.workload == Workload::mandelbrot) what_is_dp(context);
        }
        shortcuts(context);
    }
    ImGui::End();
    if (open) return;
    context.state.help_search.clear();
    context.commands.push_back(Action::toggle_help);
}

}  // namespace mariani::app
