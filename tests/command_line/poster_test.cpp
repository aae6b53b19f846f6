#include "app/produce/poster.hpp"

#include "app/files/folders.hpp"
#include "app/files/picture_file.hpp"
#include "app/files/table_file.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/picture.hpp"
#include "render/picture/png.hpp"
#include "tests/engines/fake_gpu.hpp"
#include "tests/files/sandbox.hpp"

#include <map>
#include <set>
#include <sstream>
#include <thread>

namespace mariani::app {
namespace {

class PosterTest : public Sandbox {
  protected:
    PosterJob job(ImageSize size) const {
        PosterJob job;
        job.size = size;
        job.picture = folder / "p.png";
        job.dwells = folder / "d.npy";
        return job;
    }

    // What an engine makes of the whole, and its picture without lines.
    Frame whole_frame(const PosterJob& made);
    render::Image drawn(const PosterJob& made, const Frame& frame) const;
    // Makes the poster, in parts, and compares it with what an engine makes of the whole.
    void expect_as_in_one_go(PosterJob made, EngineDispatcher& engines);

    EngineDispatcher dispatcher;
    std::atomic<double> progress{0.5};
};

TEST_F(PosterTest, ComesToItsEndAndSaysWhatRan) {
    const auto result = make_poster(job({4100, 30}), dispatcher, {}, progress);
    ASSERT_TRUE(result);
    EXPECT_EQ(progress, 1.0);
    EXPECT_EQ(result->parts, 4);  // of a region of g = 4 each
    EXPECT_EQ(result->plan.precision, Precision::f32);
    EXPECT_EQ(result->stats.total().pixels_filled + result->stats.total().pixels_iterated,
              4100 * 30);
    EXPECT_EQ(result->stats.total().filled + result->stats.total().subdivided +
                  result->stats.total().leaves,
              result->stats.total().regions);
}

std::set<std::string> distinct_lines(const std::string& text) {
    std::set<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.insert(line);
    return lines;
}

// The regions that a file has, as "level outcome", and how many.
std::map<std::string, std::int64_t> regions_in(const std::string& csv) {
    std::map<std::string, std::int64_t> counts;
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        std::istringstream row(line);
        std::vector<std::string> fields;
        for (std::string field; std::getline(row, field, ',');) fields.push_back(field);
        ++counts[fields.at(0) + " " + fields.at(5)];
    }
    return counts;
}

TEST_F(PosterTest, SumsWhatAllPartsTookAndCounted) {
    tests::FakeGpu gpu;
    gpu.ms[EngineKind::ask] = 2.5;
    gpu.counts = [](EngineStats& stats) {
        stats.launches = 7;
        stats.failed_launches = 11;
        stats.full_table = 13;
        for (LevelStats& level : stats.levels) level.ms = level.level + 1;
    };
    EngineDispatcher on_gpu(gpu.options());
    auto large = job({4100, 200});
    large.settings.engine.backend = Backend::cuda;
    large.settings.engine.B = 2;
    large.regions = folder / "r.csv";
    const auto result = make_poster(large, on_gpu, {}, progress);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->stats.compute_ms, 3 * 2.5);
    EXPECT_EQ(result->stats.launches, 3 * 7);
    EXPECT_EQ(result->stats.failed_launches, 3 * 11);
    EXPECT_EQ(result->stats.full_table, 3 * 13);
    EXPECT_GT(result->total_ms, 0);
    auto counts = regions_in(text_of(folder / "r.csv"));
    ASSERT_GT(result->stats.levels.size(), 1u);
    for (std::size_t i = 0; i < result->stats.levels.size(); ++i) {
        const LevelStats& level = result->stats.levels[i];
        const auto of = [&](const std::string& outcome) {
            return counts[std::to_string(i) + " " + outcome];
        };
        EXPECT_EQ(level.level, static_cast<int>(i));
        const int parts = i == 0 ? 3 : 2;  // the last, of four columns, has one level
        EXPECT_EQ(level.ms, parts * (level.level + 1));
        EXPECT_EQ(level.filled, of("filled"));
        EXPECT_EQ(level.subdivided, of("subdivided"));
        EXPECT_EQ(level.leaves, of("leaf"));
        EXPECT_EQ(level.regions, level.filled + level.subdivided + level.leaves);
    }
}

