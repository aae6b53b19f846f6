// What is seen of a volume: planes, and rays to the first solid voxel, on both backends.
#include "compute/service/engine_registry.hpp"
#include "compute/workloads/volume/runner.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace mariani::volume {
namespace {

class VolumeSight : public testing::TestWithParam<Backend> {
  protected:
    void SetUp() override {
        if (const auto why = backend_unavailable(GetParam())) GTEST_SKIP() << *why;
    }

    Plan plan(Sides side, int axes = 3) const {
        Plan plan;
        plan.backend = GetParam();
        plan.side = side;
        plan.axes = axes;
        plan.g = 2;
        plan.B = 2;
        plan.dwell_limit = 60;
        return plan;
    }
};

std::unique_ptr<Runner> run(const Plan& plan) {
    EXPECT_EQ(why_invalid(plan).value_or(""), "");
    auto runner = make_runner(plan);
    Progress progress;
    EXPECT_TRUE(runner->run({}, progress).has_value());
    return runner;
}

// Towards the middle of the volume, from so far away in these directions.
Camera camera_at(const Sides& side, double yaw, double pitch, double distance) {
    const double across = std::cos(pitch);
    const std::array forward{-across * std::cos(yaw), -std::sin(pitch), -across * std::sin(yaw)};
    const std::array right{-std::sin(yaw), 0.0, std::cos(yaw)};
    Camera camera;
    camera.size = {26, 20};
    const double pixel = 1.0 / camera.size.height;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t next = (axis + 1) % 3, after = (axis + 2) % 3;
        camera.eye.at[axis] = static_cast<float>(0.5 * side.of[axis] - distance * forward[axis]);
        camera.forward.at[axis] = static_cast<float>(forward[axis]);
        camera.right.at[axis] = static_cast<float>(pixel * right[axis]);
        camera.down.at[axis] = static_cast<float>(
            pixel * (forward[next] * right[after] - forward[after] * right[next]));
    }
    return camera;
}

// Where a ray is within a voxel; nothing if it is for less than the rounding of sums.
struct Passage {
    float in, out;
};
std::optional<Passage> passage(const Voxel& voxel, const Place& eye, const Place& along) {
    Passage passage{0, 1e30f};
    for (int axis = 0; axis < 3; ++axis) {
        const bool up = along.at[axis] > 0;
        const auto from = static_cast<float>(voxel.at[axis]) - eye.at[axis];
        const float near = up ? from : from + 1, far = up ? from + 1 : from;
        passage.in = std::max(passage.in, near / along.at[axis]);
        passage.out = std::min(passage.out, far / along.at[axis]);
    }
    if (!(passage.in + 1e-3f < passage.out)) return std::nullopt;
    return passage;
}

// The least depth of all solid voxels that a ray passes.
float first_solid(const Plan& plan, const std::vector<std::byte>& output, const Look& look,
                  const Place& along) {
    float least = std::numeric_limits<float>::infinity();
    Sides side = plan.side;
    side.of[3] = 1;
    for (Index t = 0; t < voxel_count(side); ++t) {
        if (dwell_at(plan, output, voxel_count(side) * look.section + t) < look.solid) continue;
        const Voxel voxel = voxel_of(Box{{}, side}, static_cast<std::uint64_t>(t));
        if (const auto passed = passage(voxel, look.camera.eye, along))
            least = std::min(least, passed->in);
    }
    return least;
}

// How many pixels see something: all that see it see the first.
int expect_first_solid(const Plan& plan, Runner& runner, const Look& look) {
    const auto output = runner.output();
    const auto sights = runner.look(look, {});
    EXPECT_TRUE(sights.has_value());
    int seen = 0;
    for (int y = 0; y < look.camera.size.height; ++y)
        for (int x = 0; x < look.camera.size.width; ++x) {
            const Sight& sight =
                sights->at(static_cast<std::size_t>(y * look.camera.size.width + x));
            const float expected = first_solid(plan, output, look, look.camera.ray(x, y));
            if (std::isinf(expected)) continue;  // or a voxel is grazed
            EXPECT_LE(sight.depth, expected + 1e-3f) << x << " " << y;
            EXPECT_GE(sight.depth, expected - 1.8f) << x << " " << y;  // a grazed one before it
            seen += std::abs(sight.depth - expected) < 1e-3f ? 1 : 0;
        }
    return seen;
}

const Sides odd_sides{{17, 30, 23, 1}}, four_axes{{12, 11, 9, 10}};

TEST_P(VolumeSight, ARayEndsAtTheFirstSolidVoxel) {
    const Plan asked = plan(odd_sides);
    const auto runner = run(asked);
    for (const auto& [yaw, pitch, distance] :
         {std::array{0.3, 0.4, 60.0}, {2.2, -0.7, 40.0}, {4.0, 1.2, 35.0}, {5.5, 0.1, 2.0}})
        for (const std::uint32_t solid : {60U, 4U})
            EXPECT_GT(expect_first_solid(asked, *runner,
                                         {camera_at(odd_sides, yaw, pitch, distance), solid, 0}),
                      20)
                << yaw << " " << solid;
}

