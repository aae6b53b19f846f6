// Counts and vertices beside the formulas in double precision.
#include "compute/workloads/curves/plan.hpp"
#include "compute/workloads/curves/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace mariani::curves {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

CountRule by_curvature(std::uint32_t cap = 64) {
    CountRule rule;
    rule.by = CountBy::curvature;
    rule.cap = cap;
    return rule;
}

CountRule by_tolerance(float tolerance, std::uint32_t cap = 1024) {
    CountRule rule;
    rule.tolerance = tolerance;
    rule.cap = cap;
    return rule;
}

Line scaled(Line line, float factor) {
    for (Point* point : {&line.start, &line.control, &line.end}) {
        point->x *= factor;
        point->y *= factor;
    }
    return line;
}

double curvature(const Line& line) {
    const double x = line.control.x - (double{line.start.x} + line.end.x) / 2;
    const double y = line.control.y - (double{line.start.y} + line.end.y) / 2;
    return std::hypot(x, y) /
           std::hypot(double{line.end.x} - line.start.x, double{line.end.y} - line.start.y);
}

double bend(const Line& line) {
    return std::hypot(double{line.start.x} - 2 * double{line.control.x} + line.end.x,
                      double{line.start.y} - 2 * double{line.control.y} + line.end.y);
}

std::vector<Point> vertices_of(const Line& line, std::uint32_t count) {
    std::vector<Point> vertices;
    for (std::uint32_t i = 0; i < count; ++i) vertices.push_back(vertex_of(line, count, i));
    return vertices;
}

const Line arch{{0, 0}, {0.5F, 0.5F}, {1, 0}};  // curvature 1/2, bend 1

TEST(CurvesCountTest, CurvatureIsHeightByChordTimesTheFactor) {
    EXPECT_EQ(count_of(by_curvature(), arch), (Count{8, false}));
    CountRule rule = by_curvature();
    rule.factor = 20;
    EXPECT_EQ(count_of(rule, arch), (Count{10, false}));
    rule.factor = 21;  // 10.5 is cut to 10
    EXPECT_EQ(count_of(rule, arch), (Count{10, false}));
}

TEST(CurvesCountTest, CurvatureOfNoChordIsTheMostAndOfNoCurveTheLeast) {
    const Line closed{{0.25F, 0.5F}, {0.75F, 0.5F}, {0.25F, 0.5F}};
    EXPECT_EQ(count_of(by_curvature(), closed), (Count{32, false}));
    const Line point{{0.25F, 0.5F}, {0.25F, 0.5F}, {0.25F, 0.5F}};
    EXPECT_EQ(count_of(by_curvature(), point), (Count{4, false}));
    const Line straight{{0, 0}, {0.5F, 0.25F}, {1, 0.5F}};
    EXPECT_EQ(count_of(by_curvature(), straight), (Count{4, false}));
    EXPECT_EQ(count_of(by_curvature(), scaled(arch, 1e30F)), (Count{4, false}));  // inf / inf
}

TEST(CurvesCountTest, CurvatureIsThatInDoublePrecision) {
    int compared = 0;
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        const Line line = line_of({1, 0}, i);
        const double wanted = std::clamp(16 * curvature(line), 4.0, 32.0);
        if (std::abs(wanted - std::round(wanted)) < 1e-3 && wanted > 4 && wanted < 32) continue;
        ASSERT_EQ(count_of(by_curvature(), line).vertices, std::floor(wanted)) << i;
        ++compared;
    }
    EXPECT_GT(compared, 19'000);
}

TEST(CurvesCountTest, RandomLinesHaveTheKnownSharesOfCounts) {
    constexpr std::uint32_t lines = 100'000;
    double sum = 0, least = 0, most = 0, segments = 0;
    for (std::uint32_t i = 0; i < lines; ++i) {
        const std::uint32_t count = count_of(by_curvature(), line_of({1, 0}, i)).vertices;
        sum += count;
        least += count == 4 ? 1 : 0;
        most += count == 32 ? 1 : 0;
        segments += count_of(by_tolerance(0.0005F), line_of({1, 0}, i)).vertices - 1;
    }
    EXPECT_NEAR(sum / lines, 15.73, 0.1);
    EXPECT_NEAR(least / lines, 0.0998, 0.005);
    EXPECT_NEAR(most / lines, 0.1594, 0.005);
    EXPECT_NEAR(segments / lines, 21.2, 0.2);
}

TEST(CurvesCountTest, ToleranceTakesTheFewestSteps) {
    EXPECT_EQ(count_of(by_tolerance(0.25F), arch), (Count{2, false}));
    EXPECT_EQ(count_of(by_tolerance(0.2499F), arch), (Count{3, false}));
    EXPECT_EQ(count_of(by_tolerance(0.0625F), arch), (Count{3, false}));
    EXPECT_EQ(count_of(by_tolerance(0.0624F), arch), (Count{4, false}));
    EXPECT_EQ(count_of(by_tolerance(1e-4F), arch), (Count{51, false}));
}