// Coloured and overlaid band by band, it is the picture of the whole frame.
TEST_F(PosterTest, TheGridIsThatOfTheWholePicture) {
    auto made = job({90, 700});
    made.settings.overlay.shown = true;
    made.settings.engine.engine = EngineKind::ask;
    made.settings.colouring.smooth = true;
    ASSERT_TRUE(make_poster(made, dispatcher, {}, progress));
    const Frame frame = whole_frame(made);
    auto expected = drawn(made, frame);
    render::draw_overlay(expected, map_regions(*frame.regions->on_host(), made.size),
                         made.settings.overlay);
    EXPECT_EQ(render::read_png(folder / "p.png"), expected);
}

TEST_F(PosterTest, ItsColoursAreThoseOfTheWholeHoweverManyThereAre) {
    auto made = job({700, 500});
    auto& colouring = made.settings.colouring;
    for (const auto mapping :
         {render::Mapping::cyclic, render::Mapping::stretched, render::Mapping::equalised})
        for (const char* palette : {"grey", "blue-gold"})
            for (const bool smooth : {false, true}) {
                colouring.mapping = mapping;
                colouring.palette = palette;
                colouring.smooth = smooth;
                ASSERT_TRUE(make_poster(made, dispatcher, {}, progress));
                EXPECT_EQ(render::read_png(made.picture), drawn(made, whole_frame(made)))
                    << palette << ", smooth " << smooth;
            }
}

TEST_F(PosterTest, InPartsDistancesAndShadingAreThoseOfTheWhole) {
    auto made = job({4200, 60});
    made.settings.engine.engine = EngineKind::ex;
    made.settings.colouring.mapping = render::Mapping::distance;
    made.settings.colouring.shaded = true;
    const auto result = make_poster(made, dispatcher, {}, progress);
    ASSERT_TRUE(result);
    EXPECT_GT(result->parts, 2);
    const Frame frame = whole_frame(made);
    render::PaletteLibrary palettes(data_file("assets/palettes"));
    const auto& colouring = made.settings.colouring;
    const auto colours = render::frame_colours(colouring.shown, colouring, palettes,
                                               {made.settings.engine.dwell_limit, {}, 0, 60.0});
    EXPECT_TRUE(render::read_png(made.picture) ==
                render::draw_picture(frame.dwells.host<std::uint32_t>(), {}, colours,
                                     mariani::on_host(frame.exterior)));
}

TEST_F(PosterTest, APeriodicPaletteTakesAThirdOfTheBytes) {
    auto made = job({1200, 900});
    made.settings.colouring.mapping = render::Mapping::cyclic;
    ASSERT_TRUE(make_poster(made, dispatcher, {}, progress));
    const auto few = std::filesystem::file_size(made.picture);
    made.settings.colouring.mapping = render::Mapping::stretched;
    made.settings.colouring.smooth = true;
    ASSERT_TRUE(make_poster(made, dispatcher, {}, progress));
    EXPECT_LT(few * 2, std::filesystem::file_size(made.picture));
}

Frame PosterTest::whole_frame(const PosterJob& made) {
    FrameProgress unwatched;
    return *dispatcher.compute(frame_request(made.settings, made.size), {}, unwatched);
}

render::Image PosterTest::drawn(const PosterJob& made, const Frame& frame) const {
    const auto limit = made.settings.engine.dwell_limit;
    const auto dwells = frame.dwells.host<std::uint32_t>();
    render::PaletteLibrary palettes(data_file("assets/palettes"));
    const auto& colouring = made.settings.colouring;
    const render::ColourMap colours(colouring, palettes.get(colouring.palette), limit,
                                    summarise(dwells, limit));
    return render::draw_picture(dwells, frame.fractions.host<float>(), colours);
}

