// Races with a fake engine whose time is known: plan, order, statistics, refusals.
#include "app/measure/race.hpp"

#include "tests/measure/fake_stats.hpp"

#include <map>
#include <memory>
#include <new>
#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

RacePlan plan_of(std::vector<std::string> racers, int repeat = 3) {
    RacePlan plan;
    plan.request.image = {64, 48};
    plan.request.part = whole(plan.request.image);
    for (const auto& text : racers) plan.racers.push_back(parse_racer(text));
    plan.repeat = repeat;
    return plan;
}

// Ex takes 100, 101, 102 … ms, one more each time; others g ms; cuda is missing.
struct FakeEngine {
    int ex_runs = 0;
    std::vector<EngineKind> ran;

    std::optional<Frame> operator()(const FrameRequest& asked, const std::stop_token& stop) {
        const FramePlan plan = planned(asked);
        if (stop.stop_requested()) return std::nullopt;
        if (plan.backend == Backend::cuda) throw std::runtime_error("there is no GPU");
        ran.push_back(plan.engine);
        Frame frame;
        frame.plan = plan;
        frame.stats.levels.resize(1);
        frame.stats.compute_ms =
            plan.engine == EngineKind::ex ? 100 + ex_runs++ : plan.subdivision.g;
        return frame;
    }
};

Race raced(const RacePlan& plan, FakeEngine& engine) {
    Race last;
    const auto portray = [](const Frame&) {
        return LanePictures{render::Image({4, 3}, render::PixelFormat::rgb)};
    };
    EXPECT_TRUE(run_race(plan, portray, std::ref(engine), {}, [&](const Race& race) {
        EXPECT_GE(progress_of(race), last.lanes.empty() ? 0 : progress_of(last));
        last = race;
    }));
    EXPECT_EQ(progress_of(last), 1);
    return last;
}

TEST(RacerTest, ReadsWhatIsToldAndKeepsTheRest) {
    Racer otherwise;
    otherwise.subdivision = {8, 4, 32};
    otherwise.backend = Backend::cpu;
    const Racer racer = parse_racer("dp-mbr,B=64,block=32x8,device=1,insertion=scan", otherwise);
    EXPECT_EQ(racer.engine, EngineKind::dp);
    EXPECT_EQ(racer.scheme, Scheme::mbr);
    EXPECT_EQ(racer.subdivision, (SubdivisionParams{8, 4, 64}));
    EXPECT_EQ(racer.block, (BlockSize{32, 8}));
    EXPECT_EQ(racer.backend, Backend::cpu);
    EXPECT_EQ(racer.device, 1);
    EXPECT_EQ(racer.insertion, Insertion::prefix_sum);
    EXPECT_EQ(parse_racer(racer_text(racer)), racer);
    EXPECT_EQ(title_of(racer), "DP-MBR {8, 4, 64} 32x8 prefix sum");
    EXPECT_EQ(title_of(parse_racer("ex")), "Ex");
}

TEST(RacerTest, RefusesWithWhatIsAllowed) {
    const std::map<std::string, std::string> wrong{
        {"", "it must be one of ex, dp, ask"},
        {"auto", "it must be one of ex, dp, ask"},
        {"exhaustive", "it must be one of ex, dp, ask"},
        {"ask-", "one of sbr, mbr"},
        {"ex-sbr", "Ex has no scheme"},
        {"ask,g=0", "g must be a whole number from 1 to 32768"},
        {"ask,B=1.5", "B must be a whole number"},
        {"ask,r", "r must be a whole number from 2"},
        {"ask,block=16", "block must be WxH"},
        {"ask,block=64x64", "1024"},
        {"ask,backend=gpu", "backend must be one of auto, cuda, cpu"},
        {"ask,insertion=sum", "insertion must be one of region, child, scan"},
        {"ask,q=3", "g=, r=, B=, block=, backend=, device= and insertion="},
        {"ask,,g=3", "g=, r=, B=, block=, backend=, device= and insertion="}};
    for (const auto& [text, part] : wrong) {
        try {
            parse_racer(text);
            ADD_FAILURE() << text << " is taken";
        } catch (const std::invalid_argument& error) {
            EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
        }
    }
}

