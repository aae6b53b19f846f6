// The columns of logs that tell a problem's knobs.
#pragma once

#include "compute/model/knob.hpp"

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// What the engine does not use has no value.
void add_knob_columns(nlohmann::ordered_json& row, const KnobTable& table, const void* problem,
                      EngineMask engine, Backend backend);
template <typename Problem>
void add_knob_columns(nlohmann::ordered_json& row, const Problem& problem, EngineMask engine,
                      Backend backend) {
    add_knob_columns(row, knob_table<Problem>(), &problem, engine, backend);
}

}  // namespace mariani::app
