#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/interruption.hpp"
#include "app/command_line/picture_argument.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/command_line/tuned.hpp"
#include "app/session/poster.hpp"
#include "compute/model/text.hpp"

#include <atomic>
#include <cstddef>
#include <optional>
#include <string_view>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr ImageSize default_size{1024, 1024};

PosterJob job_of(const RenderCommand& command) {
    PosterJob job;
    job.size = default_size;
    if (command.picture) {
        RestoredPicture picture = restore_picture(*command.picture);
        job.settings = std::move(picture.settings);
        job.size = picture.size;
    }
    apply(command.edits, job.settings);
    if (command.size) job.size = *command.size;
    job.picture = command.output;
    job.dwells = command.dwells;
    job.regions = command.regions;
    return job;
}

// Nothing when stopped.
std::optional<Tuning> use_remembered(PosterJob& job, const std::stop_token& stop) {
    if (!in_one_part(job.size))
        throw UsageError(fmt::format(
            "render: --tuned is for pictures of up to {} pixels, the size is {}: larger ones are "
            "computed in parts, each of which starts anew, and sweeps measure whole pictures",
            to_text(largest_in_one_part), to_text(job.size)));
    const auto used = app::use_remembered(std::vector{&job.settings.engine},
                                          frame_request(job.settings, job.size), "render", stop);
    return used ? std::optional(used->front()) : std::nullopt;
}

// What the engine `auto` computed with, or what was tuned.
std::string words_of_params(const PosterResult& result, const std::optional<Tuning>& tuned) {
    if (tuned) return ", " + words_of(*tuned);
    if (result.stats.engine_reason.empty() || result.stats.engine == EngineKind::ex) return "";
    const auto& [g, r, B] = result.request.subdivision;
    return fmt::format(", g {} r {} B {}", g, r, B);
}

std::string summary(const PosterJob& job, const PosterResult& result,
                    const std::optional<Tuning>& tuned) {
    const EngineStats& stats = result.stats;
    const bool subdivides = stats.engine != EngineKind::ex;
    std::string engine(choice_of(stats.engine).label);
    if (subdivides) engine += fmt::format("-{}", choice_of(result.request.scheme).label);
    return fmt::format(
        "{}: {} pixels, {} on {} in {}{}{}: computed in {:.1f} ms, written after {:.1f} ms{}",
        job.picture.string(), to_text(job.size), engine, stats.device, name_of(stats.precision),
        stats.engine_reason.empty() ? "" : fmt::format(" ({})", stats.engine_reason),
        words_of_params(result, tuned), stats.compute_ms, result.total_ms,
        result.parts > 1 ? fmt::format(", {} parts", result.parts) : "");
}

// What became of the pixels, and where the iterations went.
void print_work(const WorkSums& work, const EngineStats& stats) {
    const WorkShare total = work.total();
    const bool repeated = repeats(work, stats) > 0;
    const auto row = [&](std::string_view name, const WorkShare& share) {
        const auto percent = [](std::int64_t part, std::int64_t of) {
            return of == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(of);
        };
        fmt::print("{:<10}{:>14}{:>8.2f} %{:>18}{:>8.2f} %\n", name, share.pixels,
                   percent(share.pixels, total.pixels), share.iterations,
                   percent(share.iterations, total.iterations));
    };
    fmt::print("{:<10}{:>14}{:>10}{:>18}{:>10}\n", "", "pixels", "", "iterations", "");
    for (std::size_t i = 0; i < pixel_outcomes; ++i) {
        const auto outcome = static_cast<PixelOutcome>(i);
        row(name_of(outcome, repeated), work[outcome]);
    }
    row("all", total);
}

}  // namespace

int run_render(const RenderCommand& command) {
    const Interruption interruption;
    PosterJob job = job_of(command);
    EngineDispatcher dispatcher = engines_of("render");
    std::atomic<double> progress{0};
    std::optional<Tuning> tuned;
    if (command.tuned) tuned = use_remembered(job, interruption.token());
    std::optional<PosterResult> result;
    if (!command.tuned || tuned) {
        const ProgressLine line([&] {
            return fmt::format("{}: {:.0f} %", job.picture.string(), 100 * progress.load());
        });
        result = make_poster(job, dispatcher, interruption.token(), progress);
    }
    if (!result) {
        fmt::print(stderr, "mariani: render: interrupted; nothing was written\n");
        return Interruption::exit_status;
    }
    fmt::print("{}\n", summary(job, *result, tuned));
    if (result->work) print_work(*result->work, result->stats);
    return 0;
}

}  // namespace mariani::app
