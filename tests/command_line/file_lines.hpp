// A text file's lines, and those of tables.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace mariani::app {

inline std::vector<std::string> lines_in(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

// The fields of a row, whose quotes are left out.
inline std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char c : line)
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += c;
    return fields;
}

// The fields of a row by the names in the first line.
inline std::map<std::string, std::string> row_of(const std::string& names,
                                                 const std::string& line) {
    std::map<std::string, std::string> row;
    const auto keys = fields_of(names), values = fields_of(line);
    for (std::size_t i = 0; i < keys.size(); ++i) row[keys[i]] = i < values.size() ? values[i] : "";
    return row;
}

}  // namespace mariani::app
