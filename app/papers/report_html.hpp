// A report as a page for readers: self-contained, with its charts as SVG, and made to be printed;
// and its files in a folder: report.html, report.json, and a table for each chart.
#pragma once

#include "app/papers/reproduction.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace mariani::app {

// `others` are reports of other machines: a column each. A chart's table has the name that
// table_name() gives, beside the page.
std::string to_html(const Reproduction& reproduction, const std::vector<Reproduction>& others);

// "modeling.ask-gain.csv"
std::string table_name(const Claim& claim);

// Each creates the folder; a file appears whole or not at all, the JSON last. Throw
// std::runtime_error.
void write_report(const Reproduction& reproduction, const std::vector<Reproduction>& others,
                  const std::filesystem::path& folder);
void write_report_json(const Reproduction& reproduction, const std::filesystem::path& folder);

// The errata of the papers, in Markdown: a page of the documentation.
std::string errata_page();

}  // namespace mariani::app
