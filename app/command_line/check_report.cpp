#include "app/command_line/check_report.hpp"

#include "compute/model/text.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::size_t max_pixels_printed = 20;

std::string head_of(const FrameCheck& check) {
    const FramePlan& plan = check.plan;
    const auto& [g, r, B] = plan.subdivision;
    return fmt::format(
        "view {}, {} pixels, dwell {}, {}\n"
        "{}, g {} r {} B {}, fill {}, beside Ex; {}: {}\n",
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
        return text + fmt::format("all {}{} pixels are those of Ex\n", unknown > 0 ? "other " : "",
                                  pixels - unknown);
    text += fmt::format("{} of {} pixels are wrong, in {} filled regions\n", wrong, pixels,
                        filled_regions_of(check.wrong));
    text += wrong_pixel_row("x", "y", "shown", "right", "region");
    for (std::size_t i = 0; i < std::min(wrong, max_pixels_printed); ++i) {
        const WrongPixel& pixel = check.wrong[i];
        text += wrong_pixel_row(pixel.x, pixel.y, pixel.shown, pixel.right, region_text(pixel));
    }
    if (wrong > max_pixels_printed)
        text += fmt::format("and {} more; -o wrong.csv has them all\n", wrong - max_pixels_printed);
    return text;
}

}  // namespace mariani::app
