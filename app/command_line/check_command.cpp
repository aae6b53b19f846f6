#include "app/command_line/check_report.hpp"
#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/command_line/interruption.hpp"
#include "app/command_line/picture_argument.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/files/standard_streams.hpp"
#include "app/measure/frame_check.hpp"
#include "compute/model/frame_memory.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/service/memory.hpp"
#include "compute/service/resolve.hpp"

#include <algorithm>
#include <atomic>

#include <fmt/core.h>

namespace mariani::app {

int run_check(const CheckCommand& command) {
    const Interruption interruption;
    const Settings settings = settings_of(command.picture, command.edits);
    const FrameRequest request = frame_request(settings, command.size);
    if (auto why = why_invalid(request)) throw UsageError("check: " + *why);
    notice_indistinct(request);
    check_file_arguments("check", {{"-o", command.output}}, command.picture);
    const FramePlan plan = resolve(request, this_hardware(), {}).plan;
    refuse_beyond_free(host_memory_of(plan).with("for those of Ex", 4 * pixel_count(plan.part)));
    const RunEngine run = runner_of("check");
    std::atomic<double> progress{0};
    std::optional<FrameCheck> check;
    {
        const ProgressLine line(
            [&] { return std::string(progress == 0 ? "computing" : "computing Ex"); });
        check = check_frame(request, run, interruption.token(), progress);
    }
    if (!check) {
        print_notice("check: interrupted; nothing was written");
        return Interruption::exit_status;
    }
    fmt::print("{}", check_report(*check));
    if (command.output && command.output->extension() == ".csv")
        write_check_csv(*command.output, check->wrong);
    else if (command.output)
        write_check_png(*command.output, *check, settings);
    return check->wrong.empty() && check->unknown == 0 ? 0 : 1;
}

}  // namespace mariani::app