TEST(RaceTest, RanksByTheMedianOfTheMeasuredRuns) {
    FakeEngine engine;
    const Race race = raced(plan_of({"ex", "ask,g=20", "dp,g=5"}), engine);
    EXPECT_EQ(ranking(race), (std::vector<std::size_t>{2, 1, 0}));
    // The first two runs, for the picture and the warm-up, do not count.
    EXPECT_EQ(race.lanes[0].ms, (std::vector<double>{102, 103, 104}));
    EXPECT_EQ(race.lanes[0].spread(), (Spread{102, 103, 104}));
    EXPECT_EQ(race.lanes[2].spread(), (Spread{5, 5, 5}));
    EXPECT_EQ(ex_median(race), 103);
    for (const RaceLane& lane : race.lanes) EXPECT_TRUE(lane.picture);
    EXPECT_EQ(engine.ran.size(), 15u);
}

// By the least, the first, the mean or the greatest times the order would be different.
TEST(RaceTest, RanksByNothingButTheMedian) {
    Race race;
    race.lanes.resize(4);
    race.lanes[0].ms = {3, 40, 35};     // a median of 35
    race.lanes[1].ms = {20, 25, 21};    // 21
    race.lanes[2].ms = {31, 9, 30};     // 30
    race.lanes[3].ms = {10, 11, 1000};  // 11
    race.lanes[1].racer.engine = race.lanes[2].racer.engine = EngineKind::ex;
    EXPECT_EQ(ranking(race), (std::vector<std::size_t>{3, 1, 2, 0}));
    EXPECT_EQ(ex_median(race), 21) << "that of the faster one";
}

TEST(RaceTest, OneThatCannotRunIsToldAndTheOthersGoOn) {
    FakeEngine engine;
    const Race race = raced(plan_of({"ex", "ask,backend=cuda", "dp,g=5"}), engine);
    EXPECT_EQ(ranking(race), (std::vector<std::size_t>{2, 0}));
    EXPECT_EQ(race.lanes[1].failure, "there is no GPU");
    EXPECT_FALSE(race.lanes[1].picture);
    EXPECT_EQ(lane_title(race.lanes[1]), "ASK-SBR {4, 2, 16}, cuda");
    EXPECT_TRUE(lane_title(race.lanes[2]).ends_with(", cpu")) << "where it ran, unasked";
}

TEST(RaceTest, OneThatFailsHalfwayLosesItsTimes) {
    int runs = 0;
    const RunEngine run = [&](const FrameRequest& asked, const std::stop_token&) {
        const FramePlan plan = planned(asked);
        Frame frame;
        frame.plan = plan;
        if (plan.engine == EngineKind::dp && ++runs == 4)
            frame.stats.backend_failure = "the device is lost";
        if (plan.engine == EngineKind::ask && runs > 2) throw std::bad_alloc();
        return std::optional(frame);
    };
    Race last;
    EXPECT_TRUE(run_race(
        plan_of({"ex", "dp", "ask"}, 5),
        [](const Frame&) {
            return LanePictures{render::Image({1, 1}, render::PixelFormat::rgb)};
        },
        run, {}, [&](const Race& race) { last = race; }));
    EXPECT_EQ(ranking(last), (std::vector<std::size_t>{0}));
    EXPECT_EQ(last.lanes[1].failure, "the GPU failed: the device is lost");
    EXPECT_EQ(last.lanes[2].failure.find("not enough memory"), 0u);
    EXPECT_EQ(progress_of(last), 1);
}

TEST(RaceTest, IsNoRaceWhereNoneRuns) {
    FakeEngine engine;
    try {
        raced(plan_of({"ask,backend=cuda", "dp,backend=cuda"}), engine);
        ADD_FAILURE();
    } catch (const std::runtime_error& error) {
        EXPECT_EQ(std::string(error.what()),
                  "none of the engines can run here: ASK-SBR {4, 2, 16}: there is no GPU; "
                  "DP-SBR {4, 2, 16}: there is no GPU");
    }
}

