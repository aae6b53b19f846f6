// What the film of a race shows, and how it is slowed down.
#include "app/measure/plots/race_pictures.hpp"
#include "app/measure/race.hpp"

#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr render::Rgb8 green{0, 200, 0};

// Green, and known from left to right.
std::shared_ptr<const render::GrowingPicture> growth() {
    constexpr ImageSize size{80, 60};
    render::Image picture(size, render::PixelFormat::rgb);
    std::vector<float> known_at;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            picture.set(x, y, green);
            known_at.push_back(static_cast<float>(x) / 79);
        }
    return std::make_shared<const render::GrowingPicture>(render::GrowingPicture{
        std::move(picture), {field_of(whole(size), std::move(known_at)), {{}, {4800, 90'000}}}});
}

// Ex takes 40 ms, ASK 10; DP cannot run.
Race example() {
    Race race;
    race.plan.request.image = {80, 60};
    race.plan.request.part = whole(race.plan.request.image);
    for (const char* text : {"ex", "ask,g=8,B=32", "dp,backend=cuda"})
        race.lanes.emplace_back().racer = parse_racer(text);
    race.lanes[0].ms = {40, 41, 39};
    race.lanes[1].ms = {10};
    race.lanes[0].growth = race.lanes[1].growth = growth();
    race.lanes[2].failure = "there is no GPU";
    return race;
}

std::int64_t count(const render::Image& image, render::Rgb8 colour) {
    std::int64_t found = 0;
    for (int y = 0; y < image.size().height; ++y)
        for (int x = 0; x < image.size().width; ++x) found += image.at(x, y) == colour ? 1 : 0;
    return found;
}

TEST(FilmPaceTest, LetsTheSlowestEndBeforeTheFilmDoes) {
    const auto pace = film_pace(example(), 6);
    EXPECT_EQ(pace.slowest_ms, 40);
    EXPECT_EQ(pace.running, 4.5);
    EXPECT_EQ(pace.ms_at(4.5), 40);
    EXPECT_EQ(pace.text(), "1/112 of real time");
    EXPECT_EQ(pace.text(2), "1/56 of real time");
    EXPECT_EQ(film_pace(example(), 1).running, 0.75);
    EXPECT_EQ((FilmPace{4000, 20}.text()), "1/5.0 of real time");
    EXPECT_EQ((FilmPace{8000, 4}.text()), "2 times real time");
}

TEST(FilmPaceTest, GivesEachLaneItsOwnMoment) {
    const Race race = example();
    EXPECT_EQ(moment_of(race.lanes[0], 20), 0.5);
    EXPECT_EQ(moment_of(race.lanes[1], 20), 2);
}

TEST(RaceFilmTest, ShowsPicturesThatGrowUntilEachIsDone) {
    const Race race = example();
    const RaceFilm film(race, {640, 360}, 6);
    const auto begin = film.at(0), middle = film.at(2.25), end = film.at(6);
    EXPECT_EQ(begin.size(), (ImageSize{640, 360}));
    EXPECT_GT(count(begin, render::not_yet_known), 10'000);
    EXPECT_EQ(count(end, render::not_yet_known), 0);
    EXPECT_EQ(count(begin, green), 0);
    // Ex has half of its pane, ASK all of it, but for what is framed and marked.
    EXPECT_NEAR(static_cast<double>(count(middle, green)) / static_cast<double>(count(end, green)),
                0.75, 0.05);
}

TEST(RaceFilmTest, MarksWhatIsDoneAndLetsItsBarRest) {
    const RaceFilm film(example(), {640, 360}, 6);
    const auto lane_pixels = [&](double second, std::size_t lane) {
        return count(film.at(second), lane_colour(lane));
    };
    const auto before = lane_pixels(1.0, 1), after = lane_pixels(1.2, 1);  // done at 1.125 s
    EXPECT_GT(after, before + 400);                                        // the frame of its pane
    EXPECT_EQ(lane_pixels(3, 1), after);
    EXPECT_GT(lane_pixels(3, 0), lane_pixels(1.2, 0));
    EXPECT_EQ(lane_pixels(5, 0), lane_pixels(6, 0));
}

TEST(RaceFilmTest, HasRoomForEveryLane) {
    Race race = example();
    EXPECT_EQ(film_size(race, 1200).width, 1200);
    const int three = film_size(race, 1200).height;
    for (int i = 0; i < 3; ++i) race.lanes.push_back(race.lanes[0]);
    EXPECT_GT(film_size(race, 1200).height, three);
    race.plan.request.image = {1, 65536};
    EXPECT_EQ(film_size(race, 1200).height, 2400);
    for (const ImageSize size : {ImageSize{64, 64}, ImageSize{4096, 64}, ImageSize{64, 4096}})
        EXPECT_EQ(RaceFilm(race, size, 6).at(5).size(), size);
}

TEST(RaceFilmTest, NeedsALaneThatGrew) {
    Race race = example();
    race.lanes[0].growth = race.lanes[1].growth = nullptr;
    EXPECT_FALSE(can_be_watched(race));
    EXPECT_THROW(RaceFilm(race, {640, 360}, 6), std::logic_error);
}

}  // namespace
}  // namespace mariani::app
