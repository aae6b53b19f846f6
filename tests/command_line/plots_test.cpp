// Pictures of fake measurements, once checked by eye.
#include "app/measure/plots/race_pictures.hpp"
#include "app/measure/plots/sweep_pictures.hpp"
#include "render/files/regular_file.hpp"
#include "render/picture/png.hpp"
#include "tests/measure/fake_stats.hpp"
#include "tests/render/image_difference.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

SweepRow row(int g, int r, int B, double ms) {
    return {{{g, r, B}, {16, 16}}, 5, {ms, ms, ms}, 8, 10, 20, 30};
}

// Except for rounding: no pixel may have another ink.
void expect_golden(const Canvas& canvas, const std::string& name) {
    const render::Image image = canvas.image();
    const auto golden = std::filesystem::path(MARIANI_GOLDEN) / name;
    const auto candidate = std::filesystem::path(MARIANI_CANDIDATES) / name;
    std::filesystem::create_directories(MARIANI_CANDIDATES);
    render::write_png(candidate, image);
    ASSERT_TRUE(std::filesystem::exists(golden))
        << golden << " is missing; look at " << candidate << " and, if it is right, copy it there";
    const auto expected = render::read_png(golden);
    ASSERT_EQ(image.size(), expected.size());
    EXPECT_LT(test::max_difference(image, expected), 48) << "beside " << candidate;
}

TEST(HeatMapTest, IsTheGoldenPicture) {
    std::vector<SweepRow> rows;
    for (const int r : {2, 4})
        for (const int g : {2, 4, 8, 16})
            for (const int B : {4, 8, 16})
                if (g * B != 256) rows.push_back(row(g, r, B, 1 + 0.05 * g + 4.0 / B + 0.3 * r));
    render::Palette grey{"grey", {{0, 0, 0}, {255, 255, 255}}};
    expect_golden(draw_heat_map(rows, "ASK-SBR on a made-up device", grey), "heat-map.png");
}

// Two engines, one with a prediction that has a gap; a row far below Ex.
TEST(GainPictureTest, IsTheGoldenPicture) {
    std::vector<GainRow> rows;
    for (const Scheme scheme : {Scheme::sbr, Scheme::mbr})
        for (const int g : {2, 4, 8, 16, 32})
            for (const int B : {8, 16, 32}) {
                const double gain = scheme == Scheme::sbr ? 12.0 / (1 + 0.1 * g) : 0.4 * g / B;
                rows.push_back({{EngineKind::ask, scheme, {1024, 1024}, {{g, 2, B}, {16, 16}}},
                                {0.8 * gain, gain, 1.3 * gain}});
            }
    rows.push_back({{EngineKind::ask, Scheme::sbr, {256, 256}, {{2, 2, 8}, {16, 16}}}, {1, 2, 3}});
    auto charts = gain_charts(rows);
    for (const Scheme scheme : {Scheme::sbr, Scheme::mbr})
        predict(charts, EngineKind::ask, scheme, {1024, 4, 2, 16, 0.7, 10, 512, 16, 16});
    expect_golden(draw_gain_curves(charts, "Made up, on a made-up device"), "gain-curves.png");
}

int pixels_of(const render::Image& image, render::Rgb8 colour) {
    int count = 0;
    for (int y = 0; y < image.size().height; ++y)
        for (int x = 0; x < image.size().width; ++x) count += image.at(x, y) == colour ? 1 : 0;
    return count;
}

// In grey, colours are lightnesses: those of three engines are 1/6, 1/2 and 5/6.
TEST(FastestEnginesTest, HaveTheColourOfTheirCells) {
    const render::Palette grey{"grey", {{0, 0, 0}, {255, 255, 255}}};
    std::vector<SweptEngine> engines{{"DP-SBR", {row(2, 2, 4, 1), row(4, 2, 4, 4)}},
                                     {"ASK-SBR", {row(2, 2, 4, 2), row(4, 2, 4, 3)}},
                                     {"ASK-MBR", {row(2, 2, 4, 3), row(4, 2, 4, 5)}}};
    for (SweepRow& row : engines[2].rows) row.ex_ms = 800;  // a busy moment, which counts for all
    const auto image = draw_fastest_engines(engines, "Made up", grey).image();
    const auto shown = [&](double place) { return pixels_of(image, colour_on_ramp(grey, place)); };
    const int swatch = shown(5.0 / 6);  // of the legend alone
    EXPECT_GT(swatch, 100);
    EXPECT_GT(shown(1.0 / 6), 4 * swatch);
    EXPECT_GT(shown(0.5), 4 * swatch);
}