TEST(RaceTest, RefusesAPlanWithAReason) {
    EXPECT_EQ(why_invalid(plan_of({"ex"})), "1 engine is not a race: name 2 to 6 engines");
    EXPECT_EQ(why_invalid(plan_of(std::vector<std::string>(7, "ex"))),
              "7 engines are not a race: name 2 to 6 engines");
    EXPECT_FALSE(why_invalid(plan_of(std::vector<std::string>(6, "ex"))));
    EXPECT_TRUE(why_invalid(plan_of({"ex", "ask"}, 0))->starts_with("the number of runs is 0"));
    auto plan = plan_of({"ex", "ask"});
    plan.racers[1].subdivision.r = 1;
    EXPECT_TRUE(why_invalid(plan)->starts_with("r is 1"));
    EXPECT_THROW(run_race(plan, {}, {}, {}, [](const Race&) {}), std::invalid_argument);
}

class Rising final : public energy::Counter {
  public:
    double joules() override { return ++joules_; }
    std::string name() const override { return "made up"; }

  private:
    double joules_ = 0;
};

TEST(RaceTest, MeasuresTheEnergyOfThoseThatRun) {
    FakeEngine engine;
    auto plan = plan_of({"ex", "ask,backend=cuda", "dp,g=5"});
    plan.energy = true;
    Race last;
    const OpenCounter open = [](const FramePlan& computed) {
        if (computed.engine == EngineKind::ex)
            return energy::CounterOrReason{nullptr, "there is no counter"};
        return energy::CounterOrReason{std::make_unique<Rising>(), ""};
    };
    EXPECT_TRUE(run_race(
        plan,
        [](const Frame&) {
            return LanePictures{render::Image({1, 1}, render::PixelFormat::rgb)};
        },
        std::ref(engine), {}, [&](const Race& race) { last = race; }, open));
    EXPECT_EQ(progress_of(last), 1);
    ASSERT_TRUE(last.lanes[0].energy);
    EXPECT_EQ(last.lanes[0].energy->unknown, "there is no counter");
    EXPECT_FALSE(last.lanes[1].energy);
    ASSERT_TRUE(last.lanes[2].energy);
    EXPECT_TRUE(last.lanes[2].energy->known());
    EXPECT_GT(last.lanes[2].energy->joules, 0);
    EXPECT_EQ(last.lanes[2].spread(), (Spread{5, 5, 5}));  // those runs are not timed
}

// The order of the work is only known of frames that count it, which takes time: never of those
// that are measured.
TEST(RaceTest, CountsTheWorkOfThePicturesAloneAndOnlyIfTheirGrowthIsWanted) {
    for (const bool growth : {false, true}) {
        RacePlan plan = plan_of({"ex", "ask"});
        plan.growth = growth;
        FakeEngine engine;
        int counted = 0;
        const auto run = [&](const FrameRequest& asked, const std::stop_token& stop) {
            counted += asked.count_work ? 1 : 0;
            EXPECT_LE(asked.count_work, asked.keep_regions);
            return engine(asked, stop);
        };
        const auto kept = std::make_shared<const render::GrowingPicture>();
        const auto portray = [&](const Frame& frame) {
            EXPECT_EQ(frame.plan.count_work, growth);
            return LanePictures{render::Image({1, 1}, render::PixelFormat::rgb),
                                growth ? kept : nullptr};
        };
        Race last;
        EXPECT_TRUE(run_race(plan, portray, run, {}, [&](const Race& race) { last = race; }));
        EXPECT_EQ(counted, growth ? 2 : 0);
        for (const RaceLane& lane : last.lanes) EXPECT_EQ(lane.growth == kept, growth);
    }
}

TEST(RaceTest, StopsAtOnce) {
    std::stop_source source;
    FakeEngine engine;
    int seen = 0;
    EXPECT_FALSE(run_race(
        plan_of({"ex", "ask"}),
        [](const Frame&) {
            return LanePictures{render::Image({1, 1}, render::PixelFormat::rgb)};
        },
        std::ref(engine), source.get_token(),
        [&](const Race& race) {
            if (++seen == 4) source.request_stop();
            EXPECT_LE(race.lanes[0].ms.size(), 1u);
        }));
    EXPECT_EQ(seen, 4);
}

}  // namespace
}  // namespace mariani::app
