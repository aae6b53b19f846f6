#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/command_line/reports.hpp"
#include "app/command_line/setting_options.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/own_file.hpp"
#include "app/files/standard_streams.hpp"
#include "app/measure/timeline.hpp"
#include "app/produce/poster.hpp"
#include "app/produce/replay_film.hpp"
#include "compute/model/text.hpp"

#include <atomic>
#include <cstddef>
#include <optional>
#include <string_view>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// What the engine `auto` computed with, or the tuned parameters.
std::string params_text(const PosterResult& result, const std::optional<Tuning>& tuned) {
    if (tuned) return ", " + tuning_text(*tuned);
    if (result.stats.engine_reason.empty() || result.plan.engine == EngineKind::ex) return "";
    const auto& [g, r, B] = result.plan.subdivision;
    return fmt::format(", g {} r {} B {}", g, r, B);
}

// How a deep picture's dwells were proven.
std::string proof_text(const PosterResult& result) {
    const auto& deltas = result.stats.deltas;
    if (!deltas) return "";
    if (result.plan.quality == Quality::preview) return ", a preview: nothing is proven";
    const std::int64_t filled = deltas->pixels_of(Rung::filled);
    const std::int64_t unknown = deltas->pixels_of(Rung::none);
    if (filled == 0 && unknown == 0)
        return fmt::format(", every dwell proven ({} in two doubles, {} in many digits)",
                           deltas->pixels_of(Rung::double_double), deltas->pixels_of(Rung::direct));
    return (filled == 0 ? "" : fmt::format(", {} dwells not proven", filled)) +
           (unknown == 0 ? "" : fmt::format(", {} dwells not known", unknown));
}

std::string in_brackets(const std::string& reason) {
    return reason.empty() ? "" : fmt::format(" ({})", reason);
}

std::string summary(const PosterJob& job, const PosterResult& result,
                    const std::optional<Tuning>& tuned) {
    const EngineStats& stats = result.stats;
    const FramePlan& plan = result.plan;
    return fmt::format(
        "{}: {} pixels, {} on {} in {}{}{}: computed in {:.1f} ms, written after {:.1f} ms{}{}\n",
        printable(job.picture.string()), to_text(job.size), engine_label(plan), stats.device,
        name_of(plan.precision),
        (job.settings.engine.precision ? in_brackets(stats.precision_reason) : "") +
            in_brackets(stats.engine_reason),
        params_text(result, tuned), stats.compute_ms, result.total_ms,
        result.parts > 1 ? fmt::format(", {} parts", result.parts) : "", proof_text(result));
}

std::string work_table(const WorkSums& work, const EngineStats& stats) {
    const WorkShare total = work.total();
    const bool repeated = repeats(work, stats) > 0;
    const auto row = [&](std::string_view name, const WorkShare& share) {
        const auto percent = [](std::int64_t part, std::int64_t of) {
            return of == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(of);
        };
        return fmt::format("{:<10} {:>13} {:>7.2f} %{:>18} {:>7.2f} %\n", name, share.pixels,
                           percent(share.pixels, total.pixels), share.iterations,
                           percent(share.iterations, total.iterations));
    };
    auto table =
        fmt::format("{:<10} {:>13} {:>9} {:>17} {:>9}\n", "", "pixels", "", "iterations", "");
    for (std::size_t i = 0; i < pixel_outcomes; ++i) {
        const auto outcome = static_cast<PixelOutcome>(i);
        table += row(name_of(outcome, repeated), work[outcome]);
    }
    return table + row("all", total);
}

constexpr ImageSize default_size{1024, 1024};

PosterJob job_of(const RenderCommand& command) {
    PosterJob job;
    job.size = default_size;
    if (command.picture) {
        RestoredPicture picture = restore_picture(*command.picture);
        job.settings = std::move(picture.settings);
        job.size = picture.size.value_or(default_size);
    }
    apply_and_notice(command.edits, job.settings);
    if (command.size) job.size = *command.size;
    job.picture = command.output;
    job.dwells = command.dwells;
    job.regions = command.regions;
    notice_indistinct(frame_request(job.settings, job.size));
    return job;
}

// nullopt if stopped.
std::optional<Tuning> tune_job(PosterJob& job, const std::stop_token& stop) {
    if (!in_one_part(job.size))
        throw UsageError(
            fmt::format("render: --tuned works for pictures of up to {} pixels, and the size is "
                        "{}: larger ones are computed in parts, each of which starts from scratch, "
                        "but sweeps measure whole pictures",
                        to_text(largest_in_one_part), to_text(job.size)));
    const auto used = use_remembered({&job.settings.engine}, frame_request(job.settings, job.size),
                                     "render", stop);
    return used ? std::optional(used->front()) : std::nullopt;
}

