#include "app/measure/timing_log.hpp"

#include "app/files/table_file.hpp"
#include "compute/model/text.hpp"
#include "tests/files/sandbox.hpp"
#include "tests/measure/fake_stats.hpp"

#include <csignal>
#include <sstream>
#include <sys/resource.h>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

const std::string counted_columns =
    "time,engine,scheme,backend,device,precision,width,height,center_re,center_im,height_im,dwell,"
    "fill,shortcuts,g,r,B,block,run,compute_ms,levels,regions,filled,subdivided,leaves,"
    "pixels_filled,pixels_iterated,iterations,leaf_pixels,leaf_iterations,empty_children,failed_"
    "launches,"
    "joules,pixels_per_joule,energy";
const std::string delta_columns =
    ",quality,reference_bits,reference_steps,reference_ms,table_ms,delta_steps,jumps,rebases,"
    "by_deltas,by_double_double,by_many_digits,by_theorem,not_proven,insertion";
const std::string no_deltas(13, ',');  // one for each of them
const std::string inserted = ",region";
const std::string bench_columns = counted_columns + ",launches,julia" + delta_columns;
const std::string window_columns =
    counted_columns + ",upload_ms,draw_ms,frame_ms,display,launches,julia" + delta_columns;

TimingRow sample_row() {
    TimingRow row;
    row.time = std::chrono::sys_days(std::chrono::year(2026) / 1 / 31) +
               std::chrono::milliseconds(86'399'123);
    row.plan = fake_plan(EngineKind::ask, Scheme::mbr);
    row.plan.view = {{-0.1, 1.0 / 3}, 1e-5};
    row.stats = fake_stats(12.345678901234567);
    row.stats.levels[1].olt_entries = 39;
    row.stats.levels[1].olt_bytes = 156;
    row.stats.device = "AMD \"EPYC\", 2 threads";
    row.run = 9;
    row.energy = FrameEnergy{0.128, 0.52, 20, 21, "NVML", ""};
    row.display = {0.75, 0.375, 13.5, DisplayPath::Kind::staged};
    return row;
}

std::string line_of(const std::string& text, int number) {
    std::istringstream lines(text);
    std::string line;
    for (int i = 0; i <= number; ++i) std::getline(lines, line);
    return line;
}

class TimingLogTest : public Sandbox {
  protected:
    const fs::path csv = folder / "log.csv";
    const fs::path json = folder / "log.json";
};

TEST_F(TimingLogTest, CsvHasTheContractsColumns) {
    BenchLog log(csv, TimingLogFormat::csv);
    log.write(sample_row());
    log.write(sample_row());
    log.commit();
    const auto text = text_of(csv);
    EXPECT_EQ(line_of(text, 0), bench_columns);
    EXPECT_EQ(line_of(text, 1),
              "2026-01-31T23:59:59.123Z,ask,mbr,cpu,\"AMD \"\"EPYC\"\", 2 threads\",f32,36,30,"
              "-0.1,0.3333333333333333,1e-05,1000,safe,off,5,3,7,32x8,9,12.345678901234567,2,"
              "55,31,13,11,420,660,8200,510,7200,6,6,0.128,8437.5,\"NVML, 21 steps in 0.5 s\",17," +
                  no_deltas + inserted);
    EXPECT_EQ(line_of(text, 2), line_of(text, 1));
}

TEST_F(TimingLogTest, SaysWhyThereIsNoEnergy) {
    BenchLog log(csv, TimingLogFormat::csv);
    auto row = sample_row();
    row.energy->unknown = "there is no counter";
    log.write(row);
    row.energy.reset();
    log.write(row);
    log.commit();
    EXPECT_TRUE(
        line_of(text_of(csv), 1).ends_with(",6,,,there is no counter,17," + no_deltas + inserted));
    EXPECT_TRUE(line_of(text_of(csv), 2).ends_with(",6,,,,17," + no_deltas + inserted));
}

