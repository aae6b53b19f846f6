#include "app/measure/race.hpp"

#include "app/failure.hpp"
#include "app/measure/rounds.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace mariani::app {
namespace {

// Runs the lane's request; what goes wrong is the lane's refusal. Nothing then, or when stopped.
std::optional<Frame> run_lane(RaceLane& lane, FrameRequest request, const RunEngine& run,
                              const std::stop_token& stop) {
    std::optional<Frame> frame;
    auto failure = failure_of([&] {
        frame = run(request, stop);
        if (!frame) return;
        if (!frame->stats.backend_failure.empty())
            throw std::runtime_error("the GPU failed: " + frame->stats.backend_failure);
        expect_asked_scheme(*frame);
        lane.plan = frame->plan;
        lane.stats = frame->stats;
    });
    if (!failure) return frame;
    lane.refusal = std::move(*failure);
    return std::nullopt;
}

void take_picture(RaceLane& lane, const FrameRequest& request, const Portray& portray,
                  const RunEngine& run, const std::stop_token& stop) {
    FrameRequest pictured = request_of(lane.racer, request);
    pictured.keep_regions = true;
    const auto frame = run_lane(lane, pictured, run, stop);
    if (frame) lane.picture = std::make_shared<const render::Image>(portray(*frame));
}

bool measure_energies(Race& race, const RunEngine& run, const std::stop_token& stop,
                      const std::function<void(const Race&)>& seen, const OpenCounter& open) {
    for (RaceLane& lane : race.lanes) {
        if (!lane.timed()) continue;
        std::optional<MeasuredEnergy> measured;
        auto failure = failure_of([&] {
            measured = measure_energy(request_of(lane.racer, race.plan.request), run, stop, open);
        });
        if (!measured && !failure) return false;
        lane.energy = measured ? measured->energy : FrameEnergy{};
        if (failure) lane.energy->unknown = std::move(*failure);
        seen(race);
    }
    return true;
}

bool none_runs(const Race& race) {
    return std::ranges::none_of(race.lanes,
                                [](const RaceLane& lane) { return lane.refusal.empty(); });
}

[[noreturn]] void tell_all_refusals(const Race& race) {
    std::string all;
    for (const RaceLane& lane : race.lanes)
        all += fmt::format("{}{}: {}", all.empty() ? "" : "; ", title_of(lane.racer), lane.refusal);
    throw std::runtime_error("none of the engines can run here: " + all);
}

}  // namespace

std::optional<std::string> refusal(const RacePlan& plan) {
    const auto racers = static_cast<std::int64_t>(plan.racers.size());
    if (!racers_in_race.holds(racers))
        return fmt::format("{} {} no race: name {} to {} engines", racers,
                           racers == 1 ? "engine is" : "engines are", racers_in_race.least,
                           racers_in_race.most);
    if (auto why = refusal("the number of runs", plan.repeat, runs_in_race)) return why;
    if (auto why = refusal("the seed", plan.seed, seeds)) return why;
    for (const Racer& racer : plan.racers)
        if (auto why = refusal(request_of(racer, plan.request))) return why;
    return std::nullopt;
}

// Fisher-Yates by hand: std::shuffle may give another order with another standard library.
std::vector<std::size_t> race_order(std::size_t racers, int repeat, int seed) {
    std::mt19937 random(static_cast<std::uint32_t>(seed));
    std::vector<std::size_t> round(racers), order;
    std::iota(round.begin(), round.end(), std::size_t{0});
    for (int i = 0; i < repeat; ++i) {
        for (std::size_t left = racers; left > 1; --left)
            std::swap(round[left - 1], round[random() % left]);
        order.insert(order.end(), round.begin(), round.end());
    }
    return order;
}

std::vector<std::size_t> ranking(const Race& race) {
    std::vector<std::size_t> ranked;
    for (std::size_t i = 0; i < race.lanes.size(); ++i)
        if (race.lanes[i].timed()) ranked.push_back(i);
    std::ranges::stable_sort(ranked, {},
                             [&](std::size_t i) { return race.lanes[i].spread().median; });
    return ranked;
}

const FramePlan& winning_plan(const Race& race) {
    const auto ranked = ranking(race);
    return race.lanes[ranked.empty() ? 0 : ranked.front()].plan;
}

std::string lane_title(const RaceLane& lane) {
    const bool ran = !lane.stats.levels.empty();
    const auto backend = ran ? std::optional(lane.plan.backend) : lane.racer.backend;
    if (!backend) return title_of(lane.racer);
    return fmt::format("{}, {}", title_of(lane.racer), name_of(*backend));
}

std::optional<double> ex_median(const Race& race) {
    for (const std::size_t i : ranking(race))
        if (race.lanes[i].racer.engine == EngineKind::ex) return race.lanes[i].spread().median;
    return std::nullopt;
}

bool run_race(const RacePlan& plan, const Portray& portray, const RunEngine& run,
              const std::stop_token& stop, const std::function<void(const Race&)>& seen,
              const OpenCounter& open) {
    if (const auto why = refusal(plan)) throw std::invalid_argument(*why);
    Race race{plan, {}};
    race.plan.request.keep_regions = race.plan.request.smooth = false;
    race.plan.request.count_work = false;
    for (const Racer& racer : plan.racers) race.lanes.emplace_back().racer = racer;
    seen(race);
    for (RaceLane& lane : race.lanes) {
        take_picture(lane, race.plan.request, portray, run, stop);
        if (lane.refusal.empty())
            run_lane(lane, request_of(lane.racer, race.plan.request), run, stop);
        if (stop.stop_requested()) return false;
        seen(race);
    }
    if (none_runs(race)) tell_all_refusals(race);
    for (const std::size_t i : race_order(race.lanes.size(), plan.repeat, plan.seed)) {
        RaceLane& lane = race.lanes[i];
        if (!lane.refusal.empty()) continue;
        const auto frame = run_lane(lane, request_of(lane.racer, race.plan.request), run, stop);
        if (frame) lane.ms.push_back(frame->stats.compute_ms);
        if (stop.stop_requested()) return false;
        seen(race);
    }
    return !plan.energy || measure_energies(race, run, stop, seen, open);
}

double progress_of(const Race& race) {
    const int for_energy = race.plan.energy ? 5 : 0;
    const int each = race.plan.repeat + 2 + for_energy;
    double done = 0;
    for (const RaceLane& lane : race.lanes) {
        if (!lane.refusal.empty())
            done += each;
        else if (lane.picture)
            done += 2 + static_cast<double>(lane.ms.size()) + (lane.energy ? for_energy : 0);
    }
    return done / (each * static_cast<double>(race.lanes.size()));
}

// After Okabe and Ito, whose yellow is left out: it does not show on white.
render::Rgb8 lane_colour(std::size_t lane) {
    static constexpr std::array<render::Rgb8, 6> colours{{{0, 114, 178},
                                                          {230, 159, 0},
                                                          {0, 158, 115},
                                                          {204, 121, 167},
                                                          {86, 180, 233},
                                                          {213, 94, 0}}};
    return colours[lane % colours.size()];
}

}  // namespace mariani::app
