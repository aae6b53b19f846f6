// S against n, g, r and B as files, for the commands that measure it.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/measure/gain_curves.hpp"

#include <stop_token>
#include <string>

namespace mariani::app {

// Adds the model's predictions, fitted to a measurement of each engine and scheme where its curves
// meet; reports on stderr if it predicts nothing. `common` is the request without size, engine,
// scheme, g, r, B and block. False if stopped.
bool add_predictions(std::vector<GainChart>& charts, const FrameRequest& common,
                     const RunEngine& run, const std::stop_token& stop);

// Throws UsageError if there is nothing to draw: no variable has two values.
void write_gains(const GainFiles& files, const std::vector<GainChart>& charts,
                 const std::string& title);

}  // namespace mariani::app
