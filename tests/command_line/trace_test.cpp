// Traces of recorded runs, as the program itself writes them.
#include "tests/command_line/program.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using nlohmann::json;

class TraceTest : public ProgramTest {
  protected:
    // The events of the file that such a command writes, by their phase.
    std::map<std::string, std::vector<json>> events_of(const std::string& command) const {
        const Outcome outcome = run("render " + command + " -o a.png --trace-json a.json");
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        std::map<std::string, std::vector<json>> events;
        const json trace = json::parse(text_of(folder / "a.json"));
        for (const json& event : trace.at("traceEvents")) events[event.at("ph")].push_back(event);
        for (const json& bar : events["X"]) EXPECT_GE(bar.at("dur"), 0);
        return events;
    }

    // Every row of regions-out: level, x, y and outcome.
    using Row = std::tuple<std::string, std::string, std::string, std::string>;
    std::multiset<Row> regions() const {
        std::multiset<Row> rows;
        const auto lines = lines_of(text_of(folder / "r.csv"));
        for (std::size_t i = 1; i < lines.size(); ++i) {
            std::vector<std::string> cells{""};
            for (const char c : lines[i])
                if (c == ',')
                    cells.emplace_back();
                else
                    cells.back() += c;
            rows.emplace(cells.at(0), cells.at(1), cells.at(2), cells.at(5));
        }
        return rows;
    }
    static std::multiset<Row> borders(const std::vector<json>& bars) {
        std::multiset<Row> rows;
        for (const json& bar : bars) {
            const std::string name = bar.at("name");
            const auto end = name.find(" border");
            if (end == std::string::npos) continue;
            const json& told = bar.at("args");
            rows.emplace(told.at("level").dump(), told.at("x").dump(), told.at("y").dump(),
                         name.substr(0, end));
        }
        return rows;
    }
};

const std::string set = "--view paper --size 160x120 --dwell 200 --backend cpu --threads 2 -B 8 ";

TEST_F(TraceTest, OfDpHasABarForEachRegionAndAnArrowToEachChild) {
    const auto events = events_of(set + "--engine dp --regions-out r.csv");
    const auto all = regions();
    EXPECT_EQ(borders(events.at("X")), all);
    const auto children =
        std::ranges::count_if(all, [](const Row& row) { return get<0>(row) != "0"; });
    EXPECT_GT(children, 0);
    EXPECT_EQ(std::ssize(events.at("s")), children);
    EXPECT_EQ(std::ssize(events.at("f")), children);
    EXPECT_EQ(std::ranges::count_if(
                  events.at("M"),
                  [](const json& event) { return event["args"]["name"] == "DP-SBR on CPU"; }),
              1);
}

TEST_F(TraceTest, OfAskHasALaunchForEachLevelAndNoArrows) {
    const auto events = events_of(set + "--engine ask --scheme mbr --regions-out r.csv");
    const auto all = regions();
    EXPECT_EQ(borders(events.at("X")), all);
    EXPECT_EQ(std::to_string(std::ssize(events.at("i")) - 1), get<0>(*all.rbegin()));
    EXPECT_FALSE(events.contains("s"));
}

TEST_F(TraceTest, OfTheAutomaticEngineIsOfARunThatFillsSquares) {
    EXPECT_FALSE(borders(events_of(set).at("X")).empty());
}

TEST_F(TraceTest, OfATriangleHasABarForEachBlock) {
    const auto events = events_of("--workload triangle --map bb --n 256 --rho 32 --backend cpu");
    std::set<int> blocks;
    for (const json& bar : events.at("X")) blocks.insert(bar["args"]["block"].get<int>());
    EXPECT_EQ(blocks.size(), 64U) << "8 x 8 of them, each once";
    EXPECT_EQ(events.at("X").size(), 64U);
}

TEST_F(TraceTest, OfCurvesHasABarForEachLine) {
    const auto events = events_of("--workload curves --lines 50 --engine dp --backend cpu");
    EXPECT_EQ(events.at("X").size(), 50U);
}

TEST_F(TraceTest, OfPointsHasARowForEachThread) {
    const auto events =
        events_of("--workload points --points 5000 --min 16 --depth 8 --engine ask --backend cpu");
    std::map<int, double> ends;
    std::set<int> levels;
    for (const json& bar : events.at("X")) {
        double& end = ends[bar.at("tid").get<int>()];
        EXPECT_GE(bar.at("ts").get<double>() + 1e-3, end) << "after the piece before, in its row";
        end = bar.at("ts").get<double>() + bar.at("dur").get<double>();
        levels.insert(bar["args"]["level"].get<int>());
    }
    ASSERT_GT(levels.size(), 2U);
    EXPECT_EQ(*levels.begin(), 0);
    EXPECT_EQ(*levels.rbegin(), static_cast<int>(levels.size()) - 1) << "none is missing";
}

TEST_F(TraceTest, OfAGasketHasABarForEachBlockOfTheNextStep) {
    const auto events =
        events_of("--workload gasket --r 6 --rho 8 --engine bb --steps 2 --backend cpu");
    EXPECT_EQ(events.at("X").size(), 64U) << "a box of 64 x 64 in squares of 8 x 8";
}

TEST_F(TraceTest, WhatHasNoneIsRefusedBeforeAnythingIsWritten) {
    const auto refused = [&](const std::string& command, const std::string& why,
                             const std::string& file = "a.json") {
        expect_one_line(run("render -o a.png --trace-json " + file + " " + command), 2, why);
        EXPECT_TRUE(files().empty());
    };
    refused(
        "--center -0.74999999999999999999999,0.10000000000000000000001 --height 1e-20 --size 32x32",
        "deep zoom records no times of regions");
    refused("--view paper --size 5000x5000", "--trace-json works for pictures of up to 4096x4096");
    refused("--view paper --size 32x32", ".json", "a.csv");

    refused("--workload volume --n 16", "there is no option --trace-json");
    refused("--workload points --engine karras", "all levels at once");
    refused("--workload triangle --n 8192", "nothing is recorded");
    refused("--workload gasket --r 13 --engine bb --steps 1 --backend cpu",
            "choose a smaller level r");
}

}  // namespace
}  // namespace mariani::app
