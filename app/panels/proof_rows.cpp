// What is known of a deep picture: how its dwells were proven, and its reference orbit.
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

namespace mariani::app {
namespace {

struct RungText {
    Rung rung;
    const char* name;
};
constexpr std::array<RungText, rung_count> rung_texts{{{Rung::deltas, "by deltas"},
                                                       {Rung::double_double, "in two doubles"},
                                                       {Rung::direct, "in many digits"},
                                                       {Rung::theorem, "by a theorem"},
                                                       {Rung::filled, "filled"},
                                                       {Rung::none, "not proven"}}};

std::string proof_text(const DeltaStats& stats, Quality quality) {
    std::string text;
    for (const auto& [rung, name] : rung_texts)
        if (const std::int64_t pixels = stats.pixels_of(rung); pixels > 0)
            text +=
                fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(pixels),
                            rung == Rung::none && quality == Quality::proven ? "not known" : name);
    return text;
}

std::string work_text(const DeltaStats& stats, std::int64_t pixels) {
    const auto each = [&](std::uint64_t count) {
        return significant(static_cast<double>(count) /
                           static_cast<double>(std::max<std::int64_t>(pixels, 1)));
    };
    return fmt::format("{} steps, {} jumps, {} rebases", each(stats.work.steps),
                       each(stats.work.jumps), each(stats.work.rebases));
}

std::string reference_text(const DeltaStats& stats) {
    if (stats.reference_steps == 0) return "none was needed";
    return fmt::format("{} steps, {} bits, {}", grouped(stats.reference_steps),
                       grouped(stats.reference_bits),
                       stats.reference_ms > 0 ? duration(stats.reference_ms) : "kept");
}

}  // namespace

void proof_rows(const PanelContext& context) {
    const auto& frame = context.seen.frame;
    if (!frame || !frame->stats.deltas) return;
    const DeltaStats& stats = *frame->stats.deltas;
    row_text(
        context, "Dwells",
        frame->plan.quality == Quality::preview
            ? "A preview proves nothing: most of its dwells are right."
            : "By what each pixel's dwell was proven: what the bound of the deltas' error "
              "leaves open is computed again in two doubles, and then in many digits. The "
              "theorems are those of the cardioid, the disc of period 2 and the real axis. What "
              "nothing proves is not known, and hatched in the picture.",
        proof_text(stats, frame->plan.quality));
    row_text(
        context, "Work a pixel",
        "Steps of deltas, jumps over many steps at once, and returns to the reference's start.",
        work_text(stats, pixel_count(frame->plan.part)));
    row_text(context, "Reference",
             "The orbit in many digits that all deltas are measured from; a later view around it "
             "keeps it.",
             reference_text(stats));
}

}  // namespace mariani::app
