#include "app/panels/exactness.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/tab.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <cmath>
#include <string>

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

// Facts of a bar from its right end to the left, as long as there is room.
class FactsFromTheRight {
  public:
    explicit FactsFromTheRight(const PanelContext& context)
        : context_(context), right_(ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x) {}

    void add(const std::string& text, const ImVec4& colour, std::string_view explanation) {
        if (text.empty()) return;
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        if (right_ - width < ImGui::GetStyle().WindowPadding.x) return;
        right_ -= width;
        ImGui::SetCursorPos({right_, ImGui::GetStyle().WindowPadding.y});
        ImGui::TextColored(colour, "%s", text.c_str());
        explain(explanation);
        right_ -= scaled_length(context_, 18);
    }
    float left() const { return right_; }

  private:
    const PanelContext& context_;
    float right_;
};

void known(const PanelContext& context, FactsFromTheRight& facts) {
    const auto state = context.seen.exactness.state;
    const bool running = state == Exactness::verifying || state == Exactness::proving;
    const bool doubtful = state == Exactness::open || state == Exactness::preview;
    const auto& [taken, wanted, coming] = context.seen.samples;
    if (coming)
        facts.add(fmt::format("samples {}/{}", taken, wanted), tone::dim,
                  "Antialiasing samples per pixel; more are added while the picture rests.");
    facts.add(exactness_label(context.seen),
              running    ? tone::dim
              : doubtful ? tone::warning
                         : tone::draw,
              exactness_details(context.seen));
    facts.add(magnification(context.settings.view.height), tone::dim,
              "The magnification relative to the view of the whole set.");
}

// As far as it fits.
void under_mouse(const PanelContext& context, float room) {
    const auto& seen = context.seen;
    if (!seen.cursor) return;
    std::string text = "dwell " + dwell_under_cursor(seen);
    if (seen.cursor_work) text += fmt::format(", work {}", grouped(*seen.cursor_work));
    const std::string with_place = cursor_text(context) + "   " + text;
    push_mono(context.fonts);
    const bool fits = ImGui::CalcTextSize(with_place.c_str()).x <= room;
    ImGui::TextUnformatted((fits ? with_place : text).c_str());
    ImGui::PopFont();
    explain("The point under the mouse, and its dwell: the steps it took to escape.");
}

}  // namespace

void status_bar(const PanelContext& context) {
    const float height = context.seen.layout.status;
    if (height <= 0) return;
    const auto area = picture_area(context);
    ImGui::SetNextWindowPos({area.from.x, area.to.y});
    ImGui::SetNextWindowSize({area.width(), height});
    const float padding = 0.5f * (height - ImGui::GetTextLineHeight());
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {scaled_length(context, 12), padding});
    ImGui::Begin("status bar", nullptr, bar_flags);
    FactsFromTheRight facts(context);
    const bool mandelbrot = context.settings.workload == Workload::mandelbrot;
    if (mandelbrot) known(context, facts);
    facts.add(shown_tab(context).status(context), tone::dim, "The engine of this picture.");
    if (mandelbrot) {
        const ImVec2 padded = ImGui::GetStyle().WindowPadding;
        ImGui::SetCursorPos(padded);
        under_mouse(context, facts.left() - padded.x);
    }
    ImGui::End();
    ImGui::PopStyleVar(3);
}

}  // namespace mariani::app
