#include "app/measure/timing_log.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {

BenchLog::BenchLog(const std::filesystem::path& path, TimingLogFormat format)
    : file_(path), text_(format, TimingLogKind::bench) {
    file_.write(text_.opening());
}

void BenchLog::write(const TimingRow& row) {
    if (std::exchange(begun_, true)) file_.write(text_.separator());
    file_.write(text_.row(row));
}

void BenchLog::commit() {
    file_.write(text_.closing());
    file_.commit();
}

FrameLog::FrameLog(const std::filesystem::path& path, TimingLogFormat format)
    : journal_(path), text_(format, TimingLogKind::window) {
    if (!journal_.found().empty())
        throw std::runtime_error(
            fmt::format("there is a file {} already", journal_.path().string()));
}

void FrameLog::write(const TimingRow& row) {
    const std::string before = rows_ == 0 ? text_.opening() : std::string(text_.separator());
    try {
        journal_.append(before + text_.row(row), text_.closing());
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(fmt::format("the timing log has stopped: {}", error.what()));
    }
    ++rows_;
}

}  // namespace mariani::app
