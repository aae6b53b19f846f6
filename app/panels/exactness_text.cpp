#include "app/panels/exactness_text.hpp"

#include "app/panels/numbers.hpp"
#include "compute/model/choices.hpp"

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string precision_of(const Observations& seen) {
    return seen.frame ? std::string(choice_of(seen.frame->plan.precision).label) : "doubles";
}

// What is wrong with the dwells that Ex has.
std::string roundings(const Observations& seen) {
    return fmt::format(
        " Ex rounds to {}, which makes some dwells wrong: the deeper the view, the more.{}",
        precision_of(seen),
        seen.frame && seen.frame->plan.view.julia ? " For Julia sets there is no proof." : "");
}

std::string fills_text(const Exactness& exactness, bool julia) {
    const std::string which = julia ? "" : " inside the set";
    return exactness.regions == 0
               ? fmt::format("No fill{} is in doubt.", which)
               : fmt::format("{} fills{} were computed again, {} pixels corrected.",
                             grouped(exactness.regions), which, grouped(exactness.corrected));
}

std::string proof_text(const Observations& seen) {
    const auto& [state, progress, regions, corrected, not_known] = seen.exactness;
    const bool shallow = seen.frame && !is_deep(seen.frame->plan.precision);
    std::string text =
        not_known == 0
            ? "Each dwell is proven to be that of exactly this point."
            : fmt::format(
                  "{} dwells are not known: nothing could prove them. The others are proven.",
                  grouped(not_known));
    if (corrected > 0)
        text += fmt::format(" {} dwells of {} were wrong, and are corrected.", grouped(corrected),
                            precision_of(seen));
    if (shallow && seen.samples.wanted > 0)
        text += fmt::format(" The samples of antialiasing stay in {}.", precision_of(seen));
    return text;
}

}  // namespace

std::string exactness_label(const Observations& seen) {
    const Exactness& exactness = seen.exactness;
    switch (exactness.state) {
        case Exactness::verifying:
            return fmt::format("verifying {:.0f} %", 100 * exactness.progress);
        case Exactness::verified:
        case Exactness::computed:
            return "as Ex in " + precision_of(seen);
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
            return "The fills that are in doubt are computed again, pixel by pixel, while the view "
                   "is at rest.";
        case Exactness::verified:
            return fills_text(exactness, julia) +
                   (julia ? "" : " Fills outside are not verified: none was ever seen wrong.") +
                   roundings(seen);
        case Exactness::computed:
            return "Every pixel was computed." + roundings(seen);
        case Exactness::proving:
            return "Each dwell is being proven, and corrected where " + precision_of(seen) +
                   " has it wrong. Anything you do ends this at once.";
        case Exactness::proven:
        case Exactness::open:
            return proof_text(seen);
        case Exactness::preview:
            return "Nothing is proven: most dwells are right.";
        default:
            return "Nothing is verified yet.";
    }
}

}  // namespace mariani::app
