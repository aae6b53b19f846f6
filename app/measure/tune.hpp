// The search for the best {g, r, B}: uphill from several starts, so that few cells of the grid are
// measured.
#pragma once

#include "app/measure/sweep.hpp"

#include <functional>
#include <stop_token>

namespace mariani::app {

// Measures the starts (the request's own values and two that are often good), then from the best of
// them halves and doubles g, r, B and, on cuda, the block's sides, as long as that gains a
// hundredth; each cell once. Ends by itself, or at the first cell done after `seconds`. Rows are
// handed over as they are measured. False when stopped.
bool tune(const SweepSubject& subject, double seconds, int repeat, const RunEngine& run,
          const std::stop_token& stop, const std::function<void(const SweepRow&)>& row);

}  // namespace mariani::app
