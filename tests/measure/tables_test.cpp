// Tables as files, with fake figures: each column has its own.
#include "app/measure/frame_check.hpp"
#include "app/measure/race.hpp"
#include "app/measure/suite.hpp"
#include "app/measure/sweep_csv.hpp"
#include "tests/files/sandbox.hpp"
#include "tests/measure/fake_stats.hpp"

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using TablesTest = Sandbox;
using Json = nlohmann::ordered_json;

RaceLane lane(const std::string& racer, std::vector<double> ms) {
    RaceLane lane;
    lane.racer = parse_racer(racer);
    lane.plan = fake_plan(lane.racer.engine, lane.racer.scheme);
    lane.stats = lane.racer.engine == EngineKind::ex ? fake_ex_stats(1) : fake_stats(1);
    lane.ms = std::move(ms);
    return lane;
}

TEST_F(TablesTest, ARaceHasARowForEachRacer) {
    Race race;
    race.plan.request = fake_request(std::nullopt, Scheme::sbr);
    race.plan.request.precision = Precision::f64;
    race.plan.seed = 42;
    race.lanes = {lane("ask-mbr,g=8,r=4,B=2,block=64x2", {5, 40, 30}), lane("ex", {60, 45, 61, 62}),
                  lane("dp,g=6,r=9,B=11,backend=cuda", {})};
    race.lanes[0].energy = FrameEnergy{0.25, 0.5, 20, 25, "RAPL", ""};
    race.lanes[1].energy = FrameEnergy{};
    race.lanes[1].energy->unknown = "no counter, none";
    race.lanes[2].stats = {};
    race.lanes[2].failure = "there is no GPU, none";
    write_race_csv(folder / "race.csv", race);
    const std::string view = "36,30,-0.75,0.125,0.0625,1000,safe,off,";
    EXPECT_EQ(text_of(folder / "race.csv"),
              "rank,engine,scheme,backend,device,precision,width,height,center_re,center_im,"
              "height_im,dwell,fill,shortcuts,g,r,B,block,seed,runs,ms_median,ms_min,ms_max,"
              "speedup,regions,pixels_filled,iterations,joules,pixels_per_joule,energy,runs_ms,"
              "refusal,insertion\n"
              "1,ask,mbr,cpu,\"a processor, 3 threads\",f32," +
                  view +
                  "8,4,2,64x2,42,3,30,5,40,2.0166666666666666,55,420,8200,0.25,4320,\"RAPL, 25 "
                  "steps in 0.5 s\",5 40 "
                  "30,,region\n"
                  "2,ex,sbr,cpu,\"a processor, 3 threads\",f32," +
                  view +
                  "4,2,16,16x16,42,4,60.5,45,62,1,1,0,24600,,,\"no counter, none\",60 45 61 62,,\n"
                  ",dp,sbr,cuda,,f64," +
                  view + "6,9,11,16x16,42,0,,,,,,,,,,,,\"there is no GPU, none\",\n");
}

TEST_F(TablesTest, ASweepHasARowForEachCellAndReadsItBack) {
    const SweepSubject subject{fake_request(EngineKind::dp, Scheme::mbr),
                               fake_plan(EngineKind::dp, Scheme::mbr),
                               "a processor, 3 threads",
                               {1, 2, 3},
                               {}};
    const SweepRow row{{{8, 4, 2}, {64, 3}}, 5, {6.5, 10, 13.25}, 24, 71, 720, 7300};
    { SweepCsv(folder / "sweep.csv", subject).append(row); }
    EXPECT_EQ(text_of(folder / "sweep.csv"),
              "device,engine,scheme,backend,precision,width,height,center_re,center_im,height_im,"
              "dwell,fill,shortcuts,g,r,B,block,runs,ms_median,ms_min,ms_max,ex_ms,speedup,regions,"
              "pixels_filled,iterations\n"
              "\"a processor, 3 threads\",dp,mbr,cpu,f32,36,30,-0.75,0.125,0.0625,1000,safe,off,8,"
              "4,2,64x3,5,10,6.5,13.25,24,2.4,71,720,7300\n");
    const auto rows = SweepCsv(folder / "sweep.csv", subject).rows();
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].cell, row.cell);
    EXPECT_EQ(rows[0].runs, 5);
    EXPECT_EQ(rows[0].ms, row.ms);
    EXPECT_EQ(rows[0].ex_ms, 24);
    EXPECT_EQ(rows[0].regions, 71);
    EXPECT_EQ(rows[0].pixels_filled, 720);
    EXPECT_EQ(rows[0].iterations, 7300);
}

