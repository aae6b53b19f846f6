// Values as CSV (RFC 4180).
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// A text as a field: quoted where it has to be.
std::string csv_field(const std::string& text);

// The names, and the values, of an object's fields, without the end of the line. Numbers are
// written without loss; what is null leaves its field empty.
std::string csv_names(const nlohmann::ordered_json& row);
std::string csv_values(const nlohmann::ordered_json& row);

}  // namespace mariani::app
