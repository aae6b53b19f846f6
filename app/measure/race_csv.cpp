#include "app/measure/race_csv.hpp"

#include "app/files/atomic_file.hpp"
#include "app/files/csv_field.hpp"
#include "compute/model/text.hpp"

#include <iterator>

#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr const char* header =
    "rank,engine,scheme,backend,device,precision,width,height,center_re,center_im,height_im,dwell,"
    "fill,shortcuts,g,r,B,block,seed,runs,ms_median,ms_min,ms_max,speedup,regions,pixels_filled,"
    "iterations,joules,pixels_per_joule,energy,runs_ms,refusal\n";

std::string subject_of(const RacePlan& plan, const RaceLane& lane) {
    const FrameRequest& view = plan.request;
    const Racer& racer = lane.racer;
    const bool ran = lane.timed();
    const auto& [g, r, B] = racer.subdivision;
    const auto precision = ran ? lane.stats.precision : view.precision;
    return fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}x{},{}", name_of(racer.engine),
        name_of(racer.scheme), name_of(ran ? lane.stats.backend : racer.backend),
        csv_field(lane.stats.device), name_of(precision), view.part.width, view.part.height,
        to_text(view.view.centre.re), to_text(view.view.centre.im), to_text(view.view.height),
        view.dwell_limit, name_of(view.fill), view.shortcuts ? "on" : "off", g, r, B,
        racer.block.width, racer.block.height, plan.seed);
}

std::string energy_fields(const RaceLane& lane) {
    if (!lane.energy) return ",,";
    const auto& energy = *lane.energy;
    if (!energy.known()) return ",," + csv_field(energy.unknown);
    return fmt::format("{},{},{}", to_text(energy.joules),
                       to_text(energy.pixels_per_joule(pixel_count(lane.plan.part))),
                       csv_field(counted_by(energy)));
}

std::string times_of(const RaceLane& lane, std::optional<double> ex_ms) {
    const Spread ms = lane.spread();
    std::string runs;
    for (const double run : lane.ms) {
        if (!runs.empty()) runs += ' ';
        runs += to_text(run);
    }
    return fmt::format(
        "{},{},{},{},{},{},{},{},{},{}", lane.ms.size(), to_text(ms.median), to_text(ms.least),
        to_text(ms.most), ex_ms ? to_text(*ex_ms / ms.median) : "", lane.stats.regions(),
        lane.stats.pixels_filled(), lane.stats.iterations(), energy_fields(lane), runs);
}

}  // namespace

std::string race_csv(const Race& race) {
    std::string csv = header;
    const auto ex_ms = ex_median(race);
    int rank = 0;
    for (const std::size_t i : ranking(race)) {
        const RaceLane& lane = race.lanes[i];
        fmt::format_to(std::back_inserter(csv), "{},{},{},\n", ++rank, subject_of(race.plan, lane),
                       times_of(lane, ex_ms));
    }
    for (const RaceLane& lane : race.lanes)
        if (!lane.timed())
            fmt::format_to(std::back_inserter(csv), ",{},0,,,,,,,,,,,,{}\n",
                           subject_of(race.plan, lane), csv_field(lane.refusal));
    return csv;
}

void write_race_csv(const std::filesystem::path& path, const Race& race) {
    write_whole_file(path, race_csv(race));
}

}  // namespace mariani::app
