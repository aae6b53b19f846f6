// Launches that fail without repair: their lines have no vertices, and are dashed in pictures.
#include "app/workloads/curves/picture.hpp"
#include "app/workloads/strokes.hpp"
#include "compute/workloads/curves/reference.hpp"
#include "compute/workloads/curves/runner.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include <gtest/gtest.h>

namespace mariani::curves {
namespace {

// By one thread, all of whose launches are made before the first one runs.
Plan unrepaired(EngineKind engine, std::int64_t lines, int pool) {
    Plan plan;
    plan.engine = engine;
    plan.lines = lines;
    plan.parent_block = 1024;
    plan.pool = pool;
    plan.repair = false;
    plan.threads = 1;
    return plan;
}

std::int64_t empty_lines(const Tessellation& tessellation) {
    std::int64_t count = 0;
    for (std::size_t i = 0; i + 1 < tessellation.offsets.size(); ++i)
        count += tessellation.offsets[i] == tessellation.offsets[i + 1] ? 1 : 0;
    return count;
}

TEST(CurvesLostLinesTest, AsManyAreLostAsThereAreLaunchesMoreThanThePoolHolds) {
    for (const int pool : {1, 100, 999, 1000, 2048}) {
        SCOPED_TRACE(pool);
        const Plan plan = unrepaired(EngineKind::dp, 1000, pool);
        const auto runner = make_runner(plan);
        for (int run = 0; run < 2; ++run) {  // the second finds what the first one left
            const auto stats = runner->run({});
            ASSERT_TRUE(stats);
            const std::int64_t lost = std::max(0, 1000 - pool);
            EXPECT_EQ(stats->failed_launches, lost);
            EXPECT_EQ(stats->lost_lines, lost);
            EXPECT_EQ(stats->child_launches, 1000 - lost);
            EXPECT_EQ(stats->most_pending, std::min(1000, pool));
            const auto found = runner->tessellation();
            EXPECT_EQ(empty_lines(found), lost);
            EXPECT_EQ(stats->vertices, static_cast<std::int64_t>(found.vertices.size()));
        }
    }
}

TEST(CurvesLostLinesTest, ALostLaunchTakesAllOfItsLinesAlong) {
    const auto lost = [](EngineKind engine, std::int64_t lines, int parent_block) {
        Plan plan = unrepaired(engine, lines, 1);
        plan.parent_block = parent_block;
        const auto runner = make_runner(plan);
        return runner->run({})->lost_lines;
    };
    EXPECT_EQ(lost(EngineKind::dp_warp, 1000, 1024), 1000 - 32);  // 32 launches, of which one ran
    EXPECT_EQ(lost(EngineKind::dp_grid, 1000, 1024), 0);          // one launch
    EXPECT_EQ(lost(EngineKind::flat, 1000, 1024), 0);
    EXPECT_EQ(lost(EngineKind::scan, 1000, 1024), 0);
}

TEST(CurvesLostLinesTest, CutLinesAreNotLostOnes) {
    Plan plan = unrepaired(EngineKind::dp, 500, 50);
    plan.rule.cap = 3;
    const auto runner = make_runner(plan);
    const auto stats = runner->run({});
    const auto lines = runner->lines();
    const auto found = runner->tessellation();
    std::int64_t cut = 0;
    for (std::size_t i = 0; i < lines.size(); ++i)
        cut += found.offsets[i] != found.offsets[i + 1] && count_of(plan.rule, lines[i]).cut;
    EXPECT_EQ(stats->lost_lines, 450);
    EXPECT_EQ(stats->cut_lines, cut);
    EXPECT_GT(cut, 0);
}

using app::CurvesPart;
using render::Rgb8;

// As if all of the lines were in view.
app::CurvesInView all_of(const Tessellation& tessellation) {
    app::CurvesInView seen{{}, tessellation, {}};
    seen.vertices.add(tessellation.offsets);
    seen.numbers.resize(tessellation.offsets.size() - 1);
    std::iota(seen.numbers.begin(), seen.numbers.end(), 0U);
    return seen;
}

// A level line across the middle of the square, as it is drawn: the pixels along it.
std::vector<Rgb8> middle_row(const Tessellation& tessellation, const CurvesPart& part = {}) {
    const std::vector<Line> lines{{{0.1F, 0.5F}, {0.5F, 0.5F}, {0.9F, 0.5F}}};
    const auto seen = all_of(tessellation);
    const auto image = app::draw_curves({seen, lines}, part, {400, 400}, {});
    std::vector<Rgb8> row;
    for (int x = 0; x < 400; ++x) row.push_back(image->at(x, 199));
    return row;
}

// How often it begins in the row.
std::ptrdiff_t pieces(const std::vector<Rgb8>& row) {
    std::ptrdiff_t count = 0;
    for (std::size_t x = 1; x < row.size(); ++x)
        count += row[x - 1] == render::role::ground && row[x] != render::role::ground ? 1 : 0;
    return count;
}

TEST(CurvesLostLinesTest, ALostLineIsDashedWhereItWouldBe) {
    const auto lost = middle_row({{0, 0}, {}});
    EXPECT_EQ(pieces(lost), 23);  // 320 pixels, of which 7 in 14 are drawn
    EXPECT_EQ(lost[30], render::role::ground);
    EXPECT_NE(lost[44], render::role::ground);
    EXPECT_EQ(lost[370], render::role::ground);
    const std::vector<Point> ends{{0.1F, 0.5F}, {0.9F, 0.5F}};
    EXPECT_EQ(pieces(middle_row({{0, 2}, ends})), 1);
}

TEST(CurvesLostLinesTest, DashesOfANearViewAreAsLong) {
    const auto near = middle_row({{0, 0}, {}}, {0.5, 0.5, 0.05});
    EXPECT_NEAR(static_cast<double>(pieces(near)), 400 / 14.0, 2);
}

TEST(CurvesColoursTest, LinesOfAParentBlockHaveAColourInCommonWhereItIsAskedFor) {
    const auto level = [](float y) { return Line{{0, y}, {0.5F, y}, {1, y}}; };
    const std::vector<Line> lines{level(0.875F), level(0.625F), level(0.375F), level(0.125F)};
    const app::CurvesInView four = all_of(*expected_vertices({}, lines, {}));
    const auto colours = [&](const app::DrawnCurves& drawn) {
        const auto image = app::draw_curves(drawn, {}, {800, 800}, {});
        std::vector<Rgb8> found;
        for (const int y : {99, 299, 499, 699}) found.push_back(image->at(400, y));
        return found;
    };
    using app::LineColour;
    const auto by_vertices = colours({four, lines});
    const auto by_block = colours({four, lines, LineColour::block, 2});
    EXPECT_EQ(by_vertices, std::vector(4, by_vertices[0]));
    EXPECT_EQ(by_block[0], by_block[1]);
    EXPECT_EQ(by_block[2], by_block[3]);
    EXPECT_NE(by_block[0], by_block[2]);
    const BlockTrace trace{{0, 7, 0, BlockUse::useful, 0, 10},
                           {1, 9, 0, BlockUse::useful, 400, 410},
                           {2, 7, 0, BlockUse::useful, 800, 900},
                           {3, 9, 0, BlockUse::useful, 800, 950}};
    const auto by_unit = colours({four, lines, LineColour::unit, 1, &trace});
    EXPECT_EQ(by_unit[0], by_unit[2]);
    EXPECT_EQ(by_unit[1], by_unit[3]);
    EXPECT_NE(by_unit[0], by_unit[1]);
    const auto by_start = colours({four, lines, LineColour::start, 1, &trace});
    EXPECT_LT(by_start[0].r, by_start[1].r) << "from dark to light";
    EXPECT_LT(by_start[1].r, by_start[2].r);
    EXPECT_EQ(by_start[2], by_start[3]);
}

TEST(CurvesColoursTest, TheLegendSaysWhatColoursTell) {
    const std::vector<Line> lines{{{0, 0}, {0.5F, 1}, {1, 0}}, {{1, 0}, {1, 0.5F}, {1, 1}}};
    const app::CurvesInView two = all_of(*expected_vertices({}, lines, {}));
    const BlockTrace trace{{0, 7, 0, BlockUse::useful, 0, 10},
                           {1, 9, 0, BlockUse::useful, 2'000'000, 2'000'100}};
    using app::LineColour;
    const auto texts = [&](const app::DrawnCurves& drawn) {
        std::vector<std::string> all;
        for (const auto& entry : legend_of(drawn, Backend::cpu)) all.push_back(entry.text);
        return all;
    };
    using Texts = std::vector<std::string>;
    EXPECT_EQ(texts({two, lines}), (Texts{"2 vertices", "33 vertices"}));
    EXPECT_EQ(texts({two, lines, LineColour::block, 2}), Texts{});
    EXPECT_EQ(texts({two, lines, LineColour::unit, 1, &trace}), (Texts{"thread 7", "thread 9"}));
    EXPECT_EQ(texts({two, lines, LineColour::start, 1, &trace}),
              (Texts{"begins first", "begins last, at 2 ms"}));
}

TEST(CurvesLostLinesTest, LostLinesAreLeftOutOfWhatIsExpected) {
    const std::vector<Line> lines{line_of({1, 0}, 0), line_of({1, 0}, 1), line_of({1, 0}, 2)};
    const Tessellation all = *expected_vertices({}, lines, {});
    Tessellation found = *expected_vertices({}, std::vector{lines[0], lines[2]}, {});
    found.offsets.insert(found.offsets.begin() + 1, found.offsets[1]);  // the second is lost
    EXPECT_EQ(why_wrong(without_lost(all, found), found).value_or(""), "");
    EXPECT_EQ(why_wrong(without_lost(all, all), all).value_or(""), "");
    found.vertices.back().x += 1;
    EXPECT_NE(why_wrong(without_lost(all, found), found), std::nullopt);
    found.offsets.pop_back();
    EXPECT_EQ(*why_wrong(without_lost(all, found), found),
              "there are 3 offsets, and 4 are expected");
}

}  // namespace
}  // namespace mariani::curves
