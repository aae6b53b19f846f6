// Tables of what was measured: their rows as CSV (RFC 4180), and their files, with which none is
// lost.
#pragma once

#include "app/files/own_file.hpp"
#include "compute/model/region.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// A text as a field: quoted if necessary.
std::string csv_field(const std::string& text);

// The names, or the values, of an object's fields, without a line end. Numbers are written
// losslessly; null leaves its field empty.
std::string csv_names(const nlohmann::ordered_json& row);
std::string csv_values(const nlohmann::ordered_json& row);

// Adds a line of a row's values, and before the first one a line of names.
void add_csv_row(std::string& csv, const nlohmann::ordered_json& row);

// A row that is handed on, by headers that need not know the library. Copies share it.
using TableRow = std::shared_ptr<nlohmann::ordered_json>;
TableRow table_row();  // without columns

// Calls write(), which is to write the table. Where that fails the table is printed to stdout, and
// what was thrown is thrown again.
void keep_table(std::string_view table, const std::function<void()>& write);

// The same for a file that appears whole or not at all.
void write_table(const std::filesystem::path& path, std::string_view table);

// The regions of a subdivision: level,x,y,width,height,outcome,dwell. A row per region; dwell is
// empty unless the region was filled. Throws what AtomicFile throws.
class RegionsCsv {
  public:
    explicit RegionsCsv(const std::filesystem::path& path);
    void write(std::span<const Region> regions);
    void sync() { file_.sync(); }
    void commit();

  private:
    AtomicFile file_;
};

}  // namespace mariani::app
