#include "app/panels/exactness.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/poster_panel.hpp"
#include "app/panels/tab.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr auto bar_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                           ImGuiWindowFlags_NoFocusOnAppearing |
                           ImGuiWindowFlags_NoBringToFrontOnFocus;

std::string dwell_under_cursor(const Observations& seen) {
    if (!seen.cursor_dwell) return "-";
    const auto [dwell, limit, coarse] = *seen.cursor_dwell;
    if (dwell == unknown_dwell) return "not known";
    return (coarse ? "about " : "") + (dwell < limit ? grouped(dwell) : "inside");
}

// With one digit more than tell neighbouring pixels apart.
std::string cursor_text(const PanelContext& context) {
    const auto& cursor = context.seen.cursor;
    if (!cursor) return "-";
    const Length apart = pitch(context.settings.view, context.seen.picture);
    const double decimals = std::max(std::ceil(-log10(apart)) + 1, 1.0);
    return place(*cursor, static_cast<int>(decimals));
}

struct Fact {
    std::string text;
    ImVec4 colour;
    std::string explanation;
};

// The most important first.
std::vector<Fact> facts_of(const PanelContext& context) {
    const auto& seen = context.seen;
    const bool previous = shows_previous(seen);
    Fact run{shown_tab(context).status(context), tone::dim, "The engine of this picture."};
    if (previous && !run.text.empty())
        run = {"previous: " + run.text, tone::warning,
               "The engine of the previous picture: the requested one is not computed yet."};
    if (context.settings.workload != Workload::mandelbrot) return {run};
    Fact size{magnification(context.settings.view.height), tone::dim,
              "The magnification relative to the view of the whole set."};
    Fact poster;
    if (seen.poster)
        poster = {poster_status(*seen.poster), tone::draw, poster_explanation(*seen.poster)};
    if (seen.poster && seen.poster->alone) return {poster, size};
    const auto state = seen.exactness.state;
    const bool running = state == Exactness::verifying || state == Exactness::proving;
    const bool doubtful = state == Exactness::open || state == Exactness::preview;
    std::vector<Fact> facts{{exactness_label(seen),
                             running    ? tone::dim
                             : doubtful ? tone::warning
                                        : tone::draw,
                             exactness_details(seen)},
                            run,
                            size,
                            poster};
    if (const auto& [taken, wanted, coming] = seen.samples; coming)
        facts.push_back(
            {fmt::format("samples {}/{}", taken, wanted), tone::dim,
             "Antialiasing samples per pixel; more are added while the picture rests."});
    if (seen.exporting)
        facts.push_back({fmt::format("exporting {:.0f} %", 100 * seen.export_progress), tone::dim,
                         "The poster that is being computed (Explore, Export: Cancel stops it)."});
    return facts;
}

// From the right end to the left; returns where they begin. Those that there is no room for are
// told with the explanations of the others.
float draw_facts(const PanelContext& context, std::vector<Fact> facts, float left) {
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    float right = ImGui::GetWindowWidth() - padding.x;
    const auto width_of = [](const Fact& fact) { return ImGui::CalcTextSize(fact.text.c_str()).x; };
    const float gap = scaled_length(context, 18);
    std::string left_out;
    float free = right - left;
    std::erase_if(facts, [&](const Fact& fact) {
        const bool fits = width_of(fact) <= free;
        if (fits && !fact.text.empty()) free -= width_of(fact) + gap;
        if (!fits) left_out += (left_out.empty() ? "\n\n" : "\n") + fact.text;
        return !fits || fact.text.empty();
    });
    for (const Fact& fact : facts) {
        right -= width_of(fact);
        ImGui::SetCursorPos({right, padding.y});
        ImGui::TextColored(fact.colour, "%s", fact.text.c_str());
        explain(fact.explanation + left_out);
        right -= gap;
    }
    return right;
}

std::string dwell_text(const Observations& seen) {
    std::string text = "dwell " + dwell_under_cursor(seen);
    if (seen.cursor_work) text += fmt::format(", work {}", grouped(*seen.cursor_work));
    return text;
}

// The room that a dwell takes, though none may be shown: facts stay where they are.
float dwell_width(const PanelContext& context) {
    if (context.settings.workload != Workload::mandelbrot) return 0;
    push_mono(context.fonts);
    const auto most = "dwell " + grouped(context.settings.engine.dwell_limit);
    const auto shown = context.seen.cursor ? dwell_text(context.seen) : "";
    const float width =
        std::max(ImGui::CalcTextSize(most.c_str()).x, ImGui::CalcTextSize(shown.c_str()).x);
    ImGui::PopFont();
    return width + scaled_length(context, 18);
}

// As far as it fits.
void under_mouse(const PanelContext& context, float room) {
    if (!context.seen.cursor) return;
    const std::string dwell = dwell_text(context.seen);
    const std::string with_place = cursor_text(context) + "   " + dwell;
    push_mono(context.fonts);
    const bool fits = ImGui::CalcTextSize(with_place.c_str()).x <= room;
    ImGui::TextUnformatted((fits ? with_place : dwell).c_str());
    ImGui::PopFont();
    explain(
        "The point under the mouse, its dwell (the steps it took to escape), and the iterations "
        "spent on it, which are counted while work, levels or outcomes are shown.");
}

}  // namespace

void status_bar(const PanelContext& context) {
    const float height = context.seen.layout.status;
    if (height <= 0) return;
    const auto area = picture_area(context);
    ImGui::SetNextWindowPos({area.from.x, area.to.y + context.seen.layout.timeline});
    ImGui::SetNextWindowSize({area.width(), height});
    const float padding = 0.5f * (height - ImGui::GetTextLineHeight());
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {scaled_length(context, 12), padding});
    ImGui::Begin("status bar", nullptr, bar_flags);
    const ImVec2 begin = ImGui::GetStyle().WindowPadding;
    const float end = draw_facts(context, facts_of(context), begin.x + dwell_width(context));
    if (context.settings.workload == Workload::mandelbrot) {
        ImGui::SetCursorPos(begin);
        under_mouse(context, end - begin.x);
    }
    ImGui::End();
    ImGui::PopStyleVar(3);
}

}  // namespace mariani::app
