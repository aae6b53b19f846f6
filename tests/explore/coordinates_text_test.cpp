#include "app/explore/coordinates_text.hpp"

#include "compute/model/limits.hpp"
#include "tests/model/many_digits.hpp"

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

TEST(Coordinates, AreKeptToTheirLastDigit) {
    View view = deep_view(99'990);
    EXPECT_EQ(parse_coordinates(coordinates_text(view), current), view);
    view.julia = deep_view(99'000).centre;
    EXPECT_EQ(parse_coordinates(coordinates_text(view), current), view);
}

TEST(Coordinates, RefuseHostileText) {
    const std::string million(1'000'000, '9');
    for (const std::string& text :
         {"0." + million + ",0,1", "0,0,1e-" + million, std::string("0,0,1e-100001"),
          std::string("0,0,1e999999999999999999"), std::string("1e-9223372036854775808,0,1"),
          std::string("0,0,1e-9223372036854775808"), million + "," + million,
          std::string("0,-nan,1"), std::string("0,0,0x1p-1000"), std::string(4'000'000, ','),
          std::string(900'000, '-')})
        EXPECT_EQ(parse_coordinates(text, current), std::nullopt) << text.substr(0, 20);
    EXPECT_EQ(parse_coordinates("0,0,1e-100000", current), (View{{0, 0}, limits::min_height}));
}

}  // namespace
}  // namespace mariani::app
