#include "app/command_line/commands.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/files/standard_streams.hpp"
#include "app/files/table_file.hpp"
#include "compute/model/text.hpp"

#include <string>
#include <string_view>

#include <fmt/core.h>

namespace mariani::app {
namespace {

struct ModelRow {
    CostParams params;
    Cost cost;
    std::string_view goal;  // the goal for which its {g, r, B} are best; empty if they were given
};

constexpr std::array<std::string_view, 3> goal_names{"omega", "speedup_sbr", "speedup_mbr"};

// The results for the requested points; those where the model does not hold are kept apart.
struct Points {
    std::vector<ModelRow> rows;
    std::vector<std::string> left_out;
};

void add_given(const CostParams& params, Points& points) {
    if (auto why = why_invalid(params))
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

Points points_of(const ModelCommand& command) {
    Points points;
    CostParams params = command.params;
    const auto add = [&] {
        if (command.optimum)
            add_optima(params, command.vary ? command.vary->value : nullptr, points);
        else
            add_given(params, points);
    };
    if (!command.vary) add();
    for (const double value : command.over) {
        params.*command.vary->value = value;
        add();
    }
    return points;
}

std::string csv_of(const ModelCommand& command, const std::vector<ModelRow>& rows) {
    std::string csv =
        "n,g,r,B,P,lambda,A,q,c,tau,work_ex,work,omega,time_ex,time_sbr,time_mbr,speedup_sbr,"
        "speedup_mbr";
    csv += command.optimum ? ",optimum\n" : "\n";
    for (const auto& [params, cost, goal] : rows) {
        for (const auto& each : cost_param_names()) csv += to_text(params.*each.value) + ',';
        csv += std::to_string(cost.levels.size());
        for (const double value :
             {cost.work_ex, cost.total.work.total(), cost.omega(), cost.time_ex,
              cost.total.time_sbr.total(), cost.total.time_mbr.total(), cost.speedup_sbr(),
              cost.speedup_mbr()})
            csv += ',' + to_text(value);
        if (command.optimum) csv += ',' + std::string(goal);
        csv += '\n';
    }
    return csv;
}

bool is_subdivision(const CostParamName& param) {
    return param.name == "g" || param.name == "r" || param.name == "B";
}

// Constant parameters are printed above the table.
void print_header(const ModelCommand& command) {
    std::string constants;
    for (const auto& each : cost_param_names()) {
        const bool in_table =
            is_subdivision(each) || (command.vary && command.vary->name == each.name);
        if (in_table) continue;
        constants += fmt::format("{}{} {}", constants.empty() ? "" : ", ", each.name,
                                 to_text(command.params.*each.value));
    }
    fmt::print("{}\n", constants);
}

template <typename... Columns>
void print_columns(const Columns&... columns) {
    fmt::print("{:>10} {:>5} {:>5} {:>5} {:>4} {:>10} {:>10} {:>10}{}\n", columns...);
}

void print_table(const ModelCommand& command, const std::vector<ModelRow>& rows) {
    print_header(command);
    const bool column = command.vary && !is_subdivision(*command.vary);
    const auto varied = [&](const CostParams& params) {
        return column ? to_text(params.*command.vary->value) : std::string();
    };
    const auto number = [](double value) { return fmt::format("{:.4g}", value); };
    print_columns(column ? command.vary->name : "", "g", "r", "B", "tau", "Omega", "S SBR", "S MBR",
                  command.optimum ? "  best for" : "");
    for (const auto& [params, cost, goal] : rows)
        print_columns(varied(params), number(params.g), number(params.r), number(params.B),
                      cost.levels.size(), number(cost.omega()), number(cost.speedup_sbr()),
                      number(cost.speedup_mbr()), goal.empty() ? "" : fmt::format("  {}", goal));
}

}  // namespace

int run_model(const ModelCommand& command) {
    check_file_arguments("model", {{"-o", command.output}});
    const Points points = points_of(command);
    if (points.rows.empty()) throw UsageError("model: " + points.left_out.front());
    for (const auto& why : points.left_out) print_notice(fmt::format("left out: {}", why));
    print_table(command, points.rows);
    if (command.output) write_table(*command.output, csv_of(command, points.rows));
    return 0;
}

}  // namespace mariani::app
