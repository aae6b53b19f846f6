// Values as CSV (RFC 4180).
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// A text as a field: quoted if necessary.
std::string csv_field(const std::string& text);

// The names, or the values, of an object's fields, without a line end. Numbers are written
// losslessly; null leaves its field empty.
std::string csv_names(const nlohmann::ordered_json& row);
std::string csv_values(const nlohmann::ordered_json& row);

// Some columns of a row: names and values, both separated by commas.
struct CsvColumns {
    std::string names, values;
};
CsvColumns csv_columns(const nlohmann::ordered_json& row);
// The columns of one behind those of the other.
CsvColumns joined(const CsvColumns& one, const CsvColumns& other);

}  // namespace mariani::app
