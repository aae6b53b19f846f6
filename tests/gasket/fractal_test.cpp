#include "compute/workloads/gasket/fractal.hpp"

#include "compute/workloads/gasket/shape.hpp"

#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace mariani::gasket {
namespace {

// What validate() says of it; empty: nothing.
std::string refusal_of(const Fractal& fractal) {
    try {
        validate(fractal);
    } catch (const std::invalid_argument& why) {
        return why.what();
    }
    return "";
}

TEST(FractalTest, TheSeedsTableIsReady) {
    const std::map<std::string, std::pair<int, int>> copies_and_side{
        {"gasket", {3, 2}}, {"chandelier", {4, 3}}, {"h", {7, 3}},
        {"candy", {12, 4}}, {"carpet", {8, 3}},     {"x", {5, 3}},
        {"vicsek", {5, 3}}, {"bottles", {7, 3}},    {"cantor", {2, 3}}};
    EXPECT_EQ(named_fractals().size(), copies_and_side.size());
    for (const auto& [name, expected] : copies_and_side) {
        const Fractal* fractal = find_fractal(name);
        ASSERT_TRUE(fractal) << name;
        EXPECT_EQ(fractal->offsets.size(), static_cast<std::size_t>(expected.first)) << name;
        EXPECT_EQ(fractal->side, expected.second) << name;
        EXPECT_EQ(refusal_of(*fractal), "") << name;
    }
    EXPECT_EQ(find_fractal("Gasket"), nullptr);
}

TEST(FractalTest, RefusesWhatIsNoFractalAndSaysWhatIsAllowed) {
    EXPECT_NE(refusal_of({"own", 1, {{0, 0}}}).find("2 to 8"), std::string::npos);
    EXPECT_NE(refusal_of({"own", 9, {{0, 0}}}).find("not 9"), std::string::npos);
    EXPECT_NE(refusal_of({"own", 3, {}}).find("at least one"), std::string::npos);
    EXPECT_THROW(parse_fractal("2:0,0"), std::invalid_argument) << "a point, which no one asks for";
    EXPECT_EQ(parse_fractal("2:0,0/1,1").offsets.size(), 2U);
    EXPECT_NE(refusal_of({"own", 3, {{0, 0}, {3, 0}}}).find("3,0"), std::string::npos);
    EXPECT_NE(refusal_of({"own", 3, {{0, 0}, {0, -1}}}).find("0,-1"), std::string::npos);
    EXPECT_NE(refusal_of({"own", 3, {{1, 2}, {0, 0}, {1, 2}}}).find("overlap"), std::string::npos);
    EXPECT_EQ(refusal_of({"own", 8, {{7, 7}}}), "");
}

TEST(FractalTest, LevelsEndWhereNumbersWould) {
    EXPECT_EQ(max_level(*find_fractal("gasket")), 20);  // 3.5e9 cells
    EXPECT_EQ(max_level(*find_fractal("carpet")), 10);  // 2^30; 2^33 would be too many
    EXPECT_EQ(max_level(*find_fractal("cantor")), 18);  // 3^18 < 2^30 < 3^19
    EXPECT_EQ(max_level({"all", 2, {{0, 0}, {1, 0}, {0, 1}, {1, 1}}}), 15);  // 4^16 = 2^32
    for (const auto& fractal : named_fractals()) {
        EXPECT_NO_THROW(shape_of(fractal, max_level(fractal)));
        EXPECT_THROW(shape_of(fractal, max_level(fractal) + 1), std::invalid_argument);
        EXPECT_THROW(shape_of(fractal, -1), std::invalid_argument);
    }
}

}  // namespace
}  // namespace mariani::gasket