TEST(CurvesCountTest, AStraightLineIsOneStep) {
    const Line straight{{0, 0}, {0.5F, 0.25F}, {1, 0.5F}};
    EXPECT_EQ(count_of(by_tolerance(1e-9F), straight), (Count{2, false}));
    const Line point{{0.25F, 0.5F}, {0.25F, 0.5F}, {0.25F, 0.5F}};
    EXPECT_EQ(count_of(by_tolerance(1e-9F), point), (Count{2, false}));
}

TEST(CurvesCountTest, TheCapCutsLinesOfEitherCount) {
    EXPECT_EQ(count_of(by_tolerance(1e-4F, 51), arch), (Count{51, false}));
    EXPECT_EQ(count_of(by_tolerance(1e-4F, 50), arch), (Count{50, true}));
    EXPECT_EQ(count_of(by_curvature(8), arch), (Count{8, false}));
    EXPECT_EQ(count_of(by_curvature(7), arch), (Count{7, true}));
    EXPECT_EQ(count_of(by_curvature(2), arch), (Count{2, true}));
    EXPECT_EQ(count_of(by_tolerance(1e-9F), scaled(arch, 1e30F)), (Count{1024, true}));  // inf
    EXPECT_EQ(count_of(by_tolerance(1), {{infinity, 0}, {infinity, 0}, {0, 0}}).vertices, 2U);
}

TEST(CurvesCountTest, ChordsAreAsNearAsTheTolerance) {
    for (const float tolerance : {0.02F, 0.0005F, 0.00002F})
        for (std::uint32_t i = 0; i < 300; ++i) {
            const Line line = line_of({1, 0}, i);
            const auto [count, cut] = count_of(by_tolerance(tolerance), line);
            ASSERT_FALSE(cut);
            const double error = chord_error(line, vertices_of(line, count));
            EXPECT_LE(error, tolerance * 1.0001 + 1e-7) << i;
            const double bound = bend(line) / (4.0 * (count - 1) * (count - 1));
            EXPECT_LE(error, bound + 1e-7);
        }
}

// So no count that follows from the bend alone could be smaller.
TEST(CurvesCountTest, TheBoundIsReachedByAnArch) {
    for (const std::uint32_t count : {2U, 3U, 5U, 9U}) {
        const double bound = 1.0 / (4 * (count - 1) * (count - 1));
        EXPECT_GT(chord_error(arch, vertices_of(arch, count)), 0.5 * bound);
    }
    EXPECT_DOUBLE_EQ(chord_error(arch, vertices_of(arch, 2)), 0.25);
}

TEST(CurvesVertexTest, TheFirstAndTheLastAreTheEnds) {
    for (std::uint32_t count = 2; count <= 1024; ++count) {
        const Line line = line_of({1, 0}, count);
        ASSERT_EQ(vertex_of(line, count, 0), line.start);
        ASSERT_EQ(vertex_of(line, count, count - 1), line.end);
    }
}

// All that vertices ask for.
TEST(CurvesVertexTest, SharesAreQuotientsBitForBit) {
    for (std::uint32_t last = 1; last < static_cast<std::uint32_t>(limits::cap.max); ++last) {
        const Shares share(last);
        for (std::uint32_t index = 0; index <= last; ++index)
            ASSERT_EQ(share(index), static_cast<float>(index) / static_cast<float>(last))
                << index << " of " << last;
    }
}

TEST(CurvesVertexTest, VerticesAreTheCurvesPoints) {
    for (std::uint32_t i = 0; i < 200; ++i) {
        const Line line = line_of({1, 0}, i);
        for (std::uint32_t at = 0; at < 33; ++at) {
            const double u = at / 32.0;
            const auto point = [&](double a, double b, double c) {
                return (1 - u) * (1 - u) * a + 2 * (1 - u) * u * b + u * u * c;
            };
            const Point vertex = vertex_of(line, 33, at);
            EXPECT_NEAR(vertex.x, point(line.start.x, line.control.x, line.end.x), 2e-7);
            EXPECT_NEAR(vertex.y, point(line.start.y, line.control.y, line.end.y), 2e-7);
        }
    }
}

TEST(CurvesReferenceTest, TheFirstDifferenceIsNamed) {
    const std::vector<Line> lines{line_of({1, 0}, 0), line_of({1, 0}, 1)};
    const Tessellation right = *expected_vertices(by_curvature(), lines, {});
    EXPECT_EQ(why_wrong(right, right), std::nullopt);
    Tessellation other = right;
    other.offsets[1] += 1;
    EXPECT_NE(why_wrong(right, other)->find("line 1 begins at vertex"), std::string::npos);
    other = right;
    other.vertices[3].y = std::nextafter(other.vertices[3].y, 2.0F);
    EXPECT_EQ(why_wrong(right, other)->find("vertex 3 is "), 0U);
    other = right;
    other.vertices.pop_back();
    EXPECT_NE(why_wrong(right, other)->find("vertices, and "), std::string::npos);
    other.offsets.pop_back();
    EXPECT_EQ(*why_wrong(right, other), "there are 2 offsets, and 3 are expected");
}

}  // namespace
}  // namespace mariani::curves
