// A report's files in a folder: report.html, report.json, and a table for each chart.
#pragma once

#include "app/papers/reproduction.hpp"

#include <filesystem>
#include <vector>

namespace mariani::app {

// `others` as to_html() takes them. Creates the folder; each file appears whole or not at all, the
// JSON last. Throws std::runtime_error.
void write_report(const Reproduction& reproduction, const std::vector<Reproduction>& others,
                  const std::filesystem::path& folder);

}  // namespace mariani::app
