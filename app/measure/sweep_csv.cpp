#include "app/measure/sweep_csv.hpp"

#include "app/files/table_file.hpp"
#include "app/measure/timing_log.hpp"
#include "compute/model/limits.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

Json subject_columns(const FramePlan& plan) {
    Json row = Json::object();
    add_engine_columns(row, plan);
    add_view_columns(row, plan);
    add_julia_column(row, plan.view);
    return row;
}

Json row_columns(const SweepRow& row) {
    Json json = Json::object();
    add_subdivision_columns(json, row.cell.subdivision, row.cell.block);
    json["runs"] = row.runs;
    json["ms_median"] = row.ms.median;
    json["ms_min"] = row.ms.min;
    json["ms_max"] = row.ms.max;
    json["ex_ms"] = row.ex_ms;
    json["speedup"] = row.speedup();
    json["regions"] = row.regions;
    json["pixels_filled"] = row.pixels_filled;
    json["iterations"] = row.iterations;
    return json;
}

std::string header_of(const SweepSubject& subject) {
    return fmt::format("device,{},{}\n", csv_names(subject_columns(subject.plan)),
                       csv_names(row_columns({})));
}

std::string subject_text(const SweepSubject& subject) {
    std::string device = subject.device;  // has commas; a quote would end the field
    std::erase(device, '"');
    return fmt::format("\"{}\",{}", device, csv_values(subject_columns(subject.plan)));
}

std::vector<std::string_view> fields_of(std::string_view text) {
    std::vector<std::string_view> fields;
    for (auto comma = text.find(','); comma != text.npos; comma = text.find(',')) {
        fields.push_back(text.substr(0, comma));
        text.remove_prefix(comma + 1);
    }
    fields.push_back(text);
    return fields;
}

bool one_is_prefix_of_other(std::string_view one, std::string_view other) {
    return one.starts_with(other) || other.starts_with(one);
}

// A row's values in order. An invalid one sets failed().
class RowReader {
  public:
    explicit RowReader(std::vector<std::string_view> fields) : fields_(std::move(fields)) {}

    int integer() { return taken(parse_integer(next())); }
    double real() { return taken(parse_real(next())); }
    ImageSize size() { return taken(parse_size(next())); }
    std::int64_t count() {
        const auto text = next();
        std::int64_t value = -1;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        failed_ |= error != std::errc() || end != text.data() + text.size();
        return value;
    }
    bool failed() const { return failed_ || next_ != fields_.size(); }

  private:
    std::string_view next() { return next_ < fields_.size() ? fields_[next_++] : ""; }
    template <typename T>
    T taken(const std::optional<T>& value) {
        failed_ |= !value;
        return value.value_or(T{});
    }

    std::vector<std::string_view> fields_;
    std::size_t next_ = 0;
    bool failed_ = false;
};

// A plausible measurement: from a clock tick to some months.
bool is_time(double ms) {
    return ms >= 1e-6 && ms <= 1e10;
}

// Why no sweep can have produced this row.
std::optional<std::string> why_invalid(const SweepRow& row, double speedup, std::int64_t pixels) {
    constexpr IntegerRange runs{1, 100'000};
    if (auto why = why_invalid(row.cell.subdivision)) return why;
    if (auto why = why_invalid(row.cell.block)) return why;
    if (auto why = why_invalid("runs", row.runs, runs)) return why;
    const auto& [min, median, max] = row.ms;
    if (!is_time(min) || !is_time(max) || !is_time(row.ex_ms) || min > median || median > max)
        return "its times are impossible";
    if (!(std::abs(speedup - row.speedup()) <= 1e-6 * row.speedup()))
        return "its speedup does not match its times";
    if (row.regions < 0 || row.iterations < 0 || row.pixels_filled < 0 ||
        row.pixels_filled > pixels)
        return "its counts are impossible";
    return std::nullopt;
}

}  // namespace

SweepCsv::SweepCsv(const std::filesystem::path& path, const SweepSubject& subject)
    : journal_(path),
      header_(header_of(subject)),
      subject_(subject_text(subject) + ','),
      pixels_(pixel_count(subject.plan.part)) {
    read(journal_.found());
}

void SweepCsv::read(std::string_view text) {
    if (text.empty()) return;
    if (!text.starts_with(header_))
        throw std::runtime_error(
            fmt::format("{} is not a sweep: name another file", journal_.path().string()));
    begun_ = true;
    std::size_t begin = header_.size(), number = 2;
    for (auto end = text.find('\n', begin); end != text.npos; end = text.find('\n', begin)) {
        rows_.push_back(row_of(text.substr(begin, end - begin), number++));
        begin = end + 1;
    }
    if (!one_is_prefix_of_other(text.substr(begin), subject_)) reject_other(number);
    journal_.resume_after(begin);
}

void SweepCsv::reject_other(std::size_t number) const {
    throw std::runtime_error(
        fmt::format("{}, line {}, belongs to another sweep: its view, engine or device differs; "
                    "name another file",
                    journal_.path().string(), number));
}

SweepRow SweepCsv::row_of(std::string_view line, std::size_t number) const {
    if (!line.starts_with(subject_)) reject_other(number);
    RowReader reader(fields_of(line.substr(subject_.size())));
    SweepRow row;
    auto& [g, r, B] = row.cell.subdivision;
    g = reader.integer();
    r = reader.integer();
    B = reader.integer();
    const ImageSize block = reader.size();
    row.cell.block = {block.width, block.height};
    row.runs = reader.integer();
    row.ms.median = reader.real();
    row.ms.min = reader.real();
    row.ms.max = reader.real();
    row.ex_ms = reader.real();
    const double speedup = reader.real();
    row.regions = reader.count();
    row.pixels_filled = reader.count();
    row.iterations = reader.count();
    const auto why = reader.failed() ? std::optional<std::string>("it is not a valid row")
                                     : why_invalid(row, speedup, pixels_);
    if (why)
        throw std::runtime_error(
            fmt::format("{}, line {}, is damaged: {}; remove the line, or name another file",
                        journal_.path().string(), number, *why));
    return row;
}

void SweepCsv::append(const SweepRow& row) {
    journal_.append((begun_ ? "" : header_) + subject_ + csv_values(row_columns(row)) + '\n');
    begun_ = true;
    rows_.push_back(row);
}

}  // namespace mariani::app
