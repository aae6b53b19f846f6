#include "app/command_line/file_arguments.hpp"
#include "app/command_line/interruption.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/command_line/triangle/triangle_commands.hpp"
#include "app/files/atomic_file.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/standard_streams.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;
using triangle::Plan;

struct Checked {
    Plan plan;
    Coverage coverage;
    std::optional<std::int64_t> wrong_values;  // of tests that write some

    bool right() const { return coverage.exact && wrong_values.value_or(0) == 0; }
    bool counted_each() const { return !coverage.visits.plane.empty(); }
};

// What all plans must give; they differ by map only.
struct Expected {
    std::optional<std::vector<std::byte>> output;
};

std::optional<Checked> check(const Plan& plan, const Expected& expected,
                             const std::stop_token& stop, triangle::Progress& progress) {
    const auto runner = triangle::make_map_runner(plan);
    auto coverage = triangle::cover(plan, *runner, stop, progress);
    if (!coverage) return std::nullopt;
    Checked checked{plan, std::move(*coverage), std::nullopt};
    if (!expected.output) return checked;
    if (!runner->run(stop, progress)) return std::nullopt;
    checked.wrong_values = triangle::differences(plan, runner->output(), *expected.output);
    return checked;
}

// Nothing if stopped.
std::optional<std::vector<Checked>> check_all(const std::vector<Plan>& plans,
                                              const std::stop_token& stop,
                                              std::atomic<std::size_t>& done) {
    Expected expected;
    if (triangle::has_output(plans.front().test)) {
        expected.output = triangle::expected_output(plans.front(), stop);
        if (!expected.output) return std::nullopt;
    }
    std::vector<Checked> all;
    for (const Plan& plan : plans) {
        triangle::Progress progress;
        auto checked = check(plan, expected, stop, progress);
        if (!checked) return std::nullopt;
        all.push_back(std::move(*checked));
        ++done;
    }
    return all;
}

Json row_of(const Checked& checked) {
    const Coverage& coverage = checked.coverage;
    const auto counted = [&](std::int64_t value) {
        return checked.counted_each() ? Json(value) : Json();
    };
    Json row = Json::object();
    row["workload"] = "triangle";
    row["engine"] = mariani::name_of(checked.plan.map);
    row["backend"] = mariani::name_of(checked.plan.backend);
    row["test"] = mariani::name_of(checked.plan.test);
    row["n"] = checked.plan.side;
    row["rho"] = checked.plan.block;
    row["epsilon"] = triangle::has_epsilon(checked.plan.map) ? Json(checked.plan.epsilon) : Json();
    row["cells"] = coverage.elements;
    row["visits"] = coverage.visits.inside;
    row["outside"] = coverage.visits.outside;
    row["first_outside"] =
        coverage.visits.first_outside < 0 ? Json() : Json(coverage.visits.first_outside);
    row["missed"] = counted(coverage.missed);
    row["repeated"] = counted(coverage.repeated);
    row["wrong_values"] = checked.wrong_values ? Json(*checked.wrong_values) : Json();
    row["exact"] = checked.right() ? "yes" : "no";
    return row;
}

void write_csv(const std::filesystem::path& path, const std::vector<Checked>& all) {
    std::string csv = csv_names(row_of(all.front())) + "\n";
    for (const Checked& checked : all) csv += csv_values(row_of(checked)) + "\n";
    write_whole_file(path, csv);
}

template <typename... Columns>
std::string table_row(const Columns&... columns) {
    return fmt::format("{:<12}{:>12}{:>10}{:>10}{:>10}{:>14}{:>14}  {}\n", columns...);
}

std::string report(const std::vector<Checked>& all) {
    const Plan& first = all.front().plan;
    std::string text =
        triangle_head(first) + table_row("map", "visits", "missed", "repeated", "outside",
                                         "first outside", "wrong values", "");
    const auto or_dash = [](bool known, std::int64_t value) {
        return known ? std::to_string(value) : "-";
    };
    for (const Checked& checked : all) {
        const Coverage& coverage = checked.coverage;
        const bool each = checked.counted_each();
        text +=
            table_row(choice_of(checked.plan.map).label, coverage.visits.inside,
                      or_dash(each, coverage.missed), or_dash(each, coverage.repeated),
                      coverage.visits.outside,
                      or_dash(coverage.visits.first_outside >= 0, coverage.visits.first_outside),
                      or_dash(checked.wrong_values.has_value(), checked.wrong_values.value_or(0)),
                      checked.right() ? "exact" : "wrong");
    }
    return text;
}

}  // namespace

int run_triangle_check(const TriangleCheck& command) {
    const Interruption interruption;
    check_file_arguments("check", {{"-o", command.output}});
    std::atomic<std::size_t> done{0};
    std::optional<std::vector<Checked>> all;
    {
        const ProgressLine line(
            [&] { return fmt::format("map {} of {}", done + 1, command.plans.size()); });
        all = check_all(command.plans, interruption.token(), done);
    }
    if (!all) {
        print_notice("check: interrupted; nothing was written");
        return Interruption::exit_status;
    }
    if (command.output) write_csv(*command.output, *all);
    fmt::print("{}", report(*all));
    return std::ranges::all_of(*all, &Checked::right) ? 0 : 1;
}

}  // namespace mariani::app
