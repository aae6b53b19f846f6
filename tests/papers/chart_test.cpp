// Charts as SVG: their scales, and that every number in them is one.
#include "app/papers/chart.hpp"

#include "tests/papers/made_up.hpp"

#include <algorithm>
#include <regex>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using Points = std::vector<std::pair<double, Spread>>;

Points points_of(const std::vector<std::pair<double, double>>& values) {
    Points points;
    for (const auto& [x, y] : values) points.emplace_back(x, exactly_one(y));
    return points;
}

std::string chart(const Points& points, std::optional<double> published = {}) {
    return svg_of("n", "S", {{"a series", points, published}});
}

// What a group matches, in the order of the text.
std::vector<std::string> all(const std::string& text, const std::string& pattern) {
    const std::regex expression(pattern);
    std::vector<std::string> found;
    for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end;
         ++match)
        found.push_back((*match)[1]);
    return found;
}

TEST(Charts, GatherThePointsOfANameInOneSeries) {
    std::vector<ChartSeries> series;
    add_point(series, "one", 1, exactly_one(5));
    add_point(series, "other", 1, exactly_one(6));
    add_point(series, "one", 2, exactly_one(7));
    ASSERT_EQ(series.size(), 2u);
    EXPECT_EQ(series[0].name, "one");
    EXPECT_EQ(series[0].points, points_of({{1, 5}, {2, 7}}));
    EXPECT_EQ(series[1].points, points_of({{1, 6}}));
}

std::vector<double> numbers(const std::string& svg, const std::string& pattern) {
    std::vector<double> found;
    for (const std::string& text : all(svg, pattern)) found.push_back(std::stod(text));
    return found;
}

std::vector<double> circles(const std::string& svg, const std::string& coordinate) {
    return numbers(svg, "<circle[^>]* " + coordinate + "='([^']*)'");
}

std::vector<std::string> ticks(const std::string& svg, bool of_x) {
    return all(svg, of_x ? "class='tick'[^>]*text-anchor='middle'>([^<]*)<"
                         : "class='tick'[^>]*text-anchor='end'>([^<]*)<");
}

TEST(Chart, IsLogarithmicBeyondAFactorOfEight) {
    const auto at = circles(chart(points_of({{1, 1}, {4, 2}, {16, 3}})), "cx");
    ASSERT_EQ(at.size(), 3u);
    EXPECT_NEAR(at[1] - at[0], at[2] - at[1], 0.2);
}

TEST(Chart, IsLinearUpToAFactorOfEightAndBeginsAtZero) {
    const std::string svg = chart(points_of({{1, 1}, {2, 2}, {8, 3}}));
    const auto x = circles(svg, "cx"), y = circles(svg, "cy");
    ASSERT_EQ(x.size(), 3u);
    EXPECT_NEAR((x[2] - x[1]) / (x[1] - x[0]), 6, 0.1);
    EXPECT_NEAR((y[1] - y[0]) / (y[2] - y[1]), 1, 0.01);
    EXPECT_EQ(ticks(svg, true).front(), "0");
    EXPECT_EQ(ticks(svg, false).front(), "0");
    EXPECT_LT(y[2], y[0]) << "greater values are higher up";
}

TEST(Chart, IsLinearWhereAValueIsNotAboveZero) {
    const auto x = circles(chart(points_of({{0, 1}, {10, 2}, {20, 3}})), "cx");
    EXPECT_NEAR(x[2] - x[1], x[1] - x[0], 0.2);
    const std::string svg = chart(points_of({{1, -4}, {2, 4}}));
    EXPECT_EQ(ticks(svg, false), (std::vector<std::string>{"-4", "-2", "0", "2", "4"}));
}

