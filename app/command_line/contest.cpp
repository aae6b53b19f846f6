#include "app/command_line/contest.hpp"

#include "app/command_line/file_arguments.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/own_file.hpp"
#include "app/files/standard_streams.hpp"
#include "app/measure/energy_meter.hpp"
#include "app/papers/chart.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

// Says so on stderr.
void report_interrupted(std::string_view command, int done, int total) {
    print_notice(fmt::format("{}: interrupted after {} of {} runs; nothing was written", command,
                             done, total));
}

// Times in the order of the runs, separated by blanks: one field of a table.
std::string runs_text(const std::vector<double>& ms) {
    std::string text;
    for (const double run : ms) {
        if (!text.empty()) text += ' ';
        text += to_text(run);
    }
    return text;
}

using Json = nlohmann::ordered_json;
using Cells = std::vector<std::string>;

// Columns as wide as what stands in them; the column of labels is aligned at its left edge, and
// what an engine alone has stands behind all columns.
std::string table_of(const std::vector<Cells>& rows, std::size_t labels) {
    std::vector<std::size_t> widths(rows.front().size());
    for (const Cells& row : rows)
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    std::string text;
    for (const Cells& row : rows) {
        for (std::size_t i = 0; i < widths.size(); ++i)
            text += (i > 0 ? "  " : "") + (i == labels ? fmt::format("{:<{}}", row[i], widths[i])
                                                       : fmt::format("{:>{}}", row[i], widths[i]));
        for (std::size_t i = widths.size(); i < row.size(); ++i) text += "  " + row[i];
        text += "\n";
    }
    return text;
}

// What stands of an engine in every table: its times, and how they compare.
void add_times(Cells& row, const MeasuredEngine& engine, int digits) {
    const Spread ms = spread_of(engine.ms);
    row.push_back(engine.label);
    row.push_back(fmt::format("{:.{}f}", ms.median, digits));
    row.push_back(fmt::format("{:.{}f}..{:.{}f}", ms.min, digits, ms.max, digits));
    row.push_back(hundredths_text(engine.improvement));
    row.insert(row.end(), engine.compared.begin(), engine.compared.end());
}
void add_heads(Cells& row, const Contest& contest, const std::string& label) {
    for (const std::string& head :
         {label, "median " + contest.time, std::string("min..max"), "vs " + contest.baseline})
        row.push_back(head);
    row.insert(row.end(), contest.comparisons.begin(), contest.comparisons.end());
}

std::string runs_line(const Contest& contest, int repeat) {
    return fmt::format("{} runs{} each, in random order; {}", repeat, contest.length,
                       contest.where);
}

std::string remarks_of(const Contest& contest) {
    std::string text;
    for (const MeasuredEngine& each : contest.engines) text += each.remark;
    return text + contest.remark;
}

std::string bench_report(const Contest& contest, int repeat) {
    std::vector<Cells> rows(1);
    add_heads(rows.front(), contest, contest.kind);
    rows.front().insert(rows.front().end(), contest.figures.begin(), contest.figures.end());
    std::size_t longest = 0;
    for (const MeasuredEngine& each : contest.engines)
        longest = std::max(longest, each.label.size());
    std::string energies;
    for (const MeasuredEngine& each : contest.engines) {
        Cells& row = rows.emplace_back();
        add_times(row, each, contest.digits);
        row.insert(row.end(), each.figures.begin(), each.figures.end());
        if (each.energy)
            energies += fmt::format("energy {:<{}}  {}\n", each.label, longest,
                                    run_energy_text(*each.energy, each.cells));
    }
    std::string text = contest.title + "\n" + runs_line(contest, repeat) + "\n";
    for (const std::string& fact : contest.facts) text += fact + "\n";
    return text + table_of(rows, 0) + energies + remarks_of(contest);
}

std::string csv_of_runs(const Contest& contest) {
    std::string csv;
    for (std::size_t run = 0; run < contest.runs; ++run) add_csv_row(csv, contest.row(run));
    return csv;
}

void add_columns(Json& row, const MeasuredEngine& engine) {
    const Spread ms = spread_of(engine.ms);
    row.update(*engine.columns);
    row["runs"] = engine.ms.size();
    row["ms_median"] = ms.median;
    row["ms_min"] = ms.min;
    row["ms_max"] = ms.max;
    row["improvement"] = engine.improvement ? Json(*engine.improvement) : Json();
}

double median_of(const MeasuredEngine& engine) {
    return spread_of(engine.ms).median;
}

std::string race_csv(const Contest& ranked) {
    std::string csv;
    for (std::size_t i = 0; i < ranked.engines.size(); ++i) {
        const MeasuredEngine& each = ranked.engines[i];
        Json row{{"rank", i + 1}};
        add_columns(row, each);
        row["runs_ms"] = runs_text(each.ms);
        row.update(*each.beside);
        add_csv_row(csv, row);
    }
    return csv;
}

