#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/command_line/reports.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/standard_streams.hpp"
#include "app/measure/frame_check.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/memory_estimate.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/service/machine.hpp"
#include "compute/service/resolve.hpp"

#include <algorithm>
#include <atomic>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::size_t max_pixels_printed = 20;

std::string head_of(const FrameCheck& check) {
    const FramePlan& plan = check.plan;
    const auto& [g, r, B] = plan.subdivision;
    return fmt::format(
        "view {}, {} pixels, dwell {}, {}\n"
        "{}, g {} r {} B {}, fill {}, compared with Ex; {}: {}\n",
        to_text(plan.view), to_text(plan.image), plan.dwell_limit, name_of(plan.precision),
        engine_label(plan), g, r, B, name_of(plan.fill), name_of(plan.backend), check.stats.device);
}

std::string region_text(const WrongPixel& pixel) {
    if (!pixel.region) return "no region";
    const auto& [x, y, width, height] = pixel.region->rect;
    return fmt::format("{} at level {}: {},{} {}x{}", name_of(pixel.region->outcome),
                       pixel.region->level, x, y, width, height);
}

template <typename... Columns>
std::string wrong_pixel_row(const Columns&... columns) {
    return fmt::format("{:>7} {:>6} {:>9} {:>9}  {}\n", columns...);
}

}  // namespace

std::string check_report(const FrameCheck& check) {
    const auto pixels = pixel_count(check.plan.part);
    const std::size_t wrong = check.wrong.size();
    const std::int64_t unknown = check.unknown;
    std::string text = head_of(check);
    if (unknown > 0) text += fmt::format("{} of {} pixels are not known\n", unknown, pixels);
    if (wrong == 0)
        return text + fmt::format("all {}{} pixels match Ex\n", unknown > 0 ? "other " : "",
                                  pixels - unknown);
    text += fmt::format("{} of {} pixels are wrong, in {} filled regions\n", wrong, pixels,
                        filled_regions_of(check.wrong));
    text += wrong_pixel_row("x", "y", "shown", "right", "region");
    for (std::size_t i = 0; i < std::min(wrong, max_pixels_printed); ++i) {
        const WrongPixel& pixel = check.wrong[i];
        text += wrong_pixel_row(pixel.x, pixel.y, pixel.shown, pixel.right, region_text(pixel));
    }
    if (wrong > max_pixels_printed)
        text +=
            fmt::format("and {} more; -o wrong.csv lists them all\n", wrong - max_pixels_printed);
    return text;
}

int run(const CheckCommand& command) {
    const Interruption interruption;
    const Settings settings = settings_of(command.picture, command.edits);
    const FrameRequest request = frame_request(settings, command.size);
    if (auto why = why_invalid(request)) throw UsageError("check: " + *why);
    notice_indistinct(request);
    check_file_arguments("check", {{"-o", command.output}}, command.picture);
    const FramePlan plan = resolve(request, this_hardware(), {}).plan;
    refuse_beyond_free(
        host_memory_of(plan).with("for the pixels of Ex", 4 * pixel_count(plan.part)));
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
