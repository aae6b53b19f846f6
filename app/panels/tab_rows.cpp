#include "app/panels/tab_rows.hpp"

#include "app/measure/energy_meter.hpp"
#include "app/panels/fields.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <array>
#include <cfloat>

#include <fmt/core.h>

namespace mariani::app {
namespace {

void time_row(const PanelContext& context, const char* explanation, bool moving, double& time,
              double longest_time) {
    const float width = scaled_length(context, 64), space = ImGui::GetStyle().ItemInnerSpacing.x;
    row(context, "Time  s", explanation);
    if (button(moving ? "Hold###move" : "Move###move", "Space does the same.", width))
        context.commands.push_back(Action::play_pause);
    ImGui::SameLine(0, space);
    if (button("Once", "A twentieth of a second, then a pause (.).", width))
        context.commands.push_back(Action::step_once);
    ImGui::SameLine(0, space);
    if (const auto typed =
            real_field(context, "##time", "time", fmt::format("{:.2f}", time), 0, longest_time))
        time = *typed;
}

double second_of(const FilmPlayer& film) {
    return film.is_open() ? film.second() : FilmPlayer::seconds;
}

}  // namespace

void backend_row(const PanelContext& context, std::optional<Backend>& backend,
                 std::string_view automatic) {
    const Unavailable<Backend> unavailable = [](Backend each) { return backend_unavailable(each); };
    row(context, "Backend", "Where it runs: on a GPU, or on the processor.");
    choose<Backend>("backend", backend, unavailable, automatic);
    reasons_below(context, segments_of<Backend>(unavailable));
}

void log_rows(const PanelContext& context, const LogView& log, const char* explanation) {
    static const std::array<Segment, 2> formats{{
        {"CSV", "A line of comma-separated values per row.", {}},
        {"JSON", "An object per row; of the Mandelbrot set with the levels.", {}},
    }};
    auto& format = context.settings.exports.log_format;
    row(context, "Timing log", explanation);
    if (log.open) {
        if (button("Stop###log", "Ends the timing log.", -FLT_MIN))
            context.commands.push_back(Action::stop_timing_log);
    } else if (button("Start###log", "Begins a timing log.", -FLT_MIN)) {
        context.commands.push_back(Action::start_timing_log);
    }
    row(context, "Log format", "How the next timing log is written.");
    ImGui::BeginDisabled(log.open);
    if (const auto picked = segmented("log format", formats, static_cast<std::size_t>(format)))
        format = static_cast<TimingLogFormat>(*picked);
    ImGui::EndDisabled();
    with_room(2, [&] {
        if (!log.path.empty())
            note_below(context, fmt::format("{} rows in {}", grouped(log.rows), log.path),
                       tone::dim);
    });
}

void measure_rows(const PanelContext& context, const char* explanation) {
    bool& energy = context.state.race.energy;
    if (button("Measure all engines", explanation, -FLT_MIN))
        context.commands.push_back(command::Race{{}, 5, 1, energy});
    checkbox("energy", energy,
             "Afterwards repeats each for half a second or longer, and reads the energy counter of "
             "the GPU or processor.");
}

void progress_rows(const PanelContext& context, double share) {
    if (button("Stop", "Ends what is measured; what was measured before stays (Esc).", -FLT_MIN))
        context.commands.push_back(Action::stop_experiment);
    ImGui::ProgressBar(static_cast<float>(share), {-FLT_MIN, 0},
                       fmt::format("{:.0f} %", 100 * share).c_str());
}

void time_bar(const PanelContext& context, double share) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = scaled_length(context, 8);
    ImGui::Dummy({width, height});
    auto& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(from, {from.x + width, from.y + height}, tone::packed(tone::field));
    list.AddRectFilled(
        from, {from.x + width * static_cast<float>(std::clamp(share, 0.0, 1.0)), from.y + height},
        tone::packed(tone::compute));
}

void energy_note(const std::optional<FrameEnergy>& energy, double cells) {
    if (!energy) return;
    note(run_energy_text(*energy, cells, "run"), energy->known() ? tone::dim : tone::warning);
}

void motion_rows(const PanelContext& context, const char* explanation, bool moving, double& time,
                 double longest_time, double& speed) {
    time_row(context, explanation, moving, time, longest_time);
    row(context, "Speed", "How many seconds of their time pass in one while they move.");
    if (const auto typed = real_field(context, "##speed", "speed", to_text(speed),
                                      least_motion_speed, most_motion_speed))
        speed = *typed;
}

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
        "One run that was recorded block by block, in slow motion: bright green blocks work now, "
        "dark "
        "grey ones have not begun.");
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
    const float loop = scaled_length(context, 90);
    value_slider(context, "##speed", "the speed", film.speed, {0.125, 8},
                 ImGui::GetContentRegionAvail().x - loop, true);
    ImGui::SameLine(0, ImGui::GetStyle().ItemSpacing.x);
    checkbox("Loop", film.loop, "Begins again at the end.");
    ImGui::EndDisabled();
}

}  // namespace mariani::app
