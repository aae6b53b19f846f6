// Numbers in sentences and in rows of tables, the columns that tell a problem's knobs, and the
// names of engines in reports.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/model/knob.hpp"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// "1,048,576"
inline std::string in_thousands(std::uint64_t value) {
    std::string digits = std::to_string(value);
    for (auto at = std::ssize(digits) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), 1, ',');
    return digits;
}

// The engines that were measured; none before the first measurement.
template <typename Measurement>
std::vector<std::string_view> engine_names(const std::shared_ptr<const Measurement>& measurement) {
    std::vector<std::string_view> names;
    if (!measurement) return names;
    for (const auto& each : measurement->engines) names.push_back(mariani::name_of(each.engine));
    return names;
}

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
