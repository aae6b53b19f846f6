#include "app/command_line/experiment_report.hpp"

#include "compute/model/printable.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::size_t max_printed_per_scheme = 10;  // rows printed per engine and scheme

std::string range_text(const Spread& ms) {
    return fmt::format("{:.3f}..{:.3f}", ms.min, ms.max);
}

// The columns that identify the row.
std::string name_text(const ExperimentRow& row) {
    const bool ex = row.engine == EngineKind::ex;
    const auto number = [&](int value) { return ex ? std::string("-") : std::to_string(value); };
    const auto& [g, r, B] = row.cell.subdivision;
    return fmt::format("{:<7}{:<6} {:>4} {:>4} {:>5}  {:<7}", choice_of(row.engine).label,
                       ex ? "-" : choice_of(row.scheme).label, number(g), number(r), number(B),
                       to_text(ImageSize{row.cell.block.width, row.cell.block.height}));
}

std::string name_columns() {
    return fmt::format("{:<7}{:<6} {:>4} {:>4} {:>5}  {:<7}", "engine", "scheme", "g", "r", "B",
                       "block");
}

using ByEngine = std::map<std::pair<EngineKind, Scheme>, std::vector<const RowResult*>>;

std::string fastest_of(std::vector<const RowResult*>& rows, double ex_ms) {
    std::string text;
    std::ranges::sort(rows, {}, [](const RowResult* result) { return result->ms.median; });
    for (std::size_t i = 0; i < std::min(rows.size(), max_printed_per_scheme); ++i) {
        const Spread& ms = rows[i]->ms;
        text += fmt::format(
            "{} {:>11.3f} {:>23} {:>7} {:>9}\n", name_text(rows[i]->row), ms.median, range_text(ms),
            ex_ms > 0 ? fmt::format("{:.2f}", ex_ms / ms.median) : "-", rows[i]->regions);
    }
    if (rows.size() > max_printed_per_scheme)
        text += fmt::format("       and {} slower ones\n", rows.size() - max_printed_per_scheme);
    return text;
}

std::string_view verdict_text(Verdict verdict) {
    switch (verdict) {
        case Verdict::faster:
            return "faster";
        case Verdict::slower:
            return "slower";
        case Verdict::unknown:
            return "one run only";
        case Verdict::same:
            break;
    }
    return "within the spreads";
}

std::string maker_text(const ExperimentRecord& record) {
    const bool gpu = record.backend == Backend::cuda && !record.machine.driver.empty();
    return fmt::format("mariani {} on {}{}", record.machine.mariani, record.device,
                       gpu ? ", driver " + record.machine.driver : "");
}

std::string skipped_text(const ExperimentRecord& record) {
    std::string text;
    for (const auto& why : record.left_out) text += fmt::format("left out: {}\n", printable(why));
    return text;
}

std::string totals_text(std::map<Verdict, int> count, std::size_t repeated, std::size_t recorded) {
    return fmt::format(
        "{} of {} recorded rows repeated: {} within the spreads, {} faster, {} slower{}\n",
        repeated, recorded, count[Verdict::same], count[Verdict::faster], count[Verdict::slower],
        count[Verdict::unknown] > 0 ? fmt::format(", {} without a spread", count[Verdict::unknown])
                                    : "");
}

}  // namespace

std::string experiment_head(const Experiment& experiment, const ExperimentRecord& record) {
    const FrameRequest& common = experiment.common;
    return fmt::format(
        "{}\n"
        "view {}, dwell {}, {}, fill {}, shortcuts {}\n"
        "{}: {}; {} runs each, in random order\n",
        printable(experiment.title), to_text(common.view), common.dwell_limit,
        name_of(record.precision), name_of(common.fill), common.shortcuts ? "on" : "off",
        name_of(record.backend), printable(record.device), experiment.repeat);
}

std::string experiment_rows(const ExperimentRecord& record) {
    std::string text;
    for (auto begin = record.rows.begin(); begin != record.rows.end();) {
        const ImageSize size = begin->row.size;
        ByEngine engines;
        for (; begin != record.rows.end() && begin->row.size == size; ++begin)
            engines[{begin->row.engine, begin->row.scheme}].push_back(&*begin);
        text += fmt::format("{} pixels\n{} {:>11} {:>23} {:>7} {:>9}\n", to_text(size),
                            name_columns(), "median ms", "min..max", "vs Ex", "regions");
        const RowResult* ex = ex_of(record.rows, size);
        for (auto& [engine, rows] : engines) text += fastest_of(rows, ex ? ex->ms.median : 0);
    }
    return text + skipped_text(record);
}

std::string experiment_comparison(const ExperimentRecord& recorded,
                                  const ExperimentRecord& repeated) {
    std::string text = fmt::format("recorded {} by {}\n", printable(recorded.time),
                                   printable(maker_text(recorded)));
    const auto rows = compare(recorded, repeated);
    std::map<Verdict, int> count;
    ImageSize size{0, 0};
    for (const RowComparison& each : rows) {
        const ExperimentRow& row = each.recorded->row;
        if (row.size != size)
            text += fmt::format("{} pixels\n{} {:>11} {:>23} {:>11} {:>23} {:>7}\n",
                                to_text(row.size), name_columns(), "recorded ms", "min..max",
                                "now ms", "min..max", "ratio");
        size = row.size;
        ++count[each.verdict()];
        text += fmt::format("{} {:>11.3f} {:>23} {:>11.3f} {:>23} {:>7.2f}  {}\n", name_text(row),
                            each.recorded->ms.median, range_text(each.recorded->ms),
                            each.repeated->ms.median, range_text(each.repeated->ms), each.ratio(),
                            verdict_text(each.verdict()));
    }
    return text + skipped_text(repeated) + totals_text(count, rows.size(), recorded.rows.size());
}

}  // namespace mariani::app