void PosterTest::expect_as_in_one_go(PosterJob made, EngineDispatcher& engines) {
    made.settings.overlay.shown = true;
    made.settings.engine.engine = EngineKind::ask;
    made.settings.colouring.mapping = render::Mapping::cyclic;
    made.regions = folder / "r.csv";
    const auto result = make_poster(made, engines, {}, progress);
    ASSERT_TRUE(result);
    EXPECT_GT(result->parts, 2);

    auto request = frame_request(made.settings, made.size);
    set_subdivision(request, result->plan.subdivision);
    FrameProgress unwatched;
    const auto frame = engines.compute(request, {}, unwatched);
    const auto& colouring = made.settings.colouring;
    render::PaletteLibrary palettes(data_file("assets/palettes"));
    const auto colours = render::frame_colours(colouring.shown, colouring, palettes,
                                               {made.settings.engine.dwell_limit, {}, 0});
    const auto regions = frame->regions->on_host();
    const RegionMap map = map_regions(*regions, made.size);
    auto expected = colouring.shown == render::Quantity::dwell
                        ? render::draw_picture(frame->dwells.host<std::uint32_t>(),
                                               frame->fractions.host<float>(), colours)
                        : render::draw_origins(map, 0, made.size.height, colours);
    render::draw_overlay(expected, map, made.settings.overlay);
    EXPECT_TRUE(render::read_png(made.picture) == expected);
    {
        RegionsCsv csv(folder / "whole.csv");
        csv.write(*regions);
        csv.sync();
        csv.commit();
    }
    EXPECT_TRUE(distinct_lines(text_of(*made.regions)) ==
                distinct_lines(text_of(folder / "whole.csv")));
    const auto all = frame->stats.total(), sum = result->stats.total();
    for (const auto& count : region_counts<std::int64_t>)
        EXPECT_EQ(sum.*count.member, all.*count.member) << count.name;
}

// Dwells, regions, grid and all: parts cannot be told from a picture computed in one go.
TEST_F(PosterTest, InSeveralPartsItIsThePictureInOne) {
    tests::FakeGpu gpu;
    EngineDispatcher on_gpu(gpu.options());
    for (const auto shown : {render::Quantity::dwell, render::Quantity::level}) {
        auto wide = job({4201, 301}), high = job({201, 4301});
        wide.settings.colouring.shown = high.settings.colouring.shown = shown;
        wide.settings.engine.backend = Backend::cpu;
        high.settings.engine.backend = Backend::cuda;
        set_subdivision(high.settings.engine, {100, 3, 2});
        expect_as_in_one_go(wide, on_gpu);
        expect_as_in_one_go(high, on_gpu);
    }
}

// All regions are 7 pixels wide but those of the last column, which are in few of the parts.
TEST_F(PosterTest, InSeveralPartsLinesFadeAlike) {
    auto made = job({2101, 4200});
    made.settings.view = {{10, 0}, 1};
    set_subdivision(made.settings.engine, {300, 2, 16});
    expect_as_in_one_go(made, dispatcher);
}

TEST_F(PosterTest, AnAutomaticGSuitsTheParts) {
    auto large = job({9000, 16});
    EXPECT_EQ(make_poster(large, dispatcher, {}, progress)->plan.subdivision.g, 8);
    large.size = {8000, 16};
    EXPECT_EQ(make_poster(large, dispatcher, {}, progress)->plan.subdivision.g, 4);
    large.settings.engine.g = 1;
    EXPECT_EQ(make_poster(large, dispatcher, {}, progress)->parts, 1) << "one region, but small";
}

TEST_F(PosterTest, AGWhoseRegionsAreTooLargeIsRefused) {
    auto huge = job({32768, 32768});
    huge.settings.engine.g = 4;
    EXPECT_SAYS(error_of([&] { make_poster(huge, dispatcher, {}, progress); }),
                "g is 4: a picture of 32768x32768 is computed in parts, and parts of whole regions "
                "would be too large; g must be at least 8");
    EXPECT_TRUE(names_in(folder).empty());
}

TEST_F(PosterTest, SumsTheLeavesOfAllParts) {
    auto exhaustive = job({4100, 30});
    exhaustive.settings.engine.engine = EngineKind::ex;
    const auto result = make_poster(exhaustive, dispatcher, {}, progress);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->stats.total().leaf_pixels, 4100 * 30);
    EXPECT_EQ(result->stats.total().leaf_iterations, result->stats.total().iterations);
}

