#include "app/measure/timing_log.hpp"

#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {

BenchLog::BenchLog(const std::filesystem::path& path, TimingLogFormat format)
    : file_(path), format_(format) {}

void BenchLog::write(const TimingRow& row) {
    if (!rows_.empty()) rows_ += format_.separator();
    rows_ += format_.row(row);
}

void BenchLog::commit() {
    const std::string table = format_.opening() + rows_ + std::string(format_.closing());
    keep_table(table, [&] {
        file_.write(table);
        file_.commit();
    });
}

RowLog::RowLog(const std::filesystem::path& path, TimingLogFormat format)
    : journal_(path), format_(format) {
    if (!journal_.found().empty())
        throw std::runtime_error(
            fmt::format("there is a file {} already", journal_.path().string()));
}

void RowLog::write(const nlohmann::ordered_json& row) {
    const bool csv = format_ == TimingLogFormat::csv;
    const std::string opening = csv ? csv_names(row) + '\n' : "[\n";
    const std::string before = rows_ == 0 ? opening : csv ? "" : ",\n";
    const std::string text = csv ? csv_values(row) + '\n' : json_text(row);
    try {
        journal_.append(before + text, csv ? "" : "\n]\n");
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(fmt::format("the timing log has stopped: {}", error.what()));
    }
    ++rows_;
}

}  // namespace mariani::app
