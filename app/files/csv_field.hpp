// A text as a field of a CSV file.
#pragma once

#include <string>

namespace mariani::app {

// Quoted where it has to be (RFC 4180).
inline std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

}  // namespace mariani::app
