#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/interruption.hpp"
#include "app/command_line/picture_argument.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/files/atomic_file.hpp"
#include "app/files/check_files.hpp"
#include "app/session/frame_check.hpp"
#include "compute/engine_dispatcher.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>

#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr std::size_t most_printed = 20;

Settings settings_of(const CheckCommand& command) {
    Settings settings;
    if (command.picture) settings = restore_picture(*command.picture).settings;
    apply(command.edits, settings);
    return settings;
}

void print_header(const FrameCheck& check) {
    const FrameRequest& request = check.request;
    const auto& subdivision = request.subdivision;
    fmt::print("view center {} height {}, {} pixels, dwell {}, {}\n", to_text(request.view.centre),
               to_text(request.view.height), to_text(request.image), request.dwell_limit,
               name_of(request.precision));
    fmt::print("{}-{}, g {} r {} B {}, fill {}, beside Ex; {}: {}\n",
               choice_of(request.engine).label, choice_of(request.scheme).label, subdivision.g,
               subdivision.r, subdivision.B, name_of(request.fill), name_of(check.stats.backend),
               check.stats.device);
}

std::string region_text(const WrongPixel& pixel) {
    if (!pixel.region) return "no region";
    const auto& [x, y, width, height] = pixel.region->rect;
    return fmt::format("{} at level {}: {},{} {}x{}", name_of(pixel.region->outcome),
                       pixel.region->level, x, y, width, height);
}

void print_wrong(const FrameCheck& check) {
    const auto pixels = pixel_count(check.request.part);
    if (check.wrong.empty()) {
        fmt::print("all {} pixels are those of Ex\n", pixels);
        return;
    }
    fmt::print("{} of {} pixels are wrong, in {} filled regions\n", check.wrong.size(), pixels,
               filled_regions_of(check.wrong));
    fmt::print("{:>7}{:>7}{:>10}{:>10}  {}\n", "x", "y", "shown", "right", "region");
    for (std::size_t i = 0; i < std::min(check.wrong.size(), most_printed); ++i) {
        const WrongPixel& pixel = check.wrong[i];
        fmt::print("{:>7}{:>7}{:>10}{:>10}  {}\n", pixel.x, pixel.y, pixel.shown, pixel.right,
                   region_text(pixel));
    }
    if (check.wrong.size() > most_printed)
        fmt::print("and {} more; -o wrong.csv has them all\n", check.wrong.size() - most_printed);
}

}  // namespace

int run_check(const CheckCommand& command) {
    const Interruption interruption;
    const Settings settings = settings_of(command);
    const FrameRequest request = frame_request(settings, command.size);
    if (auto why = refusal(request)) throw UsageError("check: " + *why);
    if (command.output) writable_place(*command.output);
    EngineDispatcher dispatcher = engines_of("check");
    const RunEngine run = [&](const FrameRequest& wanted, std::stop_token stop) {
        FrameProgress unwatched;
        return dispatcher.compute(wanted, std::move(stop), unwatched);
    };
    std::atomic<double> progress{0};
    std::optional<FrameCheck> check;
    {
        const ProgressLine line(
            [&] { return std::string(progress == 0 ? "computing" : "computing Ex"); });
        check = check_frame(request, run, interruption.token(), progress);
    }
    if (!check) {
        fmt::print(stderr, "mariani: check: interrupted; nothing was written\n");
        return Interruption::exit_status;
    }
    if (command.output && command.output->extension() == ".csv")
        write_check_csv(*command.output, check->wrong);
    else if (command.output)
        write_check_png(*command.output, *check, settings);
    print_header(*check);
    print_wrong(*check);
    return check->wrong.empty() ? 0 : 1;
}

}  // namespace mariani::app
