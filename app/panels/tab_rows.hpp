// Rows that the panels of several tabs have in common: the backend, the timing log, measuring all
// engines, points that move, and the replay of a run that was recorded block by block.
#pragma once

#include "app/measure/spread.hpp"
#include "app/panels/panels.hpp"
#include "app/settings/display_choices.hpp"
#include "compute/model/choices.hpp"
#include "compute/model/energy.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mariani::app {

// Where an engine runs, with the reason below where this machine lacks a backend. `automatic` is
// shown for no choice.
void backend_row(const PanelContext& context, std::optional<Backend>& backend,
                 std::string_view automatic = automatic_name);

// What a tab is about, in a sentence, and the one button that shows it.
struct Introduction {
    std::string sentence;
    bool ready = true;  // the picture makes the point, and the button moves it; else it sets it up
    const char* set_up_label = "";
    const char* set_up_help = "";
    bool moving = false;
    const char* move_label = "";
    const char* hold_label = "";
    const char* move_help = "";
    Action move = Action::play_pause;
};
// True: it is to be set up.
bool introduce(const PanelContext& context, const Introduction& introduction);

// What starts and stops the tab's timing log; `explanation`: what a row of the log is. Last in a
// section: its format is among the details, and `more` below it.
void log_rows(const PanelContext& context, const LogView& log, const char* explanation,
              const std::function<void()>& more = {});

// What noise_note() compares: engines with their times.
inline constexpr auto engine_label = [](const auto& times) -> std::string_view {
    return choice_of(times.engine).label;
};
template <typename Times, typename Label = decltype(engine_label)>
std::vector<std::pair<std::string_view, Spread>> labelled_times(const std::vector<Times>& measured,
                                                                Spread Times::*ms = &Times::ms,
                                                                const Label& label = {}) {
    std::vector<std::pair<std::string_view, Spread>> labelled;
    for (const Times& times : measured) labelled.emplace_back(label(times), times.*ms);
    return labelled;
}

// If the runs of the measured one in this place overlap those of the next faster one: says so.
void noise_note(const std::vector<std::pair<std::string_view, Spread>>& measured,
                std::size_t place);

// Measured results: dim, and said to be so, where they are not of what is shown.
void measured_results(bool of_shown, const std::function<void()>& contents);

// *Measure all engines*, which the explanation tells of, and whether their energy is measured too.
void measure_rows(const PanelContext& context, const char* explanation);

// While something is measured: what ends it, and how far it is, from 0 to 1.
void progress_rows(const PanelContext& context, double share);

// A time's share of the longest one.
void time_bar(const PanelContext& context, double share);

// The energy of a run that makes so many cells, or why it is unknown; nothing if not measured.
void energy_note(const std::optional<FrameEnergy>& energy, double cells);

// How long the points have moved, with the buttons that move and hold them, and how fast they do.
void motion_rows(const PanelContext& context, const char* explanation, bool moving, double& time,
                 double longest_time, double& speed);

// By what blocks are coloured, if that was picked. `colour` is the one in use; nothing: none.
std::optional<BlockColour> pick_block_colour(const char* id, std::optional<BlockColour> colour);

// Where a replay is, told by the text; dragging it pauses the replay there. Fills the row.
void replay_slider(FilmPlayer& film, const std::string& text, const char* explanation);

// Plays the run in slow motion: the same controls as a race's film has. `whole_ns`: until the last
// block ended; 0 if nothing is recorded.
void recorded_run_rows(const PanelContext& context, std::uint32_t whole_ns);

}  // namespace mariani::app