TEST_F(TimingLogTest, AColumnIsTheCOfAJuliaSet) {
    auto row = sample_row();
    row.plan.view.julia = PlanePoint{-0.8, 1.0 / 3};
    BenchLog log(csv, TimingLogFormat::csv);
    log.write(row);
    log.commit();
    EXPECT_TRUE(line_of(text_of(csv), 1)
                    .ends_with(",17,\"-0.8,0.3333333333333333\"" + no_deltas + inserted));
}

TEST_F(TimingLogTest, DeepFramesTellHowTheyWereProven) {
    auto row = sample_row();
    row.plan.quality = Quality::proven;
    DeltaStats deltas;
    deltas.reference_bits = 508;
    deltas.reference_steps = 1400;
    deltas.reference_ms = 12.5;
    deltas.table_ms = 0.25;
    deltas.work = {9000, 800, 70};
    deltas.pixels = {1000, 60, 3, 40, 15, 2};
    row.stats.deltas = deltas;
    BenchLog log(csv, TimingLogFormat::csv);
    log.write(row);
    log.commit();
    EXPECT_TRUE(
        line_of(text_of(csv), 1)
            .ends_with(",17,,proven,508,1400,12.5,0.25,9000,800,70,1000,60,3,40,17" + inserted));
}

TEST_F(TimingLogTest, TheWindowAddsItsTimes) {
    RowLog log(csv, TimingLogFormat::csv);
    log.write(window_row(sample_row(), log.format()));
    EXPECT_EQ(line_of(text_of(csv), 0), window_columns);
    EXPECT_TRUE(
        line_of(text_of(csv), 1)
            .ends_with(",6,0.128,8437.5,\"NVML, 21 steps in 0.5 s\",0.75,0.375,13.5,staged,17," +
                       no_deltas + inserted));
}

TEST_F(TimingLogTest, JsonIsWholeAfterEveryRow) {
    RowLog log(json, TimingLogFormat::json);
    for (std::size_t row = 1; row <= 3; ++row) {
        log.write(window_row(sample_row(), log.format()));
        const auto rows = Json::parse(text_of(json));
        ASSERT_EQ(rows.size(), row);
        std::string names;
        for (const auto& [name, value] : rows.back().items())
            names += (names.empty() ? "" : ",") + name;
        EXPECT_EQ(names, window_columns);
        EXPECT_EQ(
            rows.back()["levels"].dump(),
            R"([{"level":0,"side":160.0,"regions":16,"filled":4,"subdivided":10,"leaves":2,)"
            R"("pixels_filled":100,"pixels_iterated":250,"iterations":3000,)"
            R"("leaf_pixels":149,"leaf_iterations":2500,"empty_children":1,)"
            R"("P":0.625,"ms":1.5,"olt_entries":0,"olt_bytes":0},{"level":1,"side":80.0,"regions":39,"filled":27,)"
            R"("subdivided":3,"leaves":9,"pixels_filled":320,"pixels_iterated":410,)"
            R"("iterations":5200,"leaf_pixels":361,"leaf_iterations":4700,)"
            R"("empty_children":5,"P":0.07692307692307693,"ms":2.75,"olt_entries":39,"olt_bytes":156}])");
        EXPECT_EQ(parse_coordinate(rows.back()["center_im"].get<std::string>()),
                  Coordinate(1.0 / 3));
    }
}

// Both forms of a row have the same values.
TEST_F(TimingLogTest, JsonHasTheValuesOfCsv) {
    const TimingRow row = sample_row();
    RowLog(csv, TimingLogFormat::csv).write(window_row(row, TimingLogFormat::csv));
    RowLog(json, TimingLogFormat::json).write(window_row(row, TimingLogFormat::json));
    auto written = Json::parse(text_of(json)).front();
    std::string values;
    written.erase("levels");
    for (const auto& [name, value] : written.items()) {
        values += values.empty() ? "" : ",";
        if (!value.is_null())
            values += value.is_string() ? csv_field(value.get<std::string>()) : value.dump();
    }
    auto line = line_of(text_of(csv), 1);
    line.replace(line.find(",2,55,"), 3, ",");  // the number of levels, which is a list in JSON
    EXPECT_EQ(values, line);
}

