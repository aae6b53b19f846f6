// The columns of logs that tell a problem's knobs.
#pragma once

#include "compute/model/knob.hpp"

#include <initializer_list>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// What the engine does not use has no value.
void add_knob_column(nlohmann::ordered_json& row, const Knob& knob, const void* problem,
                     EngineMask engine, Backend backend);

template <typename Problem>
void add_knob_columns(nlohmann::ordered_json& row, const Problem& problem, EngineMask engine,
                      Backend backend) {
    for (const Knob& knob : knob_table<Problem>().knobs)
        add_knob_column(row, knob, &problem, engine, backend);
}
// Those alone.
template <typename Problem>
void add_knob_columns(nlohmann::ordered_json& row, const Problem& problem, EngineMask engine,
                      Backend backend, std::initializer_list<std::string_view> ids) {
    for (const std::string_view id : ids)
        add_knob_column(row, knob_table<Problem>()[id], &problem, engine, backend);
}

}  // namespace mariani::app
