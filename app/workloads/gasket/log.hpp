// What the window's log of Life has of a moment.
#pragma once

#include "app/workloads/gasket/life.hpp"

#include <chrono>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// A row of the log: a moment with an engine.
nlohmann::ordered_json log_row(const GasketMoment& moment,
                               std::chrono::system_clock::time_point time);

}  // namespace mariani::app
