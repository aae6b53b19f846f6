#include "app/files/table_file.hpp"

#include "compute/model/text.hpp"

#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& value) {
    if (value.is_null()) return "";
    if (value.is_string()) return csv_field(value.get<std::string>());
    if (value.is_number_float()) return to_text(value.get<double>());
    return value.dump();
}

}  // namespace

TableRow table_row() {
    return std::make_shared<Json>(Json::object());
}

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::string csv_names(const Json& row) {
    std::string line;
    for (const auto& [name, value] : row.items()) {
        if (!line.empty()) line += ',';
        line += name;
    }
    return line;
}

std::string csv_values(const Json& row) {
    std::string line;
    bool first = true;
    for (const Json& value : row) {
        if (!std::exchange(first, false)) line += ',';
        line += text_of(value);
    }
    return line;
}

void add_csv_row(std::string& csv, const Json& row) {
    if (csv.empty()) csv = csv_names(row) + '\n';
    csv += csv_values(row) + '\n';
}

void keep_table(std::string_view table, const std::function<void()>& write) {
    try {
        write();
    } catch (...) {
        try {
            fmt::print("{}{}", table, table.ends_with('\n') ? "" : "\n");
        } catch (const std::system_error&) {  // stdout is as full: the file's failure is told
        }
        throw;
    }
}

void write_table(const std::filesystem::path& path, std::string_view table) {
    keep_table(table, [&] { write_whole_file(path, table); });
}

RegionsCsv::RegionsCsv(const std::filesystem::path& path) : file_(path) {
    file_.write("level,x,y,width,height,outcome,dwell\n");
}

void RegionsCsv::write(std::span<const Region> regions) {
    std::string rows;
    for (const Region& region : regions) {
        const PixelRect& rect = region.rect;
        fmt::format_to(std::back_inserter(rows), "{},{},{},{},{},{},", int{region.level}, rect.x,
                       rect.y, rect.width, rect.height, name_of(region.outcome));
        if (region.outcome == Outcome::filled)
            fmt::format_to(std::back_inserter(rows), "{}", region.border_min);
        rows += '\n';
        if (rows.size() < 1u << 16) continue;
        file_.write(rows);
        rows.clear();
    }
    file_.write(rows);
}

void RegionsCsv::commit() {
    file_.commit();
}

}  // namespace mariani::app
