#include "app/command_line/race_report.hpp"

#include "app/measure/spread.hpp"
#include "compute/model/text.hpp"

#include <optional>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string head_of(const Race& race) {
    const FrameRequest& view = race.plan.request;
    return fmt::format(
        "view {}, {} pixels, dwell {}\n"
        "fill {}, shortcuts {}; {} runs each after a warm-up, in random order, seed {}\n",
        to_text(view.view), to_text(view.image), view.dwell_limit, name_of(view.fill),
        view.shortcuts ? "on" : "off", race.plan.repeat, race.plan.seed);
}

template <typename... Columns>
std::string lane_row(const Columns&... columns) {
    return fmt::format("{:<6}{:<32} {:>10} {:>23} {:>7} {:>9}  {}\n", columns...);
}

}  // namespace

std::string race_report(const Race& race) {
    std::string text = head_of(race) + lane_row("rank", "engine", "median ms", "min..max", "vs Ex",
                                                "regions", "device");
    const auto ex_ms = ex_median(race);
    int rank = 0;
    std::optional<Spread> faster;
    bool noisy = false;
    for (const std::size_t i : ranking(race)) {
        const RaceLane& lane = race.lanes[i];
        const Spread ms = lane.spread();
        const bool noise = faster && !clearly_differ(*faster, ms);
        noisy = noisy || noise;
        faster = ms;
        text += lane_row(fmt::format("{}{}", ++rank, noise ? noise_mark : ""), lane_title(lane),
                         fmt::format("{:.3f}", ms.median),
                         fmt::format("{:.3f}..{:.3f}", ms.min, ms.max),
                         ex_ms ? fmt::format("{:.2f}", *ex_ms / ms.median) : std::string("-"),
                         lane.stats.total().regions, lane.stats.device);
    }
    if (noisy) text += noise_remark;
    for (const RaceLane& lane : race.lanes)
        if (!lane.timed())
            text += fmt::format("{:<6}{:<32}{}\n", "-", lane_title(lane), lane.failure);
    for (const RaceLane& lane : race.lanes)
        if (lane.energy)
            text += fmt::format("energy of {}: {}\n", lane_title(lane),
                                energy_text(*lane.energy, pixel_count(race.plan.request.part)));
    return text;
}

}  // namespace mariani::app