std::string race_report(const Contest& ranked, int repeat) {
    std::vector<Cells> rows{{"rank"}};
    add_heads(rows.front(), ranked, ranked.kind);
    bool noisy = false;
    for (std::size_t i = 0; i < ranked.engines.size(); ++i) {
        const auto spread = [&](std::size_t at) { return spread_of(ranked.engines[at].ms); };
        const bool noise = i > 0 && !clearly_differ(spread(i - 1), spread(i));
        noisy = noisy || noise;
        rows.push_back({fmt::format("{}{}", i + 1, noise ? noise_mark : " ")});
        add_times(rows.back(), ranked.engines[i], ranked.digits);
    }
    return ranked.title + "\n" + runs_line(ranked, repeat) + "\n" + table_of(rows, 1) +
           std::string(noisy ? noise_remark : "") + remarks_of(ranked);
}

Canvas race_picture(const Contest& ranked, int repeat) {
    const bool compares = std::ranges::any_of(
        ranked.engines, [](const MeasuredEngine& each) { return each.improvement.has_value(); });
    RaceBars race{ranked.title,
                  runs_line(ranked, repeat),
                  fmt::format("median {}, with the range of the runs", ranked.time),
                  ranked.digits,
                  compares ? ranked.bound : std::nullopt,
                  {},
                  ranked.baseline};
    for (const MeasuredEngine& each : ranked.engines)
        race.bars.push_back({each.label, spread_of(each.ms), each.improvement});
    return draw_workload_race(race);
}

// The fastest of those that did all of their work, if there are any.
const MeasuredEngine& best_of(const Contest& contest) {
    return *std::ranges::min_element(contest.engines, {}, [](const MeasuredEngine& each) {
        return std::pair(!each.whole, median_of(each));
    });
}

// Each line once, behind the first place that it is true of: "n 64, g 4: ...".
std::string placed_remarks(const std::vector<Contest>& cells) {
    std::string text;
    std::set<std::string> said;
    for (const Contest& cell : cells) {
        std::string place;
        for (const auto& [head, value] : cell.place)
            place += fmt::format("{}{} {}", place.empty() ? "" : ", ", head, value);
        std::istringstream remarks(remarks_of(cell));
        for (std::string line; std::getline(remarks, line);)
            if (said.insert(line).second) text += fmt::format("{}: {}\n", place, line);
    }
    return text;
}

std::string sweep_report(const std::vector<Contest>& cells, int repeat) {
    const Contest& first = cells.front();
    std::vector<Cells> rows(1);
    for (const auto& [head, value] : first.place) rows.front().push_back(head);
    add_heads(rows.front(), first, first.lists_all ? first.kind : "fastest");
    for (const Contest& cell : cells) {
        const MeasuredEngine& best = best_of(cell);
        for (const MeasuredEngine& each : cell.engines) {
            if (!cell.lists_all && &each != &best) continue;
            Cells& row = rows.emplace_back();
            for (const auto& [head, value] : cell.place) row.push_back(value);
            add_times(row, each, cell.digits);
            if (cell.lists_all && &each == &best) row.push_back("fastest");
        }
    }
    return fmt::format("{}: {} runs{} of each {}, in random order; {}\n", first.family, repeat,
                       first.length, first.kind, first.where) +
           table_of(rows, first.place.size()) + placed_remarks(cells);
}

std::string sweep_csv(const std::vector<Contest>& cells) {
    std::string csv;
    for (const Contest& cell : cells)
        for (const MeasuredEngine& each : cell.engines) {
            Json row = Json::object();
            add_columns(row, each);
            row.update(*each.beside);
            add_csv_row(csv, row);
        }
    return csv;
}

// The place in a sweep whose values are the most.
std::size_t axis_of(const std::vector<Contest>& cells) {
    std::size_t axis = 0, most = 0;
    for (std::size_t i = 0; i < cells.front().place.size(); ++i) {
        std::set<std::string> values;
        for (const Contest& cell : cells) values.insert(cell.place[i].second);
        if (values.size() > most) axis = i;
        most = std::max(most, values.size());
    }
    return axis;
}

// What an engine's curve is called: with the places that are not along the axis.
std::string curve_name(const Contest& cell, const MeasuredEngine& engine, std::size_t axis) {
    std::string name = engine.label;
    for (std::size_t i = 0; i < cell.place.size(); ++i)
        if (i != axis) name += fmt::format(", {} {}", cell.place[i].first, cell.place[i].second);
    return name;
}

// How many times as fast as the median of the baseline; nothing where that did not run.
std::optional<Spread> gain_of(const MeasuredEngine& engine) {
    if (!engine.improvement) return std::nullopt;
    const Spread ms = spread_of(engine.ms);
    const double baseline = *engine.improvement * ms.median;
    return Spread{baseline / ms.max, *engine.improvement, baseline / ms.min};
}

// A curve of each engine against the axis.
std::vector<ChartSeries> curves_of(
    const std::vector<Contest>& cells, std::size_t axis,
    const std::function<std::optional<Spread>(const MeasuredEngine&)>& value) {
    std::vector<ChartSeries> curves;
    for (const Contest& cell : cells)
        for (const MeasuredEngine& engine : cell.engines) {
            const auto x = parse_real(cell.place[axis].second);
            const auto point = value(engine);
            if (x && point) add_point(curves, curve_name(cell, engine, axis), *x, *point);
        }
    for (ChartSeries& curve : curves)
        std::ranges::stable_sort(curve.points, {}, [](const auto& point) { return point.first; });
    return curves;
}