void check_in_one_part(bool given, std::string_view option, ImageSize size) {
    if (given && !in_one_part(size))
        throw UsageError(fmt::format(
            "render: {} works for pictures of up to {} pixels, and the size is {}: larger ones are "
            "computed in parts, and it shows how a whole one is computed",
            option, to_text(largest_in_one_part), to_text(size)));
}

// A recorded run of the picture. WPR, which a GPU may be given by itself, is left for SBR.
FrameRequest traced_request(const PosterJob& job, const EngineDispatcher& dispatcher) {
    FrameRequest request = frame_request(job.settings, job.size);
    if (!request.scheme && dispatcher.plan_of(request).scheme == Scheme::wpr)
        request.scheme = Scheme::sbr;
    const FramePlan plan = dispatcher.plan_of(request);
    if (const auto why = why_not_recorded(plan))
        throw UsageError(fmt::format("render: --trace-json cannot be written: {}", *why));
    return recording_request(plan);
}

// False if stopped.
bool write_trace(const std::filesystem::path& file, const FrameRequest& request,
                 EngineDispatcher& dispatcher, const std::stop_token& stop) {
    FrameProgress unseen;
    const auto frame = dispatcher.compute(request, stop, unseen);
    if (!frame) return false;
    write_whole_file(file, trace_json(timeline_of(*frame->times, frame->plan)));
    return true;
}

// Computes the picture once more, with regions to see where that is left to the program. False if
// stopped.
bool write_subdivision_film(const RenderCommand& command, const PosterJob& job,
                            EngineDispatcher& dispatcher, const std::stop_token& stop) {
    FrameRequest request = frame_request(job.settings, job.size);
    request.keep_regions = true;
    request.subdivide = !request.engine;
    FrameProgress unseen;
    const auto frame = dispatcher.compute(request, stop, unseen);
    if (!frame) return false;
    const FilmShape shape = shape_of(command.film, replay_film_size(job.size));
    const ReplayFilm film(*frame, job.settings, shape.size, shape.seconds);
    return write_film_of(
        command.film, shape, [&](double second) { return film.at(second); }, stop);
}

}  // namespace

std::string render_report(const PosterJob& job, const PosterResult& result,
                          const std::optional<Tuning>& tuned) {
    std::string line = summary(job, result, tuned);
    if (result.all_inside)
        line += "all of this view is inside the set: zoom out\n";
    else if (result.limit_hides_all)
        line += fmt::format(
            "every pixel reached the dwell limit {}: a point that escapes later looks like the "
            "inside, so give a higher --dwell\n",
            result.plan.dwell_limit);
    return result.work ? line + work_table(*result.work, result.stats) : line;
}

int run(const RenderCommand& command) {
    const Interruption interruption;
    check_file_arguments("render",
                         {{"-o", command.output},
                          {"--dwell-out", command.dwells},
                          {"--regions-out", command.regions},
                          {"--trace-json", command.trace_json},
                          {"--film", command.film.file}},
                         command.picture);
    PosterJob job = job_of(command);
    check_in_one_part(command.film.file.has_value(), "--film", job.size);
    check_in_one_part(command.trace_json.has_value(), "--trace-json", job.size);
    check_encoder_of(command.film);
    EngineDispatcher dispatcher = engines_of("render");
    std::atomic<double> progress{0};
    std::optional<Tuning> tuned;
    if (command.tuned) tuned = tune_job(job, interruption.token());
    std::optional<FrameRequest> traced;
    if (command.trace_json) traced = traced_request(job, dispatcher);
    std::optional<PosterResult> result;
    if (!command.tuned || tuned) {
        const ProgressLine line([&] {
            return fmt::format("{}: {:.0f} %", job.picture.string(), 100 * progress.load());
        });
        result = make_poster(job, dispatcher, interruption.token(), progress);
    }
    if (!result) {
        print_notice("render: interrupted; nothing was written");
        return Interruption::exit_status;
    }
    fmt::print("{}", render_report(job, *result, tuned));
    if (traced && !write_trace(*command.trace_json, *traced, dispatcher, interruption.token())) {
        print_notice("render: interrupted; the picture was written, but no trace");
        return Interruption::exit_status;
    }
    if (command.film.file &&
        !write_subdivision_film(command, job, dispatcher, interruption.token())) {
        print_notice("render: interrupted; the picture was written, but no film");
        return Interruption::exit_status;
    }
    return 0;
}

}  // namespace mariani::app
