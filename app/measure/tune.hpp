// The search for the best {g, r, B}: hill climbing from several starts, so that only few cells of
// the grid are measured.
#pragma once

#include "app/measure/sweep.hpp"

#include <functional>
#include <stop_token>

namespace mariani::app {

// Measures the starts (the request's own values and two that are often good), then from the best of
// them halves and doubles g, r, B and, on cuda, the block's sides, as long as that gains one
// percent; each cell once. Ends by itself, or with the first cell finished after `seconds`. Rows
// are passed on as they are measured. False if stopped.
bool tune(const SweepSubject& subject, double seconds, int repeat, const RunEngine& run,
          const std::stop_token& stop, const std::function<void(const SweepRow&)>& row);

// Measures what a search has found again, beside Ex and the request's own values in random order,
// because a busy moment may have favoured it. nullopt if stopped. Throws std::runtime_error, with
// the figures, if its gain may be noise.
std::optional<SweepRow> confirmed(const SweepSubject& subject, const SweepRow& found,
                                  const RunEngine& run, const std::stop_token& stop);

}  // namespace mariani::app
