#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string saved_work(const OpeningFigures& figures) {
    if (!figures.times_less_work) return "";
    return fmt::format(": without shortcuts, {} times less work than iterating every pixel",
                       significant(*figures.times_less_work));
}

std::string in_words(const OpeningFigures& figures) {
    return fmt::format(
        "{} regions. {} of the pixels were never iterated{}.", grouped(figures.regions),
        share(static_cast<double>(figures.pixels_filled), static_cast<double>(figures.pixels)),
        saved_work(figures));
}

}  // namespace

void opening_figures(const PanelContext& context) {
    const auto& replay = context.state.replay;
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        "If all pixels along a square's border take equally many steps, so does its inside: it is "
        "filled, and never computed. If not, the square is cut into smaller ones.");
    ImGui::TextUnformatted(in_words(*context.seen.opening).c_str());
    ImGui::PopTextWrapPos();
    const float width = button_width(4);
    if (button("Tour", "What the program does, in a minute; Esc ends it (T).", width))
        context.commands.push_back(Action::start_tour);
    ImGui::SameLine();
    if (button(replay.playing() ? "Stop" : "Play again",
               "The subdivision of this picture, level by level (P).", width))
        context.commands.push_back(Action::play_subdivision);
    ImGui::SameLine();
    if (button("Race",
               "Ex and the subdivision engines side by side, measured on this picture with the "
               "shortcuts that are on: these save Ex work, too.",
               width)) {
        context.state.laboratory_tab = "Race";
        if (!context.seen.laboratory_shown) context.commands.push_back(Action::toggle_laboratory);
        context.commands.push_back(race_command(context.state.race));
        context.commands.push_back(Action::end_opening);
    }
    ImGui::SameLine();
    if (button("Explore", "Closes this card: zoom with the wheel, drag to move.", width))
        context.commands.push_back(Action::end_opening);
}

}  // namespace mariani::app