TEST_F(PosterTest, AllPartsAreComputedAsAutoChoseForTheFirst) {
    tests::FakeGpu gpu;
    EngineDispatcher on_gpu(gpu.options());
    auto large = job({4200, 30});  // the last part has 104 columns
    large.settings.engine.backend = Backend::cuda;
    const auto result = make_poster(large, on_gpu, {}, progress);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->plan.subdivision, (SubdivisionParams{128, 2, 16}));
    ASSERT_EQ(gpu.asked.size(), 4u);
    gpu.asked.erase(gpu.asked.begin());  // the reduced picture that determines the colours
    for (const FramePlan& part : gpu.asked) {
        EXPECT_EQ(part.engine, EngineKind::ask);
        EXPECT_EQ(part.scheme, Scheme::wpr);
        EXPECT_EQ(part.subdivision, result->plan.subdivision);
        EXPECT_EQ(part.block, result->plan.block);
    }
}

// Beside the dispatcher's GPU, whose frames take so many ms.
class SeveralGpus : public PosterTest {
  protected:
    std::optional<PosterResult> make(const PosterJob& made) {
        EngineDispatcher on_gpu(first.options());
        return make_poster(made, on_gpu, {}, progress, [this](const auto&, const auto&) {
            std::vector<FurtherGpu> further;
            for (const auto& gpu : others)
                further.push_back({static_cast<int>(further.size()) + 1,
                                   std::make_unique<EngineDispatcher>(gpu->options())});
            return further;
        });
    }
    PosterJob job_in_parts() const {
        auto made = job({12100, 30});
        made.settings.engine.backend = Backend::cuda;
        made.settings.engine.engine = EngineKind::ask;
        made.settings.colouring.mapping = render::Mapping::cyclic;
        made.regions = folder / "r.csv";
        return made;
    }
    PosterJob job_with_samples() const {
        auto made = job({60, 40});
        made.settings.engine.backend = Backend::cuda;
        made.settings.colouring.samples = 4;
        return made;
    }
    std::vector<std::string> files() const {
        return {text_of(folder / "p.png"), text_of(folder / "d.npy")};
    }

    tests::FakeGpu first;
    std::vector<std::unique_ptr<tests::FakeGpu>> others;
};

TEST_F(SeveralGpus, MakeThePictureOfOne) {
    for (const auto& made : {job_in_parts(), job_with_samples()}) {
        others.clear();
        ASSERT_TRUE(make(made));
        const auto expected = files();
        first.ms[EngineKind::ask] = 2000;
        for (int i = 0; i < 2; ++i) others.push_back(std::make_unique<tests::FakeGpu>());
        const auto result = make(made);
        ASSERT_TRUE(result);
        EXPECT_TRUE(files() == expected);
        EXPECT_EQ(result->stats.backend_failure, "");
        for (const auto& gpu : others) {
            ASSERT_FALSE(gpu->asked.empty());
            EXPECT_EQ(gpu->asked.front().device, &gpu == &others.front() ? 1 : 2);
        }
    }
}

TEST_F(SeveralGpus, RestWhereOneIsDoneSooner) {
    others.push_back(std::make_unique<tests::FakeGpu>());
    ASSERT_TRUE(make(job_in_parts()));
    EXPECT_TRUE(others.front()->asked.empty());
}

TEST_F(SeveralGpus, DoTheWorkOfOneThatFails) {
    ASSERT_TRUE(make(job_in_parts()));
    const auto expected = files();
    first.ms[EngineKind::ask] = 2000;
    for (int i = 0; i < 2; ++i) others.push_back(std::make_unique<tests::FakeGpu>());
    others.front()->counts = [](EngineStats&) { throw BackendFailure("an illegal address"); };
    const auto result = make(job_in_parts());
    ASSERT_TRUE(result);
    EXPECT_TRUE(files() == expected);
    EXPECT_EQ(result->stats.backend_failure, "an illegal address");
    EXPECT_EQ(others.front()->asked.size(), 1u);
    EXPECT_GT(others.back()->asked.size(), 1u);
}