// Times, and gains over the baseline where it ran.
std::string sweep_plot(const std::vector<Contest>& cells) {
    const Contest& first = cells.front();
    const std::size_t axis = axis_of(cells);
    const std::string& name = first.place[axis].first;
    const auto times = curves_of(cells, axis, [](const MeasuredEngine& engine) {
        return std::optional(spread_of(engine.ms));
    });
    std::vector<std::string> charts{svg_of(name, first.time, times)};
    if (const auto gains = curves_of(cells, axis, gain_of); !gains.empty())
        charts.push_back(svg_of(name, fmt::format("gain over {}", first.baseline), gains));
    return svg_file(charts, times.size());
}

// With how far it is on the terminal. Nothing if interrupted, which it says: nothing is written
// then, and end_interrupted() must follow.
std::optional<std::vector<Contest>> measure(const std::vector<ContestPlan>& plans,
                                            std::string_view command, int repeat, bool energies,
                                            const Interruption& interruption) {
    using Contests = std::vector<Contest>;
    const auto done = std::make_shared<std::atomic<int>>(0);
    int total = 0;
    for (const ContestPlan& plan : plans) total += static_cast<int>(plan.engines) * repeat;
    std::optional<Contests> contests;
    {
        const ProgressLine line([&] { return fmt::format("run {} of {}", *done + 1, total); });
        contests = finish_or_leave<Contests>(
            interruption, [=](const std::stop_token& stop) -> std::optional<Contests> {
                Contests measured;
                for (const ContestPlan& plan : plans) {
                    auto contest = plan.measure({repeat, energies, stop, *done});
                    if (!contest) return std::nullopt;
                    measured.push_back(std::move(*contest));
                }
                return measured;
            });
    }
    if (!contests) report_interrupted(command, *done, total);
    return contests;
}

}  // namespace

std::string hundredths_text(std::optional<double> value) {
    return value ? fmt::format("{:.2f}", *value) : "-";
}

int run_contest(const ContestBench& command) {
    const Interruption interruption;
    check_file_arguments("bench", {{"-o", command.output}});
    const auto contests =
        measure({command.plan}, "bench", command.repeat, command.energy, interruption);
    if (!contests) return end_interrupted();
    fmt::print("{}", bench_report(contests->front(), command.repeat));
    if (command.output) write_table(*command.output, csv_of_runs(contests->front()));
    return 0;
}

int run_contest(const ContestRace& command) {
    const Interruption interruption;
    check_file_arguments("race", {{"-o", command.output}, {"--plot", command.plot}});
    auto contests = measure({command.plan}, "race", command.repeat, false, interruption);
    if (!contests) return end_interrupted();
    Contest& ranked = contests->front();
    std::ranges::stable_sort(ranked.engines, {}, median_of);
    fmt::print("{}", race_report(ranked, command.repeat));
    if (command.output) write_table(*command.output, race_csv(ranked));
    if (command.plot) race_picture(ranked, command.repeat).write(*command.plot);
    return 0;
}

int run_contest(const ContestSweep& command) {
    const Interruption interruption;
    check_file_arguments("sweep", {{"-o", command.output}, {"--plot", command.plot}});
    const auto contests = measure(command.cells, "sweep", command.repeat, false, interruption);
    if (!contests) return end_interrupted();
    fmt::print("{}", sweep_report(*contests, command.repeat));
    if (command.output) write_table(*command.output, sweep_csv(*contests));
    if (command.plot) write_whole_file(*command.plot, sweep_plot(*contests));
    return 0;
}

int run_check(const CheckPlan& plan, const std::optional<std::filesystem::path>& output) {
    const Interruption interruption;
    check_file_arguments("check", {{"-o", output}});
    const auto done = std::make_shared<std::atomic<int>>(0);
    std::optional<CheckFindings> found;
    {
        const ProgressLine line([=, contestant = plan.contestant, count = plan.count] {
            return fmt::format("{} {} of {}", contestant, *done + 1, count);
        });
        found = finish_or_leave<CheckFindings>(
            interruption,
            [run = plan.run, done](const std::stop_token& stop) { return run(stop, *done); });
    }
    if (!found) {
        print_notice("check: interrupted; nothing was written");
        return end_interrupted();
    }
    fmt::print("{}", found->report);
    if (output) {
        std::string csv;
        for (const auto& row : found->rows) add_csv_row(csv, row);
        write_table(*output, csv);
    }
    return found->right ? 0 : 1;
}

OtherCommand check_command(CheckPlan plan, std::optional<std::filesystem::path> output) {
    const auto shared = std::make_shared<const CheckPlan>(std::move(plan));
    return {.run = [shared, output = std::move(output)] { return run_check(*shared, output); },
            .check = shared};
}

}  // namespace mariani::app
