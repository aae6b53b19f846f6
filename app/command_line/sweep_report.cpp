#include "app/command_line/sweep_report.hpp"

#include "compute/model/text.hpp"

#include <algorithm>
#include <functional>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::size_t max_cells_printed = 10;

std::string head_of(const SweepSubject& subject, int repeat) {
    const FramePlan& plan = subject.plan;
    return fmt::format(
        "view {}, {} pixels, dwell {}, {}\n"
        "{}, fill {}, shortcuts {}; {} runs each, in random order; {}: {}\n",
        to_text(plan.view), to_text(plan.image), plan.dwell_limit, name_of(plan.precision),
        engine_label(plan), name_of(plan.fill), plan.shortcuts ? "on" : "off", repeat,
        name_of(plan.backend), subject.device);
}

std::string ex_text(const std::vector<SweepRow>& rows) {
    std::vector<double> ms;
    for (const SweepRow& row : rows) ms.push_back(row.ex_ms);
    const Spread ex = spread_of(std::move(ms));
    return fmt::format("Ex: {:.3f} ms ({:.3f}..{:.3f} beside different cells)\n", ex.median, ex.min,
                       ex.max);
}

std::string row_of(const SweepRow& row) {
    const auto& [g, r, B] = row.cell.subdivision;
    return fmt::format("{:>6} {:>5} {:>6}  {:<9} {:>10.3f} {:>23} {:>7.2f} {:>9}\n", g, r, B,
                       to_text(ImageSize{row.cell.block.width, row.cell.block.height}),
                       row.ms.median, fmt::format("{:.3f}..{:.3f}", row.ms.min, row.ms.max),
                       row.speedup(), row.regions);
}

}  // namespace

std::string sweep_report(const SweepSubject& subject, std::vector<SweepRow> rows, int repeat) {
    std::string text = head_of(subject, repeat) + ex_text(rows);
    text += fmt::format("{:>6} {:>5} {:>6}  {:<9} {:>10} {:>23} {:>7} {:>9}\n", "g", "r", "B",
                        "block", "median ms", "min..max", "vs Ex", "regions");
    std::ranges::sort(rows, std::greater{}, &SweepRow::speedup);
    for (std::size_t i = 0; i < std::min(rows.size(), max_cells_printed); ++i)
        text += row_of(rows[i]);
    if (rows.size() > max_cells_printed)
        text += fmt::format("and {} slower ones\n", rows.size() - max_cells_printed);
    return text;
}

}  // namespace mariani::app
