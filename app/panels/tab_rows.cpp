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
    if (button(moving ? "Hold###move" : "Move###move", "Same as Space.", width))
        context.commands.push_back(Action::play_pause);
    ImGui::SameLine(0, space);
    if (button("Once", "Moves on by a twentieth of a second, then pauses (.).", width))
        context.commands.push_back(Action::step_once);
    ImGui::SameLine(0, space);
    if (const auto typed =
            real_field(context, "##time", "time", fmt::format("{:.2f}", time), 0, longest_time))
        time = *typed;
}

void log_format_row(const PanelContext& context, const LogView& log) {
    static const std::array<Segment, 2> formats{{
        {"CSV", "One line of comma-separated values per row.", {}},
        {"JSON", "One object per row; for the Mandelbrot set, with its levels.", {}},
    }};
    auto& format = context.settings.exports.log_format;
    row(context, "Log format", "The format of the next timing log.");
    resettable(
        context, [](auto& s) -> auto& { return s.exports.log_format; });
    ImGui::BeginDisabled(log.open);
    if (const auto picked = segmented("log format", formats, static_cast<std::size_t>(format)))
        format = static_cast<TimingLogFormat>(*picked);
    ImGui::EndDisabled();
}

double second_of(const FilmPlayer& film) {
    return film.is_open() ? film.second() : FilmPlayer::seconds;
}

}  // namespace

void backend_row(const PanelContext& context, std::optional<Backend>& backend,
                 std::string_view automatic) {
    const Unavailable<Backend> unavailable = [](Backend each) { return backend_unavailable(each); };
    row(context, "Backend", "The processor that runs it: a GPU or the CPU.");
    choose<Backend>("backend", backend, unavailable, automatic);
    reasons_below(context, segments_of<Backend>(unavailable));
}

bool introduce(const PanelContext& context, const Introduction& introduction) {
    const auto& [sentence, ready, set_up_label, set_up_help, moving, move_label, hold_label,
                 move_help, move] = introduction;
    gap(context);
    note(sentence, tone::text);
    const std::string label = !ready ? set_up_label : moving ? hold_label : move_label;
    const bool pressed = primary_button((label + "###introduction").c_str(),
                                        ready ? move_help : set_up_help, -FLT_MIN);
    if (pressed && ready) context.commands.push_back(move);
    return pressed && !ready;
}

void noise_note(const std::vector<std::pair<std::string_view, Spread>>& measured,
                std::size_t place) {
    std::vector<Spread> spreads;
    for (const auto& each : measured) spreads.push_back(each.second);
    if (const auto faster = overlapping_faster(spreads, place))
        note(noise_text(measured[place].first, measured[*faster].first), tone::warning);
}

void measured_results(bool of_shown, const std::function<void()>& contents) {
    if (of_shown) return contents();
    note("Measured with other settings than those shown.", tone::warning);
    dimmed(contents);
}

void log_rows(const PanelContext& context, const LogView& log, const char* explanation,
              const std::function<void()>& more) {
    row(context, "Timing log", explanation);
    if (log.open) {
        if (button("Stop###log", "Stops the timing log.", -FLT_MIN))
            context.commands.push_back(Action::stop_timing_log);
    } else if (button("Start###log", "Starts a timing log.", -FLT_MIN)) {
        context.commands.push_back(Action::start_timing_log);
    }
    with_room(2, [&] {
        if (!log.path.empty())
            note_below(context, fmt::format("{} rows in {}", grouped(log.rows), log.path),
                       tone::dim);
    });
    details(context, [&] {
        log_format_row(context, log);
        if (more) more();
    });
}

void measure_rows(const PanelContext& context, const char* explanation) {
    bool& energy = context.state.race.energy;
    if (button("Measure all engines", explanation, -FLT_MIN))
        context.commands.push_back(command::Race{{}, 5, 1, energy});
    checkbox("Energy", energy,
             "Afterwards, repeats each for half a second or longer and reads the energy counter of "
             "the GPU or processor.");
}

void progress_rows(const PanelContext& context, double share) {
    if (button("Stop", "Stops the measurement and keeps its results (Esc).", -FLT_MIN))
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
    row(context, "Speed", "The seconds of motion per second of real time.");
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
        {{"order", "By launch order: the first block is dark, the last light.", {}},
         {"unit", "One colour per multiprocessor, or per thread of the processor.", {}},
         {"start", "By the start of each block in one recorded run.", {}},
         {"duration", "By the duration of each block in one recorded run.", {}},
         {"use", "By use only: useful, partial (amber) or wasted (red).", {}}}};
    const auto chosen = colour ? static_cast<std::size_t>(*colour) : colours.size();
    const auto picked = segmented(id, colours, chosen);
    return picked ? std::optional(static_cast<BlockColour>(*picked)) : std::nullopt;
}

void recorded_run_rows(const PanelContext& context, std::uint32_t whole_ns) {
    FilmPlayer& film = context.state.recorded_run;
    row(context, "Replay (P)",
        "A run recorded block by block, in slow motion: bright green blocks are working, dark grey "
        "ones have not begun.");
    ImGui::BeginDisabled(whole_ns == 0);
    const float width = scaled_length(context, 64);
    if (button(film.playing() ? "Pause###play" : "Play###play", "Plays or pauses.", width))
        context.commands.push_back(Action::play_subdivision);
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    if (button("Step", "Plays a little further, then pauses.", width)) {
        if (!film.is_open()) film.open();
        film.step();
    }
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    const double passed_ns = whole_ns * second_of(film) / FilmPlayer::seconds;
    replay_slider(film, fmt::format("{} ms", significant(1e-6 * passed_ns)),
                  "The position in the run.");
    row(context, "Speed", "Replay speed; at 1 it takes 6 s.");
    const float loop = scaled_length(context, 90);
    value_slider(context, "##speed", "the speed", film.speed, {{0.125, 8}, "%.3g", " x", true},
                 ImGui::GetContentRegionAvail().x - loop);
    ImGui::SameLine(0, ImGui::GetStyle().ItemSpacing.x);
    checkbox("Loop", film.loop, "Restarts at the end.");
    ImGui::EndDisabled();
}

}  // namespace mariani::app
