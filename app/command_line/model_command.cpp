#include "app/command_line/commands.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/files/own_file.hpp"
#include "app/files/standard_streams.hpp"
#include "app/files/table_file.hpp"
#include "app/papers/chart.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace mariani::app {
namespace {

struct ModelRow {
    CostParams params;
    Cost cost;
    std::string_view goal;  // the goal for which its {g, r, B} are best; empty if they were given
};

constexpr std::array<std::string_view, 3> goal_names{"omega", "speedup_sbr", "speedup_mbr"};
constexpr std::array<std::string_view, 3> goal_titles{"Omega", "S of SBR", "S of MBR"};

// The results for the requested points; those where the model does not hold are kept apart.
struct Points {
    std::vector<ModelRow> rows;
    std::vector<std::string> left_out;
};

void add_given(const ModelCommand& command, const CostParams& params, Points& points) {
    if (!command.question.probabilities.empty())
        points.rows.push_back({params, cost_of(params, command.question.probabilities), ""});
    else if (auto why = why_invalid(params))
        points.left_out.push_back(*why);
    else
        points.rows.push_back({params, cost_of(params), ""});
}

void add_optima(const CostParams& params, double CostParams::*kept, Points& points) {
    for (std::size_t i = 0; i < cost_goals.size(); ++i) {
        const auto best = optimum(params, cost_goals[i], kept);
        if (!best) {
            // With the smallest value of all that were to be chosen: its reason holds for all.
            CostParams smallest = params;
            for (const auto param : {&CostParams::g, &CostParams::r, &CostParams::B})
                if (param != kept) smallest.*param = 2;
            points.left_out.push_back(why_invalid(smallest).value_or(""));
            return;
        }
        points.rows.push_back({*best, cost_of(*best), goal_names[i]});
    }
}

// The one of g, r and B that varies, and so is not chosen.
CostParam kept_of(const ModelCommand& command) {
    for (const ModelQuestion::Varied& each : command.question.varied)
        if (is_subdivision(*each.param)) return each.param->value;
    return nullptr;
}

// Each value of the second with every value of the first.
Points points_of(const ModelCommand& command) {
    Points points;
    CostParams params = command.question.params;
    const std::function<void(std::size_t)> vary = [&](std::size_t left) {
        if (left == 0) {
            if (command.question.optimum)
                add_optima(params, kept_of(command), points);
            else
                add_given(command, params, points);
            return;
        }
        const auto& [param, values] = command.question.varied[left - 1];
        for (const double value : values) {
            params.*param->value = value;
            vary(left - 1);
        }
    };
    vary(command.question.varied.size());
    return points;
}

// A probability for each level leaves none to P and B.
bool has_value(const ModelCommand& command, const CostParamName& param) {
    return command.question.probabilities.empty() || (param.name != "P" && param.name != "B");
}

std::string csv_of(const ModelCommand& command, const std::vector<ModelRow>& rows) {
    std::string csv =
        "n,g,r,B,P,lambda,A,q,c,tau,work_ex,work,omega,time_ex,time_sbr,time_mbr,speedup_sbr,"
        "speedup_mbr";
    csv += command.question.optimum ? ",optimum\n" : "\n";
    for (const auto& [params, cost, goal] : rows) {
        for (const auto& each : cost_param_names())
            csv += (has_value(command, each) ? to_text(params.*each.value) : "") + ',';
        csv += std::to_string(cost.levels.size());
        for (const double value :
             {cost.work_ex, cost.total.work.total(), cost.omega(), cost.time_ex,
              cost.total.time_sbr.total(), cost.total.time_mbr.total(), cost.speedup_sbr(),
              cost.speedup_mbr()})
            csv += ',' + to_text(value);
        if (command.question.optimum) csv += ',' + std::string(goal);
        csv += '\n';
    }
    return csv;
}

// Whether a parameter has a column of its own beside g, r and B.
bool has_column(const ModelCommand& command, const CostParamName& param) {
    return !is_subdivision(param) &&
           std::ranges::any_of(command.question.varied, [&](const ModelQuestion::Varied& each) {
               return each.param->name == param.name;
           });
}

// Constant parameters are printed above the table.
void print_header(const ModelCommand& command) {
    std::string constants;
    for (const auto& each : cost_param_names()) {
        if (is_subdivision(each) || has_column(command, each)) continue;
        const bool listed = each.name == "P" && !command.question.probabilities.empty();
        constants +=
            fmt::format("{}{} {}", constants.empty() ? "" : ", ", each.name,
                        listed ? fmt::format("{}", fmt::join(command.question.probabilities, ","))
                               : to_text(command.question.params.*each.value));
    }
    fmt::print("{}\n", constants);
}

template <typename... Columns>
void print_columns(const Columns&... columns) {
    fmt::print("{} {:>5} {:>5} {:>5} {:>4} {:>10} {:>10} {:>10}{}\n", columns...);
}

void print_table(const ModelCommand& command, const std::vector<ModelRow>& rows) {
    print_header(command);
    // Columns of the parameters that vary; a blank one where none does.
    const auto varied = [&](const auto& cell) {
        std::vector<std::string> cells;
        for (const auto& each : cost_param_names())
            if (has_column(command, each)) cells.push_back(fmt::format("{:>10}", cell(each)));
        return cells.empty() ? std::string(10, ' ') : fmt::format("{}", fmt::join(cells, " "));
    };
    const auto number = [](double value) { return fmt::format("{:.4g}", value); };
    print_columns(varied([](const CostParamName& each) { return std::string(each.name); }), "g",
                  "r", "B", "tau", "Omega", "S SBR", "S MBR",
                  command.question.optimum ? "  best for" : "");
    for (const ModelRow& row : rows) {
        const CostParams& params = row.params;
        const Cost& cost = row.cost;
        print_columns(
            varied([&](const CostParamName& each) { return to_text(params.*each.value); }),
            number(params.g), number(params.r),
            command.question.probabilities.empty() ? number(params.B) : "-", cost.levels.size(),
            number(cost.omega()), number(cost.speedup_sbr()), number(cost.speedup_mbr()),
            row.goal.empty() ? "" : fmt::format("  {}", row.goal));
    }
}

// A goal's gain against the first parameter that varies, with a curve for each value of the second;
// where {g, r, B} are chosen, those that are best for this goal.
std::string chart_of(const ModelCommand& command, const std::vector<ModelRow>& rows,
                     std::size_t goal) {
    const ModelQuestion::Varied& axis = command.question.varied.front();
    const ModelQuestion::Varied* family =
        command.question.varied.size() > 1 ? &command.question.varied[1] : nullptr;
    std::vector<ChartSeries> series;
    for (const double value : family ? family->values : std::vector<double>{0}) {
        ChartSeries curve;
        for (const ModelRow& row : rows) {
            if (family && row.params.*family->param->value != value) continue;
            if (!row.goal.empty() && row.goal != goal_names[goal]) continue;
            const double gained = gain(row.cost, cost_goals[goal]);
            curve.points.emplace_back(row.params.*axis.param->value,
                                      Spread{gained, gained, gained});
        }
        if (curve.points.empty()) continue;
        std::ranges::sort(curve.points, {}, [](const auto& point) { return point.first; });
        curve.name = family ? fmt::format("{} {}", family->param->name, to_text(value))
                            : std::string(goal_titles[goal]);
        series.push_back(std::move(curve));
    }
    return svg_of(axis.param->name, goal_titles[goal], series);
}

}  // namespace

int run(const ModelCommand& command) {
    check_file_arguments("model", {{"-o", command.output}, {"--plot", command.plot}});
    const Points points = points_of(command);
    if (points.rows.empty()) throw UsageError("model: " + points.left_out.front());
    for (const auto& why : points.left_out) print_notice(fmt::format("left out: {}", why));
    print_table(command, points.rows);
    if (command.output) write_table(*command.output, csv_of(command, points.rows));
    if (command.plot) {
        std::vector<std::string> charts;
        for (std::size_t goal = 0; goal < cost_goals.size(); ++goal)
            charts.push_back(chart_of(command, points.rows, goal));
        const std::size_t curves =
            command.question.varied.size() > 1 ? command.question.varied[1].values.size() : 1;
        write_whole_file(*command.plot, svg_file(charts, curves));
    }
    return 0;
}

}  // namespace mariani::app
