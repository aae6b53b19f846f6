#include "app/files/sweep_csv.hpp"

#include "app/files/atomic_file.hpp"
#include "compute/model/text.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sstream>
#include <stdexcept>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20;
constexpr const char* header =
    "device,engine,scheme,backend,precision,width,height,center_re,center_im,height_im,dwell,fill,"
    "shortcuts,g,r,B,block,runs,ms_median,ms_min,ms_max,ex_ms,speedup,regions,pixels_filled,"
    "iterations\n";

std::string subject_text(const SweepSubject& subject) {
    const FrameRequest& request = subject.request;
    std::string device = subject.device;  // has commas; a quote would end the field
    std::erase(device, '"');
    return fmt::format("\"{}\",{},{},{},{},{},{},{},{},{},{},{},{}", device,
                       name_of(request.engine), name_of(request.scheme), name_of(request.backend),
                       name_of(request.precision), request.part.width, request.part.height,
                       to_text(request.view.centre.re), to_text(request.view.centre.im),
                       to_text(request.view.height), request.dwell_limit, name_of(request.fill),
                       request.shortcuts ? "on" : "off");
}

std::string row_text(const SweepRow& row) {
    const auto& [g, r, B] = row.cell.subdivision;
    return fmt::format(",{},{},{},{}x{},{},{},{},{},{},{},{},{},{}\n", g, r, B,
                       row.cell.block.width, row.cell.block.height, row.runs,
                       to_text(row.ms.median), to_text(row.ms.least), to_text(row.ms.most),
                       to_text(row.ex_ms), to_text(row.speedup()), row.regions, row.pixels_filled,
                       row.iterations);
}

std::vector<std::string> fields_of(const std::string& text) {
    std::vector<std::string> fields;
    std::istringstream stream(text);
    for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
    return fields;
}

}  // namespace

SweepCsv::SweepCsv(const std::filesystem::path& path, const SweepSubject& subject)
    : path_(writable_place(path)), subject_(subject_text(subject)) {
    descriptor_ = open(path_.c_str(), O_CREAT | O_RDWR | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail(errno);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
        throw std::runtime_error(fmt::format(
            "another sweep is writing {}: wait for it, or name another file", path_.string()));
    read(read_whole_file(path_, most_bytes));
}

SweepCsv::~SweepCsv() {
    if (descriptor_ >= 0) close(descriptor_);
}

void SweepCsv::fail(int error) const {
    throw std::runtime_error(fmt::format("cannot write {}: {}; its {} rows before are safe",
                                         path_.string(), std::generic_category().message(error),
                                         rows_.size()));
}

void SweepCsv::read(const std::string& text) {
    const auto whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
    if (whole != text.size() && ftruncate(descriptor_, static_cast<off_t>(whole)) != 0) fail(errno);
    if (whole == 0) {
        const std::string first = header;
        if (write(descriptor_, first.data(), first.size()) != static_cast<ssize_t>(first.size()))
            fail(errno);
        return;
    }
    if (!text.starts_with(header))
        throw std::runtime_error(fmt::format("{} is no sweep: name another file", path_.string()));
    std::istringstream lines(text.substr(0, whole));
    std::string line;
    std::getline(lines, line);
    for (std::size_t number = 2; std::getline(lines, line); ++number)
        rows_.push_back(row_of(line, number));
}

SweepRow SweepCsv::row_of(const std::string& line, std::size_t number) const {
    if (!line.starts_with(subject_ + ','))
        throw std::runtime_error(
            fmt::format("{}, line {}, is of another sweep: its view, engine or device differ; name "
                        "another file",
                        path_.string(), number));
    const auto fields = fields_of(line.substr(subject_.size() + 1));
    SweepRow row;
    std::array<std::optional<int>, 4> whole;
    std::array<std::optional<double>, 7> real;
    std::optional<ImageSize> block;
    if (fields.size() == 13) {
        for (std::size_t i = 0; i < 3; ++i) whole[i] = parse_integer(fields[i]);
        block = parse_size(fields[3]);
        whole[3] = parse_integer(fields[4]);
        for (std::size_t i = 0; i < 4; ++i) real[i] = parse_real(fields[5 + i]);
        for (std::size_t i = 4; i < 7; ++i) real[i] = parse_real(fields[6 + i]);
    }
    bool good = block.has_value();
    for (const auto& value : whole) good &= value.has_value();
    for (const auto& value : real) good &= value.has_value();
    if (!good)
        throw std::runtime_error(
            fmt::format("{}, line {}, is damaged: take it out, or name "
                        "another file",
                        path_.string(), number));
    row.cell = {{*whole[0], *whole[1], *whole[2]}, {block->width, block->height}};
    row.runs = *whole[3];
    row.ms = {*real[1], *real[0], *real[2]};
    row.ex_ms = *real[3];
    row.regions = static_cast<std::int64_t>(*real[4]);
    row.pixels_filled = static_cast<std::int64_t>(*real[5]);
    row.iterations = static_cast<std::int64_t>(*real[6]);
    return row;
}

void SweepCsv::append(const SweepRow& row) {
    const std::string text = subject_ + row_text(row);
    for (std::size_t done = 0; done < text.size();) {
        const auto wrote = write(descriptor_, text.data() + done, text.size() - done);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) fail(errno);
        done += static_cast<std::size_t>(wrote);
    }
    rows_.push_back(row);
}

}  // namespace mariani::app
