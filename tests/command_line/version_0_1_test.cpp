// What version 0.1 wrote before settings could be automatic still opens, and means the same.
#include "app/explore/input_replay.hpp"
#include "app/files/bookmarks.hpp"
#include "app/files/picture_file.hpp"
#include "app/files/settings_file.hpp"
#include "app/measure/experiment_file.hpp"
#include "app/measure/sweep_csv.hpp"
#include "app/measure/tunings.hpp"
#include "tests/files/sandbox.hpp"

namespace mariani::app {
namespace {

constexpr const char* device = "AMD EPYC, 2 threads, AVX2";

class Version01Test : public Sandbox {
  protected:
    static fs::path file(const char* name) { return fs::path(MARIANI_VERSION_0_1) / name; }
    // Where version 0.1 kept it.
    static void install(const char* name, const fs::path& place) {
        put(place, text_of(file(name)));
    }
};

TEST_F(Version01Test, Settings) {
    install("settings.toml", settings_path());
    const auto [settings, messages, saved] = load_settings();
    EXPECT_TRUE(messages.empty());
    Settings expected;  // the scheme beside an automatic engine was never one that a user chose
    expected.view = {{-0.745, 0.113}, 0.01};
    expected.engine.dwell_limit = 2000;
    expected.engine.g = 8;
    expected.engine.r = 2;
    expected.colouring.palette = "ember";
    expected.colouring.smooth = true;
    expected.overlay.shown = true;
    expected.overlay.tint = 0.2f;
    expected.panel_shown = false;
    expected.exports.with_overlay = false;
    EXPECT_EQ(settings, expected);
}

TEST_F(Version01Test, Bookmarks) {
    install("bookmarks.toml", folder / "data" / "mariani" / "bookmarks.toml");
    const Bookmarks bookmarks;
    EXPECT_TRUE(bookmarks.messages().empty());
    const auto* mine = bookmarks.find("My place");
    ASSERT_NE(mine, nullptr);
    EXPECT_EQ(mine->view, (View{{-0.745, 0.113}, 0.01}));
    EXPECT_EQ(mine->dwell_limit, 2000u);
}

TEST_F(Version01Test, Tunings) {
    install("tunings.toml", tunings_path());
    const Tunings tunings;
    EXPECT_TRUE(tunings.messages().empty());
    ASSERT_EQ(tunings.all().size(), 1u);
    const Tuning& tuning = tunings.all().front();
    EXPECT_EQ(tuning.where.device, device);
    EXPECT_EQ(tuning.where.precision, Precision::f32);
    EXPECT_EQ(tuning.best, (SweepCell{{4, 2, 8}, {16, 16}}));
    EXPECT_EQ(tuning.speedup, 17.37989936994931);
}

TEST_F(Version01Test, Picture) {
    const auto [settings, size, notices] = read_picture(file("picture.png"));
    EXPECT_TRUE(notices.empty());
    EXPECT_EQ(size, (ImageSize{96, 64}));
    EXPECT_EQ(settings.view, (View{{-0.745, 0.113}, 0.02}));
    EXPECT_EQ(settings.engine.engine, EngineKind::ask);
    EXPECT_EQ(settings.engine.g, 8);
    EXPECT_TRUE(settings.colouring.smooth && settings.overlay.shown);
}

TEST_F(Version01Test, Recording) {
    const auto events = load_replay(file("recording.json"));
    ASSERT_EQ(events.size(), 9u);
    EXPECT_EQ(std::get<input::Set>(events[0].event.value()).field, "engine.dwell");
    const auto& run = std::get<input::Run>(events[8].event.value());
    EXPECT_EQ(std::get<command::AddBookmark>(run.command).name, "My place");
}

TEST_F(Version01Test, Experiment) {
    const Experiment experiment = read_experiment(file("experiment.json"));
    EXPECT_EQ(experiment.common.view, (View{{-0.5, 0}, 2}));
    ASSERT_EQ(experiment.cases.size(), 2u);
    ASSERT_TRUE(experiment.record);
    EXPECT_EQ(experiment.record->device, device);
    ASSERT_EQ(experiment.record->rows.size(), 2u);
    const RowResult& ask = experiment.record->rows[1];
    EXPECT_EQ(ask.row.cell, (SweepCell{{4, 2, 16}, {16, 16}}));
    EXPECT_EQ(ask.ms.median, 2.8641425);
    EXPECT_EQ(ask.iterations, 4487991);
}

TEST_F(Version01Test, SweepToResume) {
    install("sweep.csv", folder / "sweep.csv");
    SweepSubject subject;
    subject.device = device;
    FramePlan& plan = subject.plan;
    plan.view = {{-0.5, 0}, 2};
    plan.image = {256, 192};
    plan.part = whole(plan.image);
    plan.engine = EngineKind::ask;
    plan.precision = Precision::f32;
    plan.shortcuts = false;
    const SweepCsv sweep(folder / "sweep.csv", subject);
    ASSERT_EQ(sweep.rows().size(), 4u);
    EXPECT_EQ(sweep.rows()[0].cell, (SweepCell{{4, 2, 8}, {16, 16}}));
    EXPECT_EQ(sweep.rows()[0].ms.median, 0.7525585);
    EXPECT_EQ(sweep.rows()[3].regions, 292);
}

}  // namespace
}  // namespace mariani::app
