// The timing log of a tab, and what its panel says of it.
#pragma once

#include "app/measure/timing_log.hpp"
#include "app/panels/observations.hpp"

#include <filesystem>
#include <optional>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// Main thread.
class WindowLog {
  public:
    // Ends the former one. Throws std::runtime_error if the file cannot be written.
    void start(const std::filesystem::path& path, TimingLogFormat format);
    void stop();

    // Nothing if there is none.
    std::optional<TimingLogFormat> format() const;
    // If there is one. Throws std::runtime_error if the row cannot be written, and ends it.
    void write(const nlohmann::ordered_json& row);

    const LogView& view() const { return view_; }

  private:
    std::optional<RowLog> log_;
    LogView view_;
};

}  // namespace mariani::app