TEST_F(TablesTest, ACheckHasARowForEachWrongPixel) {
    const Region filled{{8, 4, 6, 5}, 1000, 1000, 77, 3, Outcome::filled};
    const Region leaf{{1, 2, 9, 3}, 10, 20, 30, 2, Outcome::leaf};
    write_check_csv(folder / "wrong.csv",
                    {{11, 7, 1000, 940, filled}, {2, 5, 17, 18, leaf}, {35, 29, 21, 22, {}}});
    EXPECT_EQ(text_of(folder / "wrong.csv"),
              "x,y,shown,right,level,outcome,region_x,region_y,region_width,region_height\n"
              "11,7,1000,940,3,filled,8,4,6,5\n"
              "2,5,17,18,2,leaf,1,2,9,3\n"
              "35,29,21,22,,,,,,\n");
}

SuiteRow suite_row() {
    SuiteRow row;
    row.asked.view = "paper";
    row.asked.request = fake_request(std::nullopt, Scheme::sbr);
    row.asked.request.precision = Precision::f64;
    row.asked.published_ms = 77.5;
    row.asked.target_ms = 1;
    row.target_ms = 20;
    row.plan = fake_plan(EngineKind::ask, Scheme::wpr);
    row.runs = fake_runs(EngineKind::ask, {12, 26, 16});
    row.memset_ms = 6.5;
    row.iterations_ms = 6.25;
    return row;
}

const char* const suite_fields =
    R"({"view":"paper","precision":"f64","width":36,"height":30,"center_re":"-0.75",)"
    R"("center_im":"0.125","height_im":"0.0625","dwell":1000,"fill":"safe","shortcuts":"off","asked":"auto",)"
    R"("published_ms":77.5,"target_ms":20.0,)";

TEST_F(TablesTest, TheSuiteHasItsPeaksAndARowForEachCase) {
    SuiteReport report{Backend::cuda, "a device", 8, 3, {3.25e12, 41e9, 20.5e9}, {}};
    report.rows = {suite_row(), suite_row(), suite_row()};
    report.rows[1].runs[2].compute_ms = 60;  // a median of 26
    report.rows[2].skipped = "too large";
    write_suite(folder / "suite.json", report);
    Json json = Json::parse(text_of(folder / "suite.json"));
    EXPECT_EQ(json["rows"][0].dump(),
              std::string(suite_fields) +
                  R"("engine":"ask","scheme":"wpr","backend":"cpu","g":5,"r":3,"B":7,)"
                  R"("block":"32x8","median_ms":16.0,)"
                  R"("least_ms":12.0,"most_ms":26.0,"percentile_99_ms":26.0,"memset_ms":6.5,)"
                  R"("iterations_ms":6.25,"floor_ms":6.5,"times_floor":2.4615384615384617,)"
                  R"("regions":55,"filled":31,"subdivided":13,"leaves":11,"pixels_filled":420,)"
                  R"("pixels_iterated":660,"iterations":8200,"leaf_pixels":510,)"
                  R"("leaf_iterations":7200,"empty_children":6,"launches":17,)"
                  R"("runs_ms":[12.0,26.0,16.0],"reached":true})");
    EXPECT_EQ(json["rows"][1]["percentile_99_ms"], 60);
    EXPECT_EQ(json["rows"][1]["reached"], false);
    EXPECT_EQ(json["rows"][2].dump(), std::string(suite_fields) + R"("skipped":"too large"})");
    json.erase("rows");
    json.erase("version");
    EXPECT_EQ(json.dump(),
              R"({"backend":"cuda","device":"a device","scale":8,"repeat":3,)"
              R"("memset_bytes_per_s":3250000000000.0,"fma_per_s_f32":41000000000.0,)"
              R"("fma_per_s_f64":20500000000.0,"floor":"max(memset_ms, iterations_ms), where )"
              R"(iterations_ms = 3 * iterations / fma_per_s","figures_of":"published_ms and )"
              R"(target_ms were measured on one NVIDIA H200"})");
}

}  // namespace
}  // namespace mariani::app
