#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/choices.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string precision_of(const Observations& seen) {
    return seen.frame ? std::string(choice_of(seen.frame->plan.precision).label) : "doubles";
}

// What is wrong with the dwells that Ex has.
std::string roundings(const Observations& seen) {
    return fmt::format(
        " Ex rounds to {}, which makes some dwells wrong; the deeper the view, the more.{}",
        precision_of(seen),
        seen.frame && seen.frame->plan.view.julia ? " Julia sets have no proof." : "");
}

std::string fills_text(const Exactness& exactness, bool julia) {
    const std::string which = julia ? "" : " inside the set";
    return exactness.regions == 0
               ? fmt::format("No fill{} is in doubt.", which)
               : fmt::format("{} fills{} were recomputed, {} pixels corrected.",
                             grouped(exactness.regions), which, grouped(exactness.corrected));
}

std::string proof_text(const Observations& seen) {
    const auto& [state, progress, regions, corrected, not_known] = seen.exactness;
    const bool shallow = seen.frame && !is_deep(seen.frame->plan.precision);
    std::string text =
        not_known == 0
            ? "Each dwell is proven exact for its point."
            : fmt::format("{} dwells are not known: no proof was found. The others are proven.",
                          grouped(not_known));
    if (corrected > 0)
        text += fmt::format(" {} dwells computed in {} were wrong and are corrected.",
                            grouped(corrected), precision_of(seen));
    if (shallow && seen.samples.wanted > 0)
        text += fmt::format(" Antialiasing samples stay in {}.", precision_of(seen));
    return text;
}

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
    if (stats.reference_steps == 0) return "not needed";
    return fmt::format("{} steps, {} bits, {}", grouped(stats.reference_steps),
                       grouped(stats.reference_bits),
                       stats.reference_ms > 0 ? duration(stats.reference_ms) : "kept");
}

}  // namespace

std::string exactness_label(const Observations& seen) {
    const Exactness& exactness = seen.exactness;
    switch (exactness.state) {
        case Exactness::verifying:
            return fmt::format("verifying {:.0f} %", 100 * exactness.progress);
        case Exactness::verified:
        case Exactness::computed:
            return "matches Ex in " + precision_of(seen);
        case Exactness::proving:
            return fmt::format("proving {:.0f} %", 100 * exactness.progress);
        case Exactness::proven:
            return "proven";
        case Exactness::open:
            return grouped(exactness.not_known) + " not known";
        case Exactness::preview:
            return "preview";
        default:
            return {};
    }
}

std::string exactness_details(const Observations& seen) {
    const Exactness& exactness = seen.exactness;
    const bool julia = seen.frame && seen.frame->plan.view.julia;
    switch (exactness.state) {
        case Exactness::verifying:
            return "Fills in doubt are recomputed pixel by pixel while the view rests.";
        case Exactness::verified:
            return fills_text(exactness, julia) +
                   (julia ? "" : " Outside regions are not rechecked; no error is known there.") +
                   roundings(seen);
        case Exactness::computed:
            return "Every pixel was computed." + roundings(seen);
        case Exactness::proving:
            return "Each dwell is being proven, and corrected where " + precision_of(seen) +
                   " is wrong. Any input stops this at once.";
        case Exactness::proven:
        case Exactness::open:
            return proof_text(seen);
        case Exactness::preview:
            return "Nothing is proven, but most dwells are right.";
        default:
            return "Nothing is verified yet.";
    }
}

void proof_panel(const PanelContext& context) {
    const auto& frame = context.seen.frame;
    note(exactness_details(context.seen));
    if (!frame || !frame->stats.deltas) return;
    const DeltaStats& stats = *frame->stats.deltas;
    row_text(context, "Dwells",
             frame->plan.quality == Quality::preview
                 ? "A preview proves nothing, but most of its dwells are right."
                 : "The method that proved each pixel's dwell. Where the error bound of the deltas "
                   "leaves a dwell open, it is recomputed in two doubles, then in many digits. The "
                   "theorems cover the cardioid, the disc of period 2 and the real axis. A dwell "
                   "without proof is not known, and hatched in the picture.",
             proof_text(stats, frame->plan.quality));
    row_text(context, "Work per pixel",
             "Delta steps, jumps over many steps at once, and rebases: returns to the reference's "
             "start.",
             work_text(stats, pixel_count(frame->plan.part)));
    row_text(context, "Reference",
             "The orbit in many digits from which all deltas are measured; later views around it "
             "reuse it.",
             reference_text(stats));
}

}  // namespace mariani::app
