// What `bench`, `sweep` and `race` print for fake figures: each column has its own.
#include "app/command_line/reports.hpp"
#include "app/measure/timing_log.hpp"
#include "tests/command_line/squeezed.hpp"
#include "tests/measure/fake_stats.hpp"

#include <memory>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

Contestant contestant(EngineKind engine, Scheme scheme, const std::vector<double>& ms) {
    return {fake_request(engine, scheme), fake_runs(engine, ms), fake_plan(engine, scheme)};
}

// Medians of 41 and 11 ms, which are neither the first nor the least runs.
std::vector<Contestant> ex_and_ask() {
    return {contestant(EngineKind::ex, Scheme::mbr, {50, 20, 41}),
            contestant(EngineKind::ask, Scheme::mbr, {13, 10.25, 11})};
}

TEST(BenchReport, HoldsEveryRowAgainstExAndThePeak) {
    // 41 / 11 = 3.727; 420 of 1080 pixels are 38.89 %; 8200 steps in 11 ms on 3 threads are 248,485
    // per second on each; with three multiply-adds each: 74.5 % of a million.
    EXPECT_EQ(squeezed(bench_table(ex_and_ask(), 1e6)),
              "FMA peak of a core: 0.0 GFMA/s, 0.00 Giter/s\n"
              "engine scheme median ms min..max vs Ex regions filled % iterations Giter/s/core "
              "of peak\n"
              "Ex - 41.000 20.000..50.000 1.00 1 0.00 24600 0.000 60.0 %\n"
              "ASK MBR 11.000 10.250..13.000 3.73 55 38.89 8200 0.000 74.5 %\n");
}

TEST(BenchReport, MarksWhatMayBeNoiseBesideEx) {
    auto all = ex_and_ask();
    EXPECT_EQ(bench_table(all, {}).find('~'), std::string::npos);
    all[1].runs.back().compute_ms = 30;  // median 13; Ex took 20 to 50
    const auto table = squeezed(bench_table(all, {}));
    EXPECT_NE(table.find("..30.000 3.15~ "), std::string::npos) << table;
    EXPECT_TRUE(table.ends_with("~ runs overlap those of Ex: the difference may be noise\n"));
}

TEST(BenchReport, CountsInBillionsASecond) {
    auto all = ex_and_ask();
    // 6.6e9 steps in 11 ms on 3 threads: 200e9 per second on each.
    for (EngineStats& run : all[1].runs) {
        run.levels[0].iterations = 1'500'000'000;
        run.levels[1].iterations = 5'100'000'000;
    }
    all.erase(all.begin());
    EXPECT_EQ(squeezed(bench_table(all, 900e9)),
              "FMA peak of a core: 900.0 GFMA/s, 300.00 Giter/s\n"
              "engine scheme median ms min..max vs Ex regions filled % iterations Giter/s/core "
              "of peak\n"
              "ASK MBR 11.000 10.250..13.000 - 55 38.89 6600000000 200.000 66.7 %\n");
    EXPECT_NE(squeezed(bench_table(all, std::nullopt)).find("200.000 -\n"), std::string::npos);
}

// 8200 steps in 11 ms by a GPU, which has as many cores as it may.
TEST(BenchReport, GivesTheRateOfAWholeGpu) {
    auto all = ex_and_ask();
    for (Contestant& each : all) each.plan.backend = Backend::cuda;
    for (EngineStats& run : all[1].runs) run.levels[1].iterations = 3'300'000'000;
    const auto table = squeezed(bench_table(all, std::nullopt));
    EXPECT_NE(table.find("iterations Giter/s of peak\n"), std::string::npos) << table;
    EXPECT_NE(table.find(" 300.000 -\n"), std::string::npos) << table;
}

TEST(BenchReport, SaysWhatWasIteratedForWhat) {
    EXPECT_EQ(squeezed(bench_work(ex_and_ask())),
              "work pixels filled on borders in leaves border steps leaf steps launches\nEx - "
              "0 0 1080 0 24600 2\nASK MBR 420 150 510 1000 7200 17\n");
}

