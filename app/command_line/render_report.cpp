#include "app/command_line/render_report.hpp"

#include "compute/model/printable.hpp"
#include "compute/model/text.hpp"

#include <cstddef>
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

}  // namespace

std::string render_report(const PosterJob& job, const PosterResult& result,
                          const std::optional<Tuning>& tuned) {
    std::string line = summary(job, result, tuned);
    if (result.limit_hides_all)
        line += fmt::format(
            "every pixel reached the dwell limit {}: what escapes later looks like the inside, so "
            "give a higher --dwell\n",
            result.plan.dwell_limit);
    return result.work ? line + work_table(*result.work, result.stats) : line;
}

}  // namespace mariani::app
