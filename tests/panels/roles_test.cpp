// The colours' meanings can be read and told apart, by readers who see no green as well.
#include "render/picture/roles.hpp"

#include "app/panels/panel_style.hpp"
#include "app/workloads/colours.hpp"
#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mariani {
namespace {

using render::Rgb8;
namespace role = render::role;

using Triple = std::array<double, 3>;

// Linear light; IEC 61966-2-1.
Triple linear(Rgb8 colour) {
    const auto channel = [](std::uint8_t byte) {
        const double value = byte / 255.0;
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return {channel(colour.r), channel(colour.g), channel(colour.b)};
}

Triple product(const std::array<Triple, 3>& matrix, const Triple& by) {
    Triple result{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t i = 0; i < 3; ++i) result[row] += matrix[row][i] * by[i];
    return result;
}

// WCAG 2.1.
double contrast(Rgb8 a, Rgb8 b) {
    const auto luminance = [](Rgb8 colour) {
        const Triple light = linear(colour);
        return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    };
    const auto [dark, bright] = std::minmax({luminance(a), luminance(b)});
    return (bright + 0.05) / (dark + 0.05);
}

// Machado, Oliveira and Fernandes 2009, deuteranopia of severity 1.
Triple without_green(const Triple& light) {
    Triple seen = product({{{0.367322, 0.860646, -0.227968},
                            {0.280085, 0.672501, 0.047413},
                            {-0.011820, 0.042940, 0.968881}}},
                          light);
    for (double& channel : seen) channel = std::clamp(channel, 0.0, 1.0);
    return seen;
}

// CIELAB under D65.
Triple lab(const Triple& light) {
    const Triple xyz = product({{{0.4124564, 0.3575761, 0.1804375},
                                 {0.2126729, 0.7151522, 0.0721750},
                                 {0.0193339, 0.1191920, 0.9503041}}},
                               light);
    const auto f = [](double t) {
        return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    };
    const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

double hue_of(double a, double b) {
    const double degrees = std::atan2(b, a) * 180 / std::numbers::pi;
    return degrees < 0 ? degrees + 360 : degrees;
}

double to_the_seventh(double chroma) {
    return std::sqrt(std::pow(chroma, 7) / (std::pow(chroma, 7) + std::pow(25.0, 7)));
}

// CIEDE2000, after Sharma, Wu and Dalal 2005.
double difference(const Triple& one, const Triple& two) {
    const double mean = 0.5 * (std::hypot(one[1], one[2]) + std::hypot(two[1], two[2]));
    const double grow = 1 + 0.5 * (1 - to_the_seventh(mean));
    const double a1 = grow * one[1], a2 = grow * two[1];
    const double c1 = std::hypot(a1, one[2]), c2 = std::hypot(a2, two[2]);
    const double h1 = hue_of(a1, one[2]), h2 = hue_of(a2, two[2]);
    const bool grey = c1 * c2 == 0;
    double turn = grey ? 0 : h2 - h1;
    if (turn > 180) turn -= 360;
    if (turn < -180) turn += 360;
    double hue = h1 + h2;
    if (!grey && std::abs(h1 - h2) <= 180)
        hue /= 2;
    else if (!grey)
        hue = hue < 360 ? (hue + 360) / 2 : (hue - 360) / 2;
    const double light = 0.5 * (one[0] + two[0]), chroma = 0.5 * (c1 + c2);
    const double weight =
        1 - 0.17 * std::cos(radians(hue - 30)) + 0.24 * std::cos(radians(2 * hue)) +
        0.32 * std::cos(radians(3 * hue + 6)) - 0.20 * std::cos(radians(4 * hue - 63));
    const double from_middle = (light - 50) * (light - 50);
    const double by_light =
        (two[0] - one[0]) / (1 + 0.015 * from_middle / std::sqrt(20 + from_middle));
    const double by_chroma = (c2 - c1) / (1 + 0.045 * chroma);
    const double by_hue =
        2 * std::sqrt(c1 * c2) * std::sin(radians(turn / 2)) / (1 + 0.015 * chroma * weight);
    const double blue = 30 * std::exp(-std::pow((hue - 275) / 25, 2));
    const double rotation = -std::sin(radians(2 * blue)) * 2 * to_the_seventh(chroma);
    return std::sqrt(by_light * by_light + by_chroma * by_chroma + by_hue * by_hue +
                     rotation * by_chroma * by_hue);
}

// The least that a reader sees, with and without green.
double apart(Rgb8 a, Rgb8 b) {
    const Triple one = linear(a), two = linear(b);
    return std::min(difference(lab(one), lab(two)),
                    difference(lab(without_green(one)), lab(without_green(two))));
}

double lightness(Rgb8 colour) {
    return lab(linear(colour))[0];
}

Rgb8 of_tone(const ImVec4& tone) {
    const auto channel = [](float value) {
        return static_cast<std::uint8_t>(std::lround(255 * value));
    };
    return {channel(tone.x), channel(tone.y), channel(tone.z)};
}

std::string text(Rgb8 colour) {
    return "(" + std::to_string(colour.r) + ", " + std::to_string(colour.g) + ", " +
           std::to_string(colour.b) + ")";
}

constexpr double far_enough = 10;

void expect_apart(const std::vector<Rgb8>& together, double least = far_enough) {
    for (std::size_t i = 0; i < together.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_GE(apart(together[j], together[i]), least)
                << text(together[j]) << " and " << text(together[i]);
}

// Pairs 1, 4, 7, 10, 13, 17, 20, 25, 26, 31 and 34 of Sharma, Wu and Dalal's table 1.
TEST(RolesTest, TheDifferenceIsThePublishedOne) {
    struct Pair {
        Triple one, two;
        double difference;
    };
    for (const auto& [one, two, expected] :
         {Pair{{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
          Pair{{50, -1.3802, -84.2814}, {50, 0, -82.7485}, 1.0000},
          Pair{{50, 0, 0}, {50, -1, 2}, 2.3669},
          Pair{{50, 2.49, -0.001}, {50, -2.49, 0.0010}, 7.1792},
          Pair{{50, -0.001, 2.49}, {50, 0.0009, -2.49}, 4.8045},
          Pair{{50, 2.5, 0}, {73, 25, -18}, 27.1492}, Pair{{50, 2.5, 0}, {58, 24, 15}, 19.4535},
          Pair{{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
          Pair{{63.0109, -31.0961, -5.8663}, {62.8187, -29.7946, -4.0864}, 1.2630},
          Pair{{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
          Pair{{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082}})
        EXPECT_NEAR(difference(one, two), expected, 5e-5);
}

TEST(RolesTest, WhiteAndGreyAreTheSameWithoutGreen) {
    for (const std::uint8_t grey : std::array<std::uint8_t, 4>{0, 40, 128, 255}) {
        const Triple light = linear({grey, grey, grey});
        EXPECT_LT(difference(lab(light), lab(without_green(light))), 0.1);
    }
    const Triple red = linear({200, 80, 80}), green = linear({120, 130, 80});
    EXPECT_LT(difference(lab(without_green(red)), lab(without_green(green))),
              0.6 * difference(lab(red), lab(green)));
}

TEST(RolesTest, TextIsLegibleOnItsGround) {
    namespace tone = app::tone;
    struct Written {
        Rgb8 text, ground;
    };
    std::vector<Written> all{
        {role::text, role::ground},           {role::quiet, role::ground},
        {role::text, role::groove},           {role::text, role::beyond},
        {role::page::ink, role::page::paper}, {role::page::dim, role::page::paper}};
    for (const Rgb8 axis : role::axes) all.push_back({axis, role::ground});
    for (const ImVec4& text :
         {tone::text, tone::dim, tone::title, tone::warning, tone::error, tone::draw})
        for (const ImVec4& ground : {tone::window, tone::field, tone::popup})
            all.push_back({of_tone(text), of_tone(ground)});
    for (const ImVec4& ground : {tone::raised, tone::chosen, tone::accent, tone::error_field})
        all.push_back({of_tone(tone::brightest), of_tone(ground)});
    for (const auto& [written, ground] : all)
        EXPECT_GE(contrast(written, ground), 4.5) << text(written) << " on " << text(ground);
}

TEST(RolesTest, LevelsRunFromWhiteToVioletInSteps) {
    const auto& levels = role::levels;
    EXPECT_EQ(levels.front(), (Rgb8{255, 255, 255}));
    for (std::size_t i = 1; i < levels.size(); ++i) {
        EXPECT_GE(apart(levels[i - 1], levels[i]), far_enough)
            << "levels " << i - 1 << " and " << i;
        EXPECT_LE(lightness(levels[i]), lightness(levels[i - 1]) + 0.5) << "level " << i;
    }
    for (const Rgb8 level : levels) EXPECT_GE(apart(level, role::ground), far_enough);
    EXPECT_GE(apart(levels.back(), role::deepest_level), far_enough);
}

TEST(RolesTest, RolesThatAppearTogetherAreApart) {
    using namespace role;  // less its apart
    expect_apart({useful, partial, wasted, idle_thread, ground});
    expect_apart({useful, partial, wasted, never, again, ground});
    expect_apart({first_block, last_block, partial, wasted, ground});
    expect_apart({running, waiting, useful, partial, wasted, ground});
    expect_apart({running, waiting, first_block, last_block, ground});
    expect_apart({useful, wasted, hole});
    expect_apart({running, waiting, least, most, hole});
    expect_apart({filled, leaf, subdivided, unresolved, Rgb8{0, 0, 0}});  // black: the inside
    expect_apart({filled, leaf, filled_border, subdivided_border});
    expect_apart({once, never, again, ground});
    expect_apart({once, never, again, hole});
    expect_apart({near, far, never, again, ground});
    expect_apart({role::apart, touching, never, again, ground});
    expect_apart({least, most, unknown, quiet, ground});
    expect_apart({alive, dead, hole});
    expect_apart({within, partly, ground});
    expect_apart({axes[0], axes[1], axes[2], axes[3], ground});
    expect_apart({series.begin(), series.end()});
}

// As the grid mixes them with the picture, at first.
TEST(RolesTest, OutcomesAreApartOverThePicture) {
    for (const Rgb8 below : {Rgb8{0, 0, 0}, Rgb8{255, 255, 255}, role::subdivided}) {
        const double tint = render::OverlayStyle{}.tint;
        EXPECT_GE(
            apart(app::between(below, role::filled, tint), app::between(below, role::leaf, tint)),
            far_enough)
            << text(below);
    }
}

TEST(RolesTest, CurvesOfAChartAreApart) {
    namespace tone = app::tone;
    std::vector<Rgb8> curves{of_tone(tone::window)};
    for (const ImVec4& each : tone::curves) curves.push_back(of_tone(each));
    expect_apart(curves);
    expect_apart({of_tone(tone::omega), of_tone(tone::sbr), of_tone(tone::mbr)});
}

// Where bars stand on one another, and their parts have nothing between them.
TEST(RolesTest, PartsOfBarsAreFarApart) {
    namespace tone = app::tone;
    using Several = std::vector<Rgb8>;
    for (const auto& parts :
         {Several{role::useful, role::partial, role::wasted},
          Several{of_tone(tone::compute), of_tone(tone::upload), of_tone(tone::draw)}})
        expect_apart(parts, 2 * far_enough);
}

// Hue alone is not enough, for some.
TEST(RolesTest, OutcomesDifferInLightness) {
    using Several = std::vector<Rgb8>;
    for (const auto& some : {Several{role::useful, role::partial, role::wasted},
                             Several{role::filled, role::leaf, role::subdivided}})
        for (std::size_t i = 0; i < some.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_GE(std::abs(lightness(some[i]) - lightness(some[j])), 8)
                    << text(some[i]) << " and " << text(some[j]);
}

TEST(RolesTest, NeighbouringUnitsAreApart) {
    for (unsigned unit = 0; unit < 16; ++unit)
        EXPECT_GE(apart(app::colour_of_unit(unit), app::colour_of_unit(unit + 1)), far_enough)
            << unit;
}

}  // namespace
}  // namespace mariani