TEST(BenchReport, BeginsWithWhatIsMeasuredAndWhereIt) {
    auto plan = fake_plan(EngineKind::ask, Scheme::mbr);
    const auto stats = fake_stats(1);
    const std::string view =
        "view center -0.75,0.125 height 0.0625, 36x30 pixels, dwell 1000, f32\n";
    EXPECT_EQ(bench_head(plan, stats.device, 9, {}),
              view + "g 5 r 3 B 7, fill safe, shortcuts off; 9 runs each, in random order\n" +
                  "cpu: a processor, 3 threads\n");
    plan.shortcuts = true;
    Tuning tuning;
    tuning.where.engine = EngineKind::dp;
    tuning.where.scheme = Scheme::mbr;
    tuning.best.subdivision = {8, 4, 12};
    tuning.speedup = 2.345;
    tuning.date = "2026-11-20";
    EXPECT_EQ(bench_head(plan, stats.device, 9, {tuning}),
              view +
                  "DP-MBR: g 8 r 4 B 12, as tuned on 2026-11-20, then 2.35 x as fast as Ex\n"
                  "fill safe, shortcuts on; 9 runs each, in random order\n"
                  "cpu: a processor, 3 threads\n");
}

class Rising final : public energy::Counter {
  public:
    double joules() override { return ++joules_; }
    std::string name() const override { return "made up"; }

  private:
    double joules_ = 0;
};

TEST(WorkloadEnergy, IsThatOfARun) {
    const OpenCounter open = [](const FramePlan&) {
        return energy::CounterOrReason{std::make_unique<Rising>(), ""};
    };
    int runs = 0;
    const auto energy = measure_energy(
        FramePlan{}, [&] { return ++runs > 0; }, open);
    ASSERT_TRUE(energy && energy->known());
    EXPECT_EQ(energy->frames, runs - 1);  // without that which warms up
    EXPECT_NE(run_energy_text(*energy, 1e6).find(" J per run, "), std::string::npos);
    const FrameEnergy known{2, 1, 20, 25, "NVML", ""};
    EXPECT_TRUE(run_energy_text(known, 3e6).starts_with("2 J per run, 1.5 Mcell/J ("));
    EXPECT_TRUE(run_energy_text(known, 3e10, "step").starts_with("2 J per step, 15 Gcell/J ("));
    nlohmann::ordered_json row;
    add_energy_columns(row, energy, 1e6, "cells");
    EXPECT_GT(row["cells_per_joule"], 0);
    EXPECT_FALSE(measure_energy(
        FramePlan{}, [] { return false; }, open));
    const OpenCounter none = [](const FramePlan&) {
        return energy::CounterOrReason{nullptr, "there is no counter"};
    };
    const auto unknown = measure_energy(
        FramePlan{}, [] { return true; }, none);
    ASSERT_TRUE(unknown);
    EXPECT_EQ(run_energy_text(*unknown, 1), "there is no counter");
}

TEST(BenchReport, EachHasItsOwnEnergy) {
    std::vector<Contestant> all{contestant(EngineKind::ex, Scheme::mbr, {}),
                                contestant(EngineKind::ask, Scheme::mbr, {})};
    const OpenCounter open = [](const FramePlan& computed) {
        if (computed.engine == EngineKind::ex)
            return energy::CounterOrReason{nullptr, "there is no counter"};
        return energy::CounterOrReason{std::make_unique<Rising>(), ""};
    };
    const RunEngine run = [](const FrameRequest& request, const std::stop_token&) {
        Frame frame;
        frame.plan = planned(request);
        return std::optional(std::move(frame));
    };
    BenchEnergies energies;
    ASSERT_TRUE(energies.measure(all, run, {}, open));
    EXPECT_EQ(energies.of(all[0].plan)->unknown, "there is no counter");
    const auto known = energies.of(all[1].plan);
    ASSERT_TRUE(known->known());
    EXPECT_GT(known->joules, 0);
    all[1].plan.image = {1, 1};
    EXPECT_FALSE(energies.of(all[1].plan));
    EXPECT_EQ(squeezed(energies.text()), "energy Ex - there is no counter\nenergy ASK MBR " +
                                             energy_text(*known, 36 * 30) + "\n");
}

SweepRow row(SweepCell cell, Spread ms, double ex_ms, std::int64_t regions) {
    return {cell, 5, ms, ex_ms, regions, 111, 222};
}

SweepSubject subject() {
    return {fake_request(EngineKind::dp, Scheme::mbr),
            fake_plan(EngineKind::dp, Scheme::mbr),
            "a processor, 3 threads",
            {1, 2, 3},
            {}};
}

