#include "app/command_line/engine_check.hpp"

#include "app/command_line/file_arguments.hpp"
#include "app/command_line/interruption.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/files/standard_streams.hpp"
#include "app/files/table_file.hpp"

#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {

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
        std::string csv = csv_names(found->rows.front()) + "\n";
        for (const auto& row : found->rows) csv += csv_values(row) + "\n";
        write_table(*output, csv);
    }
    return found->right ? 0 : 1;
}

}  // namespace mariani::app
