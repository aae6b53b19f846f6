#include "app/measure/spread.hpp"
#include "compute/service/engine_registry.hpp"
#include "tests/command_line/program.hpp"
#include "tests/command_line/squeezed.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using BenchTest = ProgramTest;

const std::string bench_columns =
    "time,engine,scheme,backend,device,precision,width,height,center_re,center_im,height_im,dwell,"
    "fill,shortcuts,g,r,B,block,run,compute_ms,levels,regions,filled,subdivided,leaves,"
    "pixels_filled,pixels_iterated,iterations,leaf_pixels,leaf_iterations,empty_children,"
    "failed_launches,"
    "joules,pixels_per_joule,energy,launches,julia,quality,reference_bits,reference_steps,"
    "reference_ms,table_ms,delta_steps,jumps,rebases,by_deltas,by_double_double,by_many_digits,by_"
    "theorem,"
    "not_proven,insertion";

const std::string quick = "bench --view paper --size 64x64 --dwell 100 --repeat 2 ";

TEST_F(BenchTest, ShowsATableOfAllEngines) {
    const auto outcome = run(quick);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_SAYS(outcome.out, "shortcuts off");
    EXPECT_SAYS(outcome.out, "64x64");
    EXPECT_TRUE(files().empty());
}

// The printed table compared with one made from the log's runs.
TEST_F(BenchTest, ItsTableIsThatOfItsLog) {
    const auto outcome =
        run("bench --view paper --size 64x64 --dwell 100 --repeat 3 --threads 1 --backend cpu -o "
            "log.json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    std::map<std::string, std::vector<double>> ms;
    std::map<std::string, nlohmann::json> last;
    for (const auto& run : nlohmann::json::parse(text_of(folder / "log.json"))) {
        ms[run["engine"]].push_back(run["compute_ms"]);
        last[run["engine"]] = run;
    }
    for (const auto& [engine, times] : ms) ASSERT_EQ(times.size(), 3u) << engine;
    for (const auto& [engine, label] :
         {std::pair("ex", "Ex -"), std::pair("dp", "DP SBR"), std::pair("ask", "ASK SBR")}) {
        const auto& run = last.at(engine);
        const auto& times = ms.at(engine);
        const double filled = run["pixels_filled"], iterations = run["iterations"];
        const Spread spread = spread_of(times), ex = spread_of(ms.at("ex"));
        const bool noise = engine != std::string_view("ex") && !clearly_differ(spread, ex);
        EXPECT_SAYS(
            squeezed(outcome.out),
            fmt::format("\n{} {:.3f} {:.3f}..{:.3f} {:.2f}{} {} {:.2f} {} {:.3f} ", label,
                        spread.median, spread.min, spread.max, ex.median / spread.median,
                        noise ? "~" : "", run["regions"].get<int>(), 100 * filled / (64 * 64),
                        iterations, iterations / spread.median * 1e-6));
    }
}

TEST_F(BenchTest, EachRowHasTheEnergyOfAFrameOrTheReason) {
    const auto outcome = run(quick + "--engine ex,ask --backend cpu --energy -o log.json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "\nenergy Ex     -      ");
    EXPECT_SAYS(outcome.out, "\nenergy ASK    SBR    ");
    const auto log = nlohmann::json::parse(text_of(folder / "log.json"));
    ASSERT_EQ(log.size(), 4u);
    for (const auto& row : log) {
        EXPECT_GT(row.at("energy").get<std::string>().size(), 10u);
        EXPECT_EQ(row.at("joules").is_null(), row.at("pixels_per_joule").is_null());
    }
}

TEST_F(BenchTest, CountsWhatWasIteratedForWhat) {
    const auto lines = lines_of(run(quick + "--engine ex,ask --scheme mbr").out);
    const auto work =
        std::ranges::find_if(lines, [](const auto& line) { return line.starts_with("work "); });
    ASSERT_NE(work, lines.end());
    ASSERT_EQ(lines.end() - work, 3);
    for (auto line = work + 1; line != lines.end(); ++line) {
        std::istringstream cells(*line);
        std::string engine, scheme;
        std::int64_t filled, borders, leaves, of_borders, of_leaves, launches;
        cells >> engine >> scheme >> filled >> borders >> leaves >> of_borders >> of_leaves >>
            launches;
        ASSERT_TRUE(cells) << *line;
        EXPECT_EQ(filled + borders + leaves, 64 * 64) << *line;
        EXPECT_EQ(leaves == 64 * 64, engine == "Ex") << *line;
    }
}

TEST_F(BenchTest, LeavesOutTheSchemesThatAnEngineDoesNotHave) {
    const auto outcome = run(quick + "--engine dp,ask --scheme sbr,wpr");
    EXPECT_SAYS(outcome.out, "\nDP     SBR ");
    EXPECT_SAYS(outcome.out, "\nASK    SBR ");
    EXPECT_EQ(outcome.out.find("\nDP     WPR "), std::string::npos);
    const bool gpu = !backend_unavailable(Backend::cuda);
    EXPECT_EQ(outcome.out.find("\nASK    WPR ") != std::string::npos, gpu);
    EXPECT_SAYS(run(quick + "--backend cpu --engine ask --scheme wpr").err,
                "bench: a warp per region (WPR) needs a GPU");
    EXPECT_SAYS(run(quick + "--engine dp --scheme wpr").err,
                "bench: a warp per region (WPR) is for ASK only; DP has SBR and MBR");
}

TEST_F(BenchTest, SaysThatShortcutsAreOn) {
    EXPECT_SAYS(run(quick + "--engine ask --shortcuts on").out, "shortcuts on");
}

TEST_F(BenchTest, LogsARowPerRunAsCsv) {
    const auto outcome = run(quick + "--engine ex,ask --scheme sbr,mbr -o log.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto lines = lines_of(text_of(folder / "log.csv"));
    ASSERT_EQ(lines.size(), 1u + 2 * 3);  // Ex, ASK-SBR, ASK-MBR
    EXPECT_EQ(lines[0], bench_columns);
    EXPECT_EQ(std::ranges::count_if(
                  lines,
                  [](const auto& line) { return line.find(",ask,mbr,cpu,") != std::string::npos; }),
              2);
    for (std::size_t i = 1; i < lines.size(); ++i)
        EXPECT_SAYS(lines[i], ",64,64,-0.5,0,2,100,uniform,off,4,2,16,16x16,");
}

TEST_F(BenchTest, LogsARowPerRunAsJson) {
    ASSERT_EQ(run(quick + "--engine ask -o log.json").status, 0);
    const auto rows = nlohmann::ordered_json::parse(text_of(folder / "log.json"));
    ASSERT_EQ(rows.size(), 2u);
    for (const auto& row : rows) {
        std::string names;
        for (const auto& [name, value] : row.items()) names += (names.empty() ? "" : ",") + name;
        EXPECT_EQ(names, bench_columns);
        std::int64_t regions = 0;
        for (const auto& level : row["levels"]) {
            EXPECT_EQ(level["regions"].get<int>(), level["filled"].get<int>() +
                                                       level["subdivided"].get<int>() +
                                                       level["leaves"].get<int>());
            regions += level["regions"].get<std::int64_t>();
        }
        EXPECT_EQ(row["regions"].get<std::int64_t>(), regions);
        EXPECT_EQ(row["pixels_filled"].get<int>() + row["pixels_iterated"].get<int>(), 64 * 64);
    }
    EXPECT_EQ(rows[0]["run"], 1);
    EXPECT_EQ(rows[1]["run"], 2);
}

TEST_F(BenchTest, AnOldLogStaysWhereTheNewOneCannotBeWritten) {
    for (const std::string name : {"log.csv", "log.json"}) {
        put(folder / name, "an old log");
        const auto outcome = run_in_shell("ulimit -f 1; \"$MARIANI\" " + quick + "-o " + name);
        EXPECT_EQ(outcome.status, 1);
        EXPECT_SAYS(outcome.err, "cannot write " + name);
        EXPECT_EQ(text_of(folder / name), "an old log");
    }
    EXPECT_EQ(files().size(), 2u);
}

TEST_F(BenchTest, NeverEndsWellWithoutItsLog) {
    // Longer and longer, until the file can be removed before the log exists.
    const auto in_time = [&](const fs::path& name) { return name != "log.csv"; };
    for (int repeat = 30; repeat < 1'000'000; repeat *= 4) {
        fs::remove(folder / "log.csv");  // of the round before
        const auto program = start(
            {"bench", "--size", "256x256", "--repeat", std::to_string(repeat), "-o", "log.csv"});
        wait_for_files(program);
        bool removed = false;
        for (const auto& name : files()) removed |= fs::remove(folder / name) && in_time(name);
        const auto outcome = finish(program);
        // A file that is removed before it is locked is created again.
        if (!removed || fs::exists(folder / "log.csv")) continue;
        EXPECT_EQ(outcome.status, 1);
        EXPECT_SAYS(outcome.err, "cannot write log.csv");
        return;
    }
    FAIL() << "the log was always there before its part could be removed";
}

TEST_F(BenchTest, MeasuresTheViewOfAPicture) {
    ASSERT_EQ(run("render -o a.png --center 0.3,0.01 --height 0.02 --dwell 77 --size 20x20").status,
              0);
    const auto outcome = run("bench a.png --engine ask --repeat 1 --size 32x32");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "center 0.3,0.01 height 0.02");
    EXPECT_SAYS(outcome.out, "dwell 77");
    EXPECT_SAYS(outcome.out, "shortcuts off");
}

}  // namespace
}  // namespace mariani::app
