#include "app/explore/coordinates_text.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

const View current{{1, 2}, 3};

TEST(Coordinates, ReadBackAsTheSameBits) {
    const View view{{-0.743643887037151, 0.1 + 0.2}, 5.1e-13};
    EXPECT_EQ(parse_coordinates(coordinates_text(view), current), view);
}

TEST(Coordinates, AreWhatTheCommandLineTakes) {
    EXPECT_EQ(coordinates_text({{-0.5, 0}, 2}), "--center -0.5,0 --height 2");
}

TEST(Coordinates, AreReadAsPeopleWriteThem) {
    const View view{{-0.75, 0.1}, 0.01};
    for (const auto* text : {"-0.75,0.1,0.01", "-0.75, 0.1, 1e-2", " -0.75 0.1 0.01\n"})
        EXPECT_EQ(parse_coordinates(text, current), view) << text;
    EXPECT_EQ(parse_coordinates("-0.75,0.1", current), (View{{-0.75, 0.1}, 3}));
}

TEST(Coordinates, SayOfWhichSetTheyAre) {
    const View julia{{0.1, -0.2}, 0.5, PlanePoint{-0.8, 0.1 + 0.2}};
    EXPECT_EQ(coordinates_text({{0, 0}, 3, PlanePoint{-0.8, 0.156}}),
              "--center 0,0 --height 3 --julia -0.8,0.156");
    EXPECT_EQ(parse_coordinates(coordinates_text(julia), current), julia);
    EXPECT_EQ(parse_coordinates(coordinates_text(current), julia), current);
    EXPECT_EQ(parse_coordinates("0.3,0.4", julia), (View{{0.3, 0.4}, 0.5, julia.julia}))
        << "bare numbers stay in the plane";
}

TEST(Coordinates, RefuseWhatIsNoView) {
    for (const auto* text : {"--center 0,0 --julia", "--center 0,0 --julia 1", "--julia 0,0",
                             "0,0,1 --julia 2,2", "0,0,1 --julia nan,0", "", "hello", "1",
                             "1,2,3,4", "1,2,-3", "1,2,0", "nan,0,1", "1e9,0,1"})
        EXPECT_EQ(parse_coordinates(text, current), std::nullopt) << text;
    EXPECT_EQ(parse_coordinates(std::string(100000, '1'), current), std::nullopt);
}

}  // namespace
}  // namespace mariani::app