TEST_F(TimingLogTest, ABenchsAppearsWholeOrNotAtAll) {
    put(csv, "an old log");
    {
        BenchLog log(csv, TimingLogFormat::csv);
        log.write(sample_row());
    }
    EXPECT_EQ(text_of(csv), "an old log");
    BenchLog log(csv, TimingLogFormat::csv);
    log.write(sample_row());
    EXPECT_EQ(text_of(csv), "an old log");
    log.commit();
    EXPECT_EQ(line_of(text_of(csv), 0), bench_columns);
    EXPECT_EQ(names_in(folder).size(), 1u);
}

TEST_F(TimingLogTest, ABenchsJsonIsAnArray) {
    BenchLog log(json, TimingLogFormat::json);
    log.write(sample_row());
    log.write(sample_row());
    log.commit();
    const auto rows = Json::parse(text_of(json));
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[1], rows[0]);
}

TEST_F(TimingLogTest, AWindowsReplacesNoFile) {
    put(csv, "somebody's");
    EXPECT_SAYS(error_of([&] { RowLog log(csv, TimingLogFormat::csv); }),
                "there is a file " + csv.string() + " already");
    EXPECT_EQ(text_of(csv), "somebody's");
}

TEST_F(TimingLogTest, WithoutARowLeavesNoFile) {
    { RowLog log(csv, TimingLogFormat::csv); }
    { BenchLog log(json, TimingLogFormat::json); }
    EXPECT_TRUE(names_in(folder).empty());
}

TEST_F(TimingLogTest, TellsWhenItCannotBeWritten) {
    EXPECT_SAYS(error_of([&] { RowLog log(folder / "no" / "log.csv", TimingLogFormat::csv); }),
                "there is no folder");
    EXPECT_SAYS(error_of([] { timing_log_format("log.txt"); }), ".csv or .json");
}

// A full disk ends the log at the end of a row.
TEST_F(TimingLogTest, StaysWholeOnAFullDisk) {
    std::signal(SIGXFSZ, SIG_IGN);
    for (const auto& [path, format] :
         {std::pair{csv, TimingLogFormat::csv}, std::pair{json, TimingLogFormat::json}}) {
        rlimit old{};
        getrlimit(RLIMIT_FSIZE, &old);
        RowLog log(path, format);
        const rlimit limit{2500, old.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
        std::string error;
        for (int i = 0; i < 100 && error.empty(); ++i)
            error = error_of([&] { log.write(window_row(sample_row(), format)); });
        setrlimit(RLIMIT_FSIZE, &old);
        EXPECT_SAYS(error, "has stopped");
        ASSERT_GT(log.rows(), 0);
        const auto text = text_of(path);
        ASSERT_TRUE(text.ends_with('\n'));
        if (format == TimingLogFormat::json)
            EXPECT_EQ(static_cast<std::int64_t>(Json::parse(text).size()), log.rows());
        else
            EXPECT_EQ(std::ranges::count(text, '\n'), log.rows() + 1);
        log.write(window_row(sample_row(), log.format()));  // once there is room, it continues
        EXPECT_EQ(text_of(path).find('\0'), std::string::npos);
        if (format == TimingLogFormat::json) {
            EXPECT_EQ(static_cast<std::int64_t>(Json::parse(text_of(path)).size()), log.rows());
        }
    }
}

TEST(IsoTime, IsUtcWithMilliseconds) {
    EXPECT_EQ(iso_time(std::chrono::system_clock::time_point{}), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(iso_time(std::chrono::sys_days(std::chrono::year(2024) / 2 / 29) +
                       std::chrono::microseconds(1'999)),
              "2024-02-29T00:00:00.001Z");
}

}  // namespace
}  // namespace mariani::app
