// A report as a page for readers: self-contained, with its charts as SVG, and made to be printed;
// and its files in a folder: report.html, report.json, and a table for each chart.
#pragma once

#include "app/papers/reproduction.hpp"

#include <filesystem>
#include <string>
#include <string_view>
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

// A report as JSON (its schema: tests/papers/report.schema.json). Version 1; all fields are
// required; no others may exist:
//
//   mariani_reproduction  1
//   machine               {mariani, system, cpu, gpu, driver}
//   backend, device
//   claims                list of {id, paper, where, statement, verdict, why, time, seconds,
//                         quantities, results}
//     quantities          list of {name, published, claimed, value, verdict}; claimed is
//                         {low, high}, null where there is no end; value is {min, median, max}, or
//                         null
//     results             list of {x, command, device, rows}; a row is {label, ms, values}
std::string to_json(const Reproduction& reproduction);

// Judged anew from its results. Claims that this version does not have are left out. Throws
// std::invalid_argument: which field, why, what is allowed.
Reproduction reproduction_from_json(std::string_view text);

// As above, with the file's name in the message; std::runtime_error if it cannot be read.
Reproduction read_reproduction(const std::filesystem::path& path);

// Keeps a report of another version beside the one to come: renames it to report-VERSION.json or,
// where that is taken, report-VERSION-2.json and so on. Returns where it is.
std::filesystem::path set_aside(const std::filesystem::path& report, std::string version);

// The table behind a claim's chart: a row per trial and row of its result.
std::string csv_of(const ClaimOutcome& outcome);

}  // namespace mariani::app