TEST_P(VolumeSight, OfFourAxesASectionIsSeen) {
    const Plan asked = plan(four_axes, 4);
    const auto runner = run(asked);
    for (const int section : {0, 4, 9})
        EXPECT_GT(
            expect_first_solid(asked, *runner, {camera_at(four_axes, 0.7, 0.5, 25), 3, section}),
            20)
            << section;
}

TEST_P(VolumeSight, RegionsThatAreSteppedOverChangeNothing) {
    Plan asked = plan(odd_sides);
    asked.rule = Rule::interior;
    const Look look{camera_at(odd_sides, 0.9, 0.3, 50), 60, 0};
    const auto expected = run(asked)->look(look, {});
    for (const auto& [g, r, B] : {std::array{1, 2, 64}, {5, 3, 1}, {16, 2, 2}}) {
        asked.g = g, asked.r = r, asked.B = B;
        const auto found = run(asked)->look(look, {});
        for (std::size_t i = 0; i < found->size(); ++i) {
            ASSERT_NEAR(found->at(i).depth, expected->at(i).depth, 1e-3) << i;
            ASSERT_EQ(found->at(i).dwell, expected->at(i).dwell) << i;
        }
    }
}

TEST_P(VolumeSight, ASurfaceFacesTheEye) {
    Plan asked = plan({{32, 32, 32, 1}});
    const auto runner = run(asked);
    const Look look{camera_at(asked.side, 0.6, 0.4, 60), 30, 0};
    const auto sights = runner->look(look, {});
    int seen = 0, away = 0;
    for (int y = 0; y < look.camera.size.height; ++y)
        for (int x = 0; x < look.camera.size.width; ++x) {
            const Sight& sight =
                sights->at(static_cast<std::size_t>(y * look.camera.size.width + x));
            if (sight.depth < 0 || sight.dwell >= 30) continue;  // or the volume ends there
            const Place along = look.camera.ray(x, y);
            float towards = 0, square = 0;
            for (int axis = 0; axis < 3; ++axis) {
                towards -= along.at[axis] * static_cast<float>(sight.normal[axis]);
                square += static_cast<float>(sight.normal[axis] * sight.normal[axis]);
            }
            EXPECT_NEAR(std::sqrt(square), 127, 2);
            ++seen;
            away += towards < 0 ? 1 : 0;
        }
    EXPECT_GT(seen, 50);
    EXPECT_LT(away, seen / 10);
}

TEST_P(VolumeSight, AnotherRunIsSeenAnew) {
    Plan asked = plan({{24, 24, 24, 1}});
    const auto runner = run(asked);
    const Look look{camera_at(asked.side, 0.6, 0.4, 50), 20, 0};
    const auto before = runner->look(look, {});
    runner->turn_to(0.25);
    Progress progress;
    ASSERT_TRUE(runner->run({}, progress).has_value());
    asked.turn = 0.25;
    const auto turned = runner->look(look, {});
    EXPECT_NE(turned, before);
    EXPECT_EQ(turned, run(asked)->look(look, {}));
}

TEST_P(VolumeSight, APlaneIsACutOfTheVolume) {
    const Plan asked = plan(four_axes, 4);
    const auto runner = run(asked);
    const auto output = runner->output();
    for (const Plane& plane :
         {Plane{0, 1, {{0, 0, 3, 7}}}, {2, 1, {{5, 0, 0, 2}}}, {0, 3, {{0, 10, 8, 0}}}}) {
        const auto dwells = runner->plane(plane);
        const ImageSize size = plane.size(asked);
        ASSERT_EQ(std::ssize(dwells), pixel_count(size));
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                ASSERT_EQ(dwells[static_cast<std::size_t>(y * size.width + x)],
                          dwell_at(asked, output, index_of(asked.side, plane.voxel(x, y))));
    }
}

