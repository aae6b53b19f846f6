#include "app/panels/recorded_run.hpp"

#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <array>
#include <cfloat>

#include <fmt/core.h>

namespace mariani::app {
namespace {

double second_of(const FilmPlayer& film) {
    return film.is_open() ? film.second() : FilmPlayer::seconds;
}

}  // namespace

void replay_slider(FilmPlayer& film, const std::string& text, const char* explanation) {
    const double begin = 0, end = FilmPlayer::seconds;
    double second = second_of(film);
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (ImGui::SliderScalar("##second", ImGuiDataType_Double, &second, &begin, &end, text.c_str(),
                            ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput)) {
        if (!film.is_open()) film.open();
        film.pause();
        film.go_to(second);
    }
    explain(explanation);
}

std::optional<BlockColour> pick_block_colour(const char* id, std::optional<BlockColour> colour) {
    static const std::array<Segment, 5> colours{
        {{"order", "From the first block that is launched, dark, to the last, light.", {}},
         {"unit", "A colour for each multiprocessor, or thread of the processor.", {}},
         {"start", "When a block began, in one recorded run.", {}},
         {"duration", "How long a block took, in one recorded run.", {}},
         {"use", "What is useful, partial (amber) or wasted (red) only.", {}}}};
    const auto chosen = colour ? static_cast<std::size_t>(*colour) : colours.size();
    const auto picked = segmented(id, colours, chosen);
    return picked ? std::optional(static_cast<BlockColour>(*picked)) : std::nullopt;
}

void recorded_run_rows(const PanelContext& context, std::uint32_t whole_ns) {
    FilmPlayer& film = context.state.recorded_run;
    row(context, "Replay (P)",
        "One run that was recorded block by block, in slow motion: green blocks work now, pale "
        "ones have not begun.");
    ImGui::BeginDisabled(whole_ns == 0);
    const float width = scaled_length(context, 64);
    if (button(film.playing() ? "Pause###play" : "Play###play", "Stops and goes on.", width))
        context.commands.push_back(Action::play_subdivision);
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    if (button("Step", "A little further, and pauses.", width)) {
        if (!film.is_open()) film.open();
        film.step();
    }
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    const double passed_ns = whole_ns * second_of(film) / FilmPlayer::seconds;
    replay_slider(film, fmt::format("{} ms", significant(1e-6 * passed_ns)),
                  "How much of the run has passed.");
    row(context, "Speed", "The replay's; it takes 6 s at 1.");
    const double slowest = 0.125, fastest = 8;
    push_mono(context.fonts);
    ImGui::SetNextItemWidth(-scaled_length(context, 90));
    ImGui::SliderScalar("##speed", ImGuiDataType_Double, &film.speed, &slowest, &fastest, "%.3g x",
                        ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    ImGui::PopFont();
    ImGui::SameLine(0, ImGui::GetStyle().ItemSpacing.x);
    checkbox("Loop", film.loop, "Begins again at the end.");
    ImGui::EndDisabled();
}

}  // namespace mariani::app
