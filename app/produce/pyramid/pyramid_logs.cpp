#include "app/produce/pyramid/pyramid_logs.hpp"

#include "compute/model/text.hpp"
#include "render/files/regular_file.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

std::string checksum(std::string_view text) {
    return fmt::format(" {:08x}", crc32c(std::as_bytes(std::span(text))));
}

constexpr std::size_t checksum_letters = 9;

namespace fs = std::filesystem;

constexpr std::int64_t max_log_bytes = std::int64_t{1} << 32;

bool is_cell_of(const PyramidShape& shape, CellPlace cell) {
    if (cell.level < 0 || cell.level >= shape.levels) return false;
    const GridSize cells = cells_of(shape, cell.level);
    return 0 <= cell.x && cell.x < cells.columns && 0 <= cell.y && cell.y < cells.rows;
}

bool has_shard(const fs::path& folder, const CellRecord& record) {
    std::error_code error;
    return record.bytes == 0 ||
           std::cmp_equal(fs::file_size(shard_path(folder, record.cell), error), record.bytes);
}

}  // namespace

std::string log_line(const CellRecord& record) {
    nlohmann::ordered_json json;
    json["cell"] = {record.cell.level, record.cell.x, record.cell.y};
    if (record.uniform) json["uniform"] = *record.uniform;
    json["bytes"] = record.bytes;
    json["hash"] = fmt::format("{:016x}", record.hash);
    json["iterations"] = record.iterations;
    if (record.unproven > 0) json["unproven"] = record.unproven;
    json["ms"] = record.ms;
    json["device"] = record.device;
    const std::string text = json.dump();
    return text + checksum(text) + "\n";
}

std::optional<CellRecord> record_of(std::string_view line) {
    if (line.size() < checksum_letters) return std::nullopt;
    const auto text = line.substr(0, line.size() - checksum_letters);
    if (line.substr(text.size()) != checksum(text)) return std::nullopt;
    try {
        const auto json = nlohmann::json::parse(text);
        CellRecord record;
        record.cell = {json.at("cell").at(0), json.at("cell").at(1), json.at("cell").at(2)};
        if (json.contains("uniform")) record.uniform = json.at("uniform").get<std::uint32_t>();
        record.bytes = json.at("bytes");
        record.hash = std::stoull(json.at("hash").get<std::string>(), nullptr, 16);
        record.iterations = json.at("iterations");
        record.unproven = json.value("unproven", std::int64_t{0});
        record.ms = json.at("ms");
        record.device = json.at("device");
        return record;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    } catch (const std::logic_error&) {  // the hash is no number
        return std::nullopt;
    }
}

PyramidLogs::PyramidLogs(fs::path folder, const PyramidShape& shape)
    : folder_(std::move(folder)), shape_(shape) {}

void PyramidLogs::take(std::string_view line, std::vector<CellPlace>& added) {
    auto record = record_of(line);
    if (!record || !is_cell_of(shape_, record->cell) || !has_shard(folder_, *record)) return;
    const CellPlace cell = record->cell;
    if (records_.insert_or_assign(cell, std::move(*record)).second) added.push_back(cell);
}

// The last line of a log may be in the middle of being written.
void PyramidLogs::read_more(const fs::path& log, std::vector<CellPlace>& added) {
    std::int64_t& read = read_[log];
    const render::RegularFile file(log, max_log_bytes);
    std::string text(static_cast<std::size_t>(std::max<std::int64_t>(0, file.size() - read)), 0);
    text.resize(file.read_at(read, std::as_writable_bytes(std::span(text))));
    text.resize(text.rfind('\n') + 1);  // nothing, where there is none
    std::string_view left = text;
    for (; !left.empty() && left_ > 0; --left_) {
        const auto end = left.find('\n');
        take(left.substr(0, end), added);
        left.remove_prefix(end + 1);
    }
    read += std::ssize(text) - std::ssize(left);
}

std::vector<CellPlace> PyramidLogs::refresh(std::int64_t most_lines) {
    std::vector<CellPlace> added;
    left_ = most_lines;
    std::error_code error;
    const fs::path logs = folder_ / "done";
    if (!fs::exists(logs, error) && !error) return {};  // nothing counts
    for (fs::directory_iterator entry(logs, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() != ".log") continue;
        read_more(entry->path(), added);
    }
    if (error)
        throw std::runtime_error(fmt::format("cannot read {}: {}", logs.string(), error.message()));
    return added;
}

}  // namespace mariani::app
