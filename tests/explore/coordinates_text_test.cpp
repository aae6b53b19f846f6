#include "app/explore/coordinates_text.hpp"

#include "compute/model/limits.hpp"
#include "tests/model/many_digits.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

const View current{{1, 2}, 3};

std::string times(const std::string& text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
}

// Why a text is refused; empty if it is not.
std::string refusal(const std::string& text) {
    try {
        parse_coordinates(text, current);
    } catch (const std::invalid_argument& why) {
        return why.what();
    }
    return "";
}

bool is_no_place(const std::string& text) {
    return refusal(text).starts_with("it must have two numbers");
}

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
    for (const auto* text : {"--center 0,0 --julia",
                             "--center 0,0 --julia 1",
                             "--julia 0,0",
                             "0,0,1 --julia nan,0",
                             "",
                             "hello",
                             "hi",
                             "1",
                             "1,2,3,4",
                             "nan,0,1",
                             "--center 0,0 5",
                             "Re: 1",
                             "Im: 1 Zoom: 2",
                             "Re:",
                             "1 2i",
                             "1,2i",
                             "0.1.2i",
                             "i + i",
                             "1 + 2",
                             "1 + 2 + 3i",
                             "1e5 e+i"})
        EXPECT_TRUE(is_no_place(text)) << text << ": " << refusal(text);
}

TEST(Coordinates, AreRefusedWithTheReason) {
    EXPECT_EQ(refusal("1,2,-3"), "the view's height is -3: it must be from 1e-100000 to 1e+06");
    EXPECT_NE(refusal("1,2,0").find("height is 0"), std::string::npos);
    EXPECT_NE(refusal("1,2,high").find("the height is \"high\""), std::string::npos);
    EXPECT_NE(refusal("0,0,1 --julia 2,2").find("c of the Julia set"), std::string::npos);
    EXPECT_NE(refusal("1e9,0,1").find("real part is 1e+09"), std::string::npos);
    const std::string digits = many_digits(100'063);
    for (const std::string& text :
         {"0,0." + digits, "0+0." + digits + "i", "Re: 0 Im: 0." + digits})
        EXPECT_NE(refusal(text).find("the imaginary part is \"0."), std::string::npos);
    EXPECT_NE(refusal("0." + digits + ",0").find("with at most 100062 digits"), std::string::npos);
    for (const std::string zoom : {"1e99999999999999999999", "-5", "0", "much", "1e-9"})
        EXPECT_NE(refusal("Re: 0 Im: 0 Zoom: " + zoom).find("the zoom is \"" + zoom + "\""),
                  std::string::npos);
    EXPECT_EQ(refusal("0,0,1e-99999999999999999999"),
              "the view's height is below 1e-1000000000: it must be from 1e-100000 to 1e+06");
}

TEST(Coordinates, AreReadAsComplexNumbers) {
    for (const auto* text : {"-0.75 + 0.1i", "-0.75+0.1i", "-0.75 + 0.1*i", "-0.75 + i*0.1",
                             "(-0.75 + 0.1 I)", "0.1i - 0.75",
                             "\xE2\x88\x92"
                             "0.75 + 1e-1i",
                             "-7.5e-1 + 1E-1i\n", "-.75+.1i"})
        EXPECT_EQ(parse_coordinates(text, current), (View{{-0.75, 0.1}, 3})) << text;
    EXPECT_EQ(parse_coordinates("-0.75 - 0.1i", current), (View{{-0.75, -0.1}, 3}));
    EXPECT_EQ(parse_coordinates("0.1i", current), (View{{0, 0.1}, 3}));
    EXPECT_EQ(parse_coordinates("-i", current), (View{{0, -1}, 3}));
    EXPECT_EQ(parse_coordinates("1e-1+i", current), (View{{0.1, 1}, 3}));
    const View julia{{0.1, -0.2}, 0.5, PlanePoint{-0.8, 0.1}};
    EXPECT_EQ(parse_coordinates("0.3+0.4i", julia), (View{{0.3, 0.4}, 0.5, julia.julia}));
}

// The numbers as they are written.
TEST(Coordinates, AreReadByTheirNames) {
    const View view{{-0.75, 0.1}, 0.01};
    for (const auto* text :
         {"Re: -0.75\nIm: 0.1\nZoom: 400", "\xEF\xBB\xBFRe: -0.75\r\nIm: 0.1\r\nZoom: 4.0e2\r\n",
          "re=-0.75 im=0.1 zoom=+400", "Re:-0.75, Im:0.1; Height: 1e-2",
          "real = \"-0.75\"\nimag = \"0.1\"\niterations = 500\nzoom = \"4E2\"\n",
          "program = \"fraktaler-3\"\nlocation.real = \"-0.75\"\nlocation.imag = \"0.1\"\n"
          "location.zoom = \"4.000e2\"",
          "A place\nRe: -0.75\nIm: 0.1\nZoom: 400\nIterations: 500\nColors: 0,0,0,\nreal: 1\nimag: "
          "1\n",
          "--center=-0.75,0.1 --height=0.01", "Center: (-0.75, 0.1), Height: 0.01"})
        EXPECT_EQ(parse_coordinates(text, current), view) << text;
    EXPECT_EQ(parse_coordinates("Re: -0.75 Im: 0.1", current), (View{{-0.75, 0.1}, 3}));
    const View julia{{0.1, -0.2}, 0.5, PlanePoint{-0.8, 0.1}};
    EXPECT_EQ(parse_coordinates("Re: -0.75 Im: 0.1 Zoom: 400", julia), view);
    EXPECT_EQ(parse_coordinates("Re: 0.1 Im: 0 Zoom: 4e400", current).height,
              Length::shifted(1e-100, 1));
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
          std::string(900'000, '-'), million + "+i", std::string(900'000, '+') + "i",
          "Re: " + million + " Im: 0", times("Re: ", 200'000), times(": ", 400'000)})
        EXPECT_LT(refusal(text).size(), 500u);
    for (const std::string& text :
         {"0." + million + ",0,1", std::string(4'000'000, ','), million + "i"})
        EXPECT_THROW(parse_coordinates(text, current), std::invalid_argument) << text.substr(0, 20);
    EXPECT_EQ(parse_coordinates("0,0,1e-100000", current), (View{{0, 0}, limits::min_height}));
}

}  // namespace
}  // namespace mariani::app
