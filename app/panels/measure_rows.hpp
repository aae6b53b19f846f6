// What the tabs' sections Times have in common: the button that measures all engines, how far that
// is, and what came of it.
#pragma once

#include "app/panels/panels.hpp"
#include "compute/model/energy.hpp"

#include <optional>

namespace mariani::app {

// *Measure all engines*, which the explanation tells of, and whether their energy is measured too.
void measure_rows(const PanelContext& context, const char* explanation);

// While something is measured: what ends it, and how far it is, from 0 to 1.
void progress_rows(const PanelContext& context, double share);

// A time's share of the longest one.
void time_bar(const PanelContext& context, double share);

// The energy of a run that makes so many cells, or why it is unknown; nothing if not measured.
void energy_note(const std::optional<FrameEnergy>& energy, double cells);

}  // namespace mariani::app
