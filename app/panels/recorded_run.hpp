// A run that was recorded block by block, as the tabs with blocks show it.
#pragma once

#include "app/panels/panels.hpp"
#include "app/settings/display_choices.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace mariani::app {

// That was picked, by what blocks are coloured. `colour` is the one in use; nothing: none.
std::optional<BlockColour> pick_block_colour(const char* id, std::optional<BlockColour> colour);

// Where a replay is, told by the text; dragging it pauses the replay there. Fills the row.
void replay_slider(FilmPlayer& film, const std::string& text, const char* explanation);

// Plays the run in slow motion: the same controls as a race's film has. `whole_ns`: until the last
// block ended; 0 if nothing is recorded.
void recorded_run_rows(const PanelContext& context, std::uint32_t whole_ns);

}  // namespace mariani::app
