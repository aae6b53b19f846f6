#include "app/produce/pyramid/log_line.hpp"

#include "compute/model/text.hpp"

#include <span>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

std::string checksum(std::string_view text) {
    return fmt::format(" {:08x}", crc32c(std::as_bytes(std::span(text))));
}

constexpr std::size_t checksum_letters = 9;

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

}  // namespace mariani::app