RaceLane lane(const std::string& racer, std::vector<double> ms, render::Rgb8 colour) {
    RaceLane lane;
    lane.racer = parse_racer(racer);
    lane.stats = fake_stats(1);
    lane.ms = std::move(ms);
    render::Image picture({300, 40}, render::PixelFormat::rgb);
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 300; ++x) picture.set(x, y, colour);
    lane.picture = std::make_shared<const render::Image>(std::move(picture));
    return lane;
}

// Four, one of which could not run, not in the order of their medians.
TEST(RacePictureTest, IsTheGoldenPicture) {
    Race race;
    race.plan.request = fake_request(std::nullopt, Scheme::sbr);
    race.plan.repeat = 3;
    race.plan.seed = 42;
    race.plan.energy = true;
    race.lanes = {lane("ask-mbr,g=8,r=4,B=2", {5, 40, 30}, {200, 220, 255}),
                  lane("ex", {60, 45, 61}, {255, 220, 200}),
                  lane("dp,g=6,r=5,B=3,block=64x2", {20, 18, 24}, {220, 255, 220}),
                  lane("ask,B=9", {}, {0, 0, 0})};
    race.lanes[3].picture.reset();
    race.lanes[3].stats = {};
    race.lanes[3].failure = "there is not enough memory: choose a smaller picture or a larger B";
    race.lanes[0].energy = FrameEnergy{0.25, 0.5, 20, 25, "RAPL", ""};
    race.lanes[1].energy = FrameEnergy{};
    race.lanes[1].energy->unknown = "there is no counter";
    expect_golden(draw_race(race), "race.png");
}

std::string written(const Canvas& canvas, const std::string& name) {
    const auto path = std::filesystem::path(MARIANI_CANDIDATES) / name;
    canvas.write(path);
    return render::read_whole_file(path, 1 << 20);
}

// A line of 1 inch, and 96 pixels.
TEST(CanvasTest, IsWrittenAsPixelsOrAsLines) {
    Canvas canvas({192, 48}, {255, 255, 255});
    canvas.line(whole(canvas.size()), {{0, 24}, {96, 24}}, {{0, 0, 0}, 2});
    canvas.text(Lettering(), 100, 18, "caf\u00e9", {0, 0, 0});
    EXPECT_TRUE(written(canvas, "canvas.pdf").starts_with("%PDF-"));
    const std::string svg = written(canvas, "canvas.svg");
    EXPECT_NE(svg.find("width=\"144pt\" height=\"36pt\""), svg.npos) << svg.substr(0, 500);
    written(canvas, "canvas.png");
    const auto png = render::read_png(std::filesystem::path(MARIANI_CANDIDATES) / "canvas.png");
    EXPECT_EQ(png.size(), canvas.size());
    EXPECT_EQ(png.at(50, 23), (render::Rgb8{0, 0, 0}));
    EXPECT_EQ(png.at(98, 23), (render::Rgb8{255, 255, 255}));
}

// Texts over a picture leave the rest of it as it was, whichever format it has.
TEST(CanvasTest, OverAPictureIsThatPicture) {
    for (const auto format : {render::PixelFormat::rgb, render::PixelFormat::rgba}) {
        render::Image picture({30, 20}, format);
        for (int x = 0; x < 30; ++x) picture.set(x, 7, {10, 200, 33});
        const auto drawn = Canvas(picture).image();
        for (int y = 0; y < 20; ++y)
            for (int x = 0; x < 30; ++x) EXPECT_EQ(drawn.at(x, y), picture.at(x, y));
    }
}

TEST(LetteringTest, FiguresHaveOneWidth) {
    const Lettering lettering(20);
    EXPECT_EQ(lettering.width_of("1111"), lettering.width_of("8088"));
    EXPECT_GT(lettering.width_of("long"), lettering.width_of("lo"));
    EXPECT_EQ(lettering.lines_of("one two three", lettering.width_of("one two")),
              (std::vector<std::string>{"one two", "three"}));
}

TEST(HeatMapTest, ShowsTheFastestBlockOfACell) {
    auto slow = row(2, 2, 4, 8), fast = row(2, 2, 4, 2);
    fast.cell.block = {8, 8};
    const std::vector rows{slow, fast, row(4, 2, 4, 4)};
    EXPECT_EQ(best_of(rows), &rows[1]);
    EXPECT_EQ(landscape_of(rows).panels.at(2).at({2, 4}), &rows[1]);
    const auto scale = gain_scale(rows);
    EXPECT_EQ(scale.min, 1);  // 8 / 8
    EXPECT_EQ(scale.max, 4);  // 8 / 2
    EXPECT_DOUBLE_EQ(scale.place(2), 0.5);
}

}  // namespace
}  // namespace mariani::app