TEST(SweepReport, HasTheFastestFirst) {
    // The one with the least median does not have the highest gain: their Ex differ.
    const std::vector<SweepRow> rows{row({{4, 2, 16}, {16, 8}}, {18, 20, 29}, 90, 71),
                                     row({{8, 3, 32}, {32, 4}}, {7, 10, 13}, 60, 72),
                                     row({{2, 5, 64}, {8, 64}}, {11, 12, 15}, 120, 73)};
    EXPECT_EQ(squeezed(sweep_report(subject(), rows, 6)),
              "view center -0.75,0.125 height 0.0625, 36x30 pixels, dwell 1000, f32\nDP-MBR, fill "
              "safe, shortcuts off; 6 runs each, in random order; cpu: a processor, 3 threads\nEx: "
              "90.000 ms (60.000..120.000 next to different cells)\ng r B block median ms min..max "
              "vs Ex regions\n2 5 64 8x64 12.000 11.000..15.000 10.00 73\n8 3 32 32x4 10.000 "
              "7.000..13.000 6.00 72~\n4 2 16 16x8 20.000 18.000..29.000 4.50 71\n~ runs overlap "
              "those of the rank above: the difference may be noise\n");
}

TEST(SweepReport, HasTheTenFastestOfMany) {
    std::vector<SweepRow> rows;
    for (int g = 1; g <= 13; ++g)
        rows.push_back(row({{g, 2, 16}, {}}, {1.0 * g, 2.0 * g, 3.0 * g}, 10, g));
    const auto text = squeezed(sweep_report(subject(), rows, 5));
    EXPECT_NE(text.find("\n10 2 16 16x16 20.000 10.000..30.000 0.50 10~\nand 3 slower ones\n"),
              std::string::npos)
        << text;
}

RaceLane lane(const std::string& racer, std::vector<double> ms, std::int64_t more_regions) {
    RaceLane lane;
    lane.racer = parse_racer(racer);
    lane.stats = fake_stats(1);
    lane.stats.device = "device of " + racer.substr(0, 3);
    lane.stats.levels[0].regions += more_regions;
    lane.ms = std::move(ms);
    return lane;
}

Race four_lanes() {
    Race race;
    race.plan.request = fake_request(std::nullopt, Scheme::sbr);
    race.plan.repeat = 3;
    race.plan.seed = 42;
    // By their least or their first times the order would be different.
    race.lanes = {lane("ask-mbr,g=8,r=4,B=2", {5, 40, 30}, 1), lane("ex", {60, 45, 61}, 2),
                  lane("dp,g=6,r=5,B=3,block=64x2", {20, 18, 24}, 3), lane("ask,B=9", {}, 0)};
    race.lanes[3].failure = "there is not enough memory";
    race.lanes[3].stats = {};
    race.lanes[0].energy = FrameEnergy{0.25, 0.5, 20, 25, "RAPL", ""};
    race.lanes[1].energy = FrameEnergy{};
    race.lanes[1].energy->unknown = "there is no counter";
    return race;
}

TEST(RaceReport, RanksByTheMedian) {
    EXPECT_EQ(
        squeezed(race_report(four_lanes())),
        "view center -0.75,0.125 height 0.0625, 36x30 pixels, dwell 1000\n"
        "fill safe, shortcuts off; 3 runs each after a warm-up, in random order, seed 42\n"
        "rank engine median ms min..max vs Ex regions device\n"
        "1 DP-SBR {6, 5, 3} 64x2, cpu 20.000 18.000..24.000 3.00 58 device of dp,\n"
        "2~ ASK-MBR {8, 4, 2}, cpu 30.000 5.000..40.000 2.00 56 device of ask\n"
        "3 Ex, cpu 60.000 45.000..61.000 1.00 57 device of ex\n"
        "~ runs overlap those of the rank above: the difference may be noise\n"
        "- ASK-SBR {4, 2, 9} there is not enough memory\n"
        "energy of ASK-MBR {8, 4, 2}, cpu: 0.25 J per frame, 0.00432 Mpixel/J (RAPL, 25 steps "
        "in 0.5 s)\n"
        "energy of Ex, cpu: there is no counter\n");
}

TEST(RaceReport, MarksNoPlaceThatIsClear) {
    Race race = four_lanes();
    race.lanes[0].ms = {30, 31, 32};
    EXPECT_EQ(race_report(race).find('~'), std::string::npos);
}

TEST(RaceReport, ComparesWithNoExThatDidNotRun) {
    Race race = four_lanes();
    race.lanes.erase(race.lanes.begin() + 1);
    EXPECT_NE(squeezed(race_report(race)).find("18.000..24.000 - 58"), std::string::npos);
}

}  // namespace
}  // namespace mariani::app