TEST_F(PosterTest, WhatAutoChoseIsChosenAgainForThePictureThatCarriesItsSettings) {
    const auto computed = [this](const Settings& settings) {
        tests::FakeGpu gpu;
        EngineDispatcher on_gpu(gpu.options());
        auto made = job({1000, 30});
        made.settings = settings;
        made.settings.engine.backend = Backend::cuda;
        EXPECT_TRUE(make_poster(made, on_gpu, {}, progress));
        return gpu.asked;
    };
    Settings own;
    set_subdivision(own.engine, {6, 3, 5});
    for (const Settings& settings : {Settings{}, own}) {
        const auto first = computed(settings);
        EXPECT_EQ(first.front().subdivision.g, settings.engine.g.value_or(32));
        EXPECT_EQ(computed(read_picture(folder / "p.png").settings), first);
    }
}

TEST_F(PosterTest, ThePictureTellsPeopleWhatItWasComputedWith) {
    const auto description = [this] {
        std::string all;
        for (const auto& [keyword, text] : render::read_png_texts(folder / "p.png"))
            all += keyword + "=" + text + "\n";
        return all;
    };
    auto made = job({1000, 30});
    made.settings.engine.backend = Backend::cpu;
    made.settings.engine.precision = Precision::f64;
    made.settings.engine.g = 3;
    ASSERT_TRUE(make_poster(made, dispatcher, {}, progress));
    EXPECT_SAYS(description(), "mariani:engine=ask sbr cpu f64\n");
    const auto threads = std::to_string(this_hardware().threads) + " insertion region\n";
    EXPECT_SAYS(description(),
                "mariani:parameters=dwell 512 g 3 r 2 B 16 fill uniform shortcuts on "
                "block 16x16 threads " +
                    threads);

    tests::FakeGpu gpu;
    EngineDispatcher on_gpu(gpu.options());
    made.settings.engine.backend = Backend::cuda;
    ASSERT_TRUE(make_poster(made, on_gpu, {}, progress));
    EXPECT_SAYS(description(), "mariani:engine=ask wpr cuda f64\n");
    EXPECT_SAYS(description(),
                "mariani:parameters=dwell 512 g 3 r 2 B 16 fill uniform shortcuts on "
                "block 16x16 threads " +
                    threads);  // Ex's block would be 8x16
}

TEST_F(PosterTest, StoppedBeforeItBeganMakesNothing) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(make_poster(job({100, 100}), dispatcher, stop.get_token(), progress));
    EXPECT_TRUE(names_in(folder).empty());
}

TEST_F(PosterTest, ProgressGrowsWhileItIsMadeAndAStopLeavesNothing) {
    auto long_job = job({4200, 4200});
    long_job.settings.engine.engine = EngineKind::ex;
    long_job.settings.engine.shortcuts = false;
    long_job.settings.engine.dwell_limit = 1'000'000;
    std::stop_source stop;
    std::optional<PosterResult> result;
    {
        const std::jthread maker(
            [&] { result = make_poster(long_job, dispatcher, stop.get_token(), progress); });
        while (progress == 0.5 || progress == 0) std::this_thread::yield();
        stop.request_stop();
    }
    EXPECT_FALSE(result);
    EXPECT_LT(progress, 1.0);
    EXPECT_TRUE(names_in(folder).empty());
}

TEST_F(PosterTest, RefusesWhatMayNotBeBeforeAnyFileIsMade) {
    const auto error = [this](const PosterJob& wrong) {
        return error_of([&] { make_poster(wrong, dispatcher, {}, progress); });
    };
    EXPECT_SAYS(error(job({32769, 1})), "the picture's width is 32769");
    EXPECT_SAYS(error(job({1, 0})), "the picture's height is 0");
    auto wrong = job({8, 8});
    wrong.settings.engine.g = 0;
    EXPECT_SAYS(error(wrong), "g is 0");
    wrong = job({8, 8});
    wrong.settings.colouring.period = 0;
    EXPECT_SAYS(error(wrong), "period");
    wrong = job({8, 8});
    wrong.settings.colouring.palette = "nothing";
    EXPECT_SAYS(error(wrong), "nothing");
    EXPECT_TRUE(names_in(folder).empty());
}

}  // namespace
}  // namespace mariani::app