TEST(Chart, NamesAFewRoundNumbers) {
    EXPECT_EQ(ticks(chart(points_of({{1, 1}, {2, 2}, {16, 3}})), true),
              (std::vector<std::string>{"1", "2", "4", "8", "16"}));
    EXPECT_EQ(ticks(chart(points_of({{1, 0}, {2, 50}})), false),
              (std::vector<std::string>{"0", "10", "20", "30", "40", "50"}));
    for (const double greatest : {9.0, 300.0, 301.0, 1e6, 1e12, 1e300}) {
        const auto names = ticks(chart(points_of({{1, 1}, {greatest, 2}})), true);
        EXPECT_GE(names.size(), 3u) << greatest;
        EXPECT_LE(names.size(), 9u) << greatest;
    }
}

TEST(Chart, DrawsTheRangeOfTheRuns) {
    const std::string svg = chart({{1, {1, 2, 3}}, {2, exactly_one(2)}});
    EXPECT_EQ(all(svg, "(<line[^>]*stroke='#[0-9a-f]{6}'/>)").size(), 1u);
}

TEST(Chart, DrawsWhatIsPublishedWithinItsScale) {
    const std::string svg = chart(points_of({{1, 1}, {2, 2}}), 12.0);
    const auto dashed = numbers(svg, "<line[^>]* y1='([^']*)'[^>]*stroke-dasharray");
    ASSERT_EQ(dashed.size(), 1u);
    EXPECT_LT(dashed.front(), std::ranges::min(circles(svg, "cy")));
    EXPECT_GT(dashed.front(), 0);
    EXPECT_NE(svg.find("a series (dashed: as published)"), svg.npos);
    EXPECT_EQ(chart(points_of({{1, 1}, {2, 2}})).find("dash"), svg.npos);
}

TEST(Chart, HasALineOfTheLegendForEachSeries) {
    std::vector<ChartSeries> series;
    for (int i = 0; i < 12; ++i) series.push_back({"series", points_of({{1, i + 1}}), {}});
    const std::string svg = svg_of("n", "S", series);
    EXPECT_EQ(all(svg, ">(series)<").size(), 12u);
    const auto heights = numbers(svg, "viewBox='0 0 [0-9]+ ([0-9]+)'");
    ASSERT_EQ(heights.size(), 1u);
    for (const double y : numbers(svg, "<text[^>]* y='([^']*)'[^>]*>series<"))
        EXPECT_LT(y, heights.front());
}

TEST(Chart, HasOnlyNumbersWhateverItsValues) {
    const double huge = 1e300, tiny = 5e-324;
    const std::vector<Points> all_points{points_of({{0, 0}}),
                                         points_of({{1, 1}}),
                                         points_of({{-1, -1}, {-1, -1}}),
                                         points_of({{-huge, -huge}, {huge, huge}}),
                                         points_of({{tiny, tiny}, {huge, huge}}),
                                         points_of({{0, tiny}, {tiny, 0}}),
                                         points_of({{-1e17, -1e17}, {-1e17 + 16, -1e17 + 16}}),
                                         {{1, {tiny, 1, huge}}, {2, {-huge, 0, huge}}},
                                         {{1, {0, 0, 0}}, {1 + 1e-15, {0, 1e-300, 1e-299}}}};
    for (std::size_t i = 0; i < all_points.size(); ++i) {
        SCOPED_TRACE(i);
        const std::string svg = chart(all_points[i], 1.0);
        EXPECT_EQ(svg.find("nan"), svg.npos);
        EXPECT_EQ(svg.find("inf"), svg.npos);
        for (const double at : circles(svg, "cx")) EXPECT_TRUE(at >= 0 && at <= 640) << at;
        for (const double at : circles(svg, "cy")) EXPECT_TRUE(at >= 0 && at <= 320) << at;
        EXPECT_LT(svg.size(), 10'000u);
    }
}

TEST(Chart, EscapesNames) {
    const std::string svg =
        svg_of("<n>", "a & b", {{"'quoted' \"series\"", points_of({{1, 1}}), {}}});
    EXPECT_EQ(svg.find("<n>"), svg.npos);
    EXPECT_NE(svg.find("aria-label='a &amp; b against &lt;n&gt;'"), svg.npos);
    EXPECT_NE(svg.find(">&#39;quoted&#39; &quot;series&quot;<"), svg.npos);
}

}  // namespace
}  // namespace mariani::app
