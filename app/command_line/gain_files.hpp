// S against n, g, r and B as files, for the commands that measure it.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/measure/gain_curves.hpp"

#include <stop_token>
#include <string>

namespace mariani::app {

// Adds what the model predicts, fitted to a measurement of each engine and scheme where its curves
// meet; says on stderr where it predicts nothing. `common` is the request but for size, engine,
// scheme, g, r, B and block. False when stopped.
bool add_predictions(std::vector<GainChart>& charts, const FrameRequest& common,
                     const RunEngine& run, const std::stop_token& stop);

// Throws UsageError where there is nothing to draw: no variable has two values.
void write_gains(const GainFiles& files, const std::vector<GainChart>& charts,
                 const std::string& title);

}  // namespace mariani::app