TEST_P(VolumeSight, PlanesAreSummarisedTogether) {
    for (const std::uint32_t limit : {1U, 60U, 70'000U}) {
        Plan asked = plan(odd_sides);
        asked.dwell_limit = limit;
        const auto runner = run(asked);
        const std::vector<Plane> planes{{0, 1, {{0, 0, 11, 0}}}, {2, 1, {{8, 0, 0, 0}}}};
        std::vector<std::uint32_t> all = runner->plane(planes[0]);
        for (const std::uint32_t dwell : runner->plane(planes[1])) all.push_back(dwell);
        EXPECT_EQ(runner->summary(planes),
                  summarise({{0, 0, static_cast<int>(all.size()), 1}, all}, limit));
    }
}

// What is painted where the volume lies has the bytes of the same drawn here from its dwells.
std::vector<std::uint32_t> some_colours(const Plan& plan) {
    std::vector<std::uint32_t> colours;
    for (std::uint32_t dwell = 0; dwell <= plan.dwell_limit; ++dwell)
        colours.push_back(dwell * 2'654'435'761U >> 8);
    return colours;
}

TEST_P(VolumeSight, APaintedPlaneHasTheMeansOfItsColours) {
    for (const bool wide : {false, true}) {
        Plan asked = plan(odd_sides);
        if (wide) asked.dwell_limit = 70'000;
        const auto runner = run(asked);
        const auto output = runner->output();
        const auto colours = some_colours(asked);
        std::vector<std::uint32_t> dwells;
        for (Index i = 0; i < voxel_count(asked.side); ++i)
            dwells.push_back(dwell_at(asked, output, i));
        for (const Plane& plane : {Plane{0, 1, {{0, 0, 11, 0}}}, {2, 1, {{8, 0, 0, 0}}}})
            for (const ImageSize size : {ImageSize{17, 30}, {9, 11}, {50, 61}}) {
                const PaintedPlane<std::uint32_t> painted{dwells.data(), asked.side, plane, size,
                                                          colours.data()};
                std::vector<std::uint8_t> expected;
                for (int y = 0; y < size.height; ++y)
                    for (int x = 0; x < size.width; ++x) {
                        const Tone tone = painted.pixel(x, y);
                        expected.insert(expected.end(), {tone.r, tone.g, tone.b});
                    }
                ASSERT_EQ(runner->paint(plane, size, colours), expected);
            }
    }
}

TEST_P(VolumeSight, PaintedSpaceHasTheSightsLit) {
    const Plan asked = plan(odd_sides);
    const auto runner = run(asked);
    const auto colours = some_colours(asked);
    const Look look{camera_at(odd_sides, 0.7, 0.4, 60), 20, 0};
    const Scenery scenery{{0.003, -0.004, 0.005}, 20, 25, {22, 24, 29}, {206, 208, 214}};
    const auto sights = runner->look(look, {});
    const auto painted = runner->paint(look, scenery, colours, {});
    ASSERT_TRUE(sights && painted);
    int seen = 0;
    PaintedSpace expected(look.camera.size);
    for (std::size_t i = 0; i < sights->size(); ++i) {
        scenery.paint((*sights)[i], colours.data(), &expected.rgb[3 * i], expected.depths[i]);
        seen += (*sights)[i].depth < 0 ? 0 : 1;
    }
    EXPECT_GT(seen, 30);
    EXPECT_EQ(*painted, expected);
}

// The four_axes axes' volume has both in it: n is odd_sides, so that a voxel has w.re or w.im 0.
TEST_P(VolumeSight, AQuarterOfATurnLeadsToTheOtherAxisOfW) {
    for (const auto precision : {Precision::f32, Precision::f64}) {
        Plan all = plan({{13, 14, 15, 15}}, 4);
        all.precision = precision;
        all.engine = EngineKind::ex;
        const auto volume = run(all);
        Plan turned = all;
        turned.axes = 3;
        turned.side.of[3] = 1;
        const auto runner = make_runner(turned);
        for (const auto& [turn, sign] : {std::pair(0.0, 1), {0.25, 1}, {0.5, -1}, {0.75, -1}}) {
            runner->turn_to(turn);
            Progress progress;
            ASSERT_TRUE(runner->run({}, progress).has_value());
            const bool aside = turn == 0.25 || turn == 0.75;
            for (int z = 0; z < 15; ++z) {
                const auto at = static_cast<std::int16_t>(sign > 0 ? z : 14 - z);
                const Voxel there = aside ? Voxel{{0, 0, 7, at}} : Voxel{{0, 0, at, 7}};
                EXPECT_EQ(runner->plane({0, 1, {{0, 0, static_cast<std::int16_t>(z), 0}}}),
                          volume->plane({0, 1, there}))
                    << turn << " " << z;
            }
        }
    }
}

// The set of w = 0 is there whatever the turn, and there is more of it beside.
TEST_P(VolumeSight, WTurnsAroundTheMandelbrotSet) {
    Plan asked = plan({{31, 31, 31, 1}});
    const auto middle = run(asked)->plane({0, 1, {{0, 0, 15, 0}}});
    const auto beside = run(asked)->plane({0, 1, {{0, 0, 20, 0}}});
    asked.turn = 0.1;
    EXPECT_EQ(run(asked)->plane({0, 1, {{0, 0, 15, 0}}}), middle);
    EXPECT_NE(run(asked)->plane({0, 1, {{0, 0, 20, 0}}}), beside);
}

TEST(VolumeTurnTest, OnlyAnAxisOfWTurns) {
    Plan plan;
    plan.turn = 0.5;
    EXPECT_EQ(why_invalid(plan).value_or(""), "");
    plan.turn = 1.5;
    EXPECT_TRUE(why_invalid(plan).has_value());
    plan.turn = 0.5;
    plan.function = Function::mandelbulb;
    EXPECT_TRUE(why_invalid(plan).has_value());
    plan.function = Function::julibrot;
    plan.axes = 4;
    plan.side = {{16, 16, 16, 16}};
    EXPECT_TRUE(why_invalid(plan).has_value());
}

INSTANTIATE_TEST_SUITE_P(Backends, VolumeSight, testing::Values(Backend::cpu, Backend::cuda),
                         [](const auto& backend) {
                             return "on_" + std::string(name_of(backend.param));
                         });

}  // namespace
}  // namespace mariani::volume
