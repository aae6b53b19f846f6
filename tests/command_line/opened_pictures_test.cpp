// The pictures of `render`, of every workload: each carries settings with which the window opens
// the same.
#include "app/files/picture_file.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/settings/volume_settings.hpp"
#include "compute/workloads/curves/plan.hpp"
#include "compute/workloads/volume/plan.hpp"
#include "tests/command_line/program.hpp"

namespace mariani::app {
namespace {

class OpenedPictures : public ProgramTest {
  protected:
    RestoredPicture opened(const std::string& arguments) const {
        const auto outcome = run("render -o a.png --backend cpu " + arguments);
        EXPECT_EQ(outcome.status, 0) << arguments << "\n" << outcome.err;
        return read_picture(folder / "a.png");
    }
};

TEST_F(OpenedPictures, OfAllWorkloadsKnowTheirTab) {
    for (const auto& [arguments, workload] : std::vector<std::pair<std::string, Workload>>{
             {"--size 64x48 --grid --samples 2", Workload::mandelbrot},
             {"--size 64x48 --center -1.25,0 --height 1e-20", Workload::mandelbrot},
             {"--workload triangle --n 64", Workload::triangle},
             {"--workload triangle --n 64 --test collision --features 3", Workload::triangle},
             {"--workload gasket --r 4 --size 64x48", Workload::gasket},
             {"--workload gasket --r 4 --size 64x48 --engine table --tiles", Workload::gasket},
             {"--workload curves --side 64", Workload::curves},
             {"--workload curves --side 64 --factor 5 --engine dp --pool 3", Workload::curves},
             {"--workload curves --side 64 --height 30 --tolerance 1500", Workload::curves},
             {"--workload points --side 64", Workload::points},
             {"--workload volume --n 12", Workload::volume},
             {"--workload volume --n 12 --engine ex --k 2", Workload::volume},
             {"--workload volume --n 8 --k 4 --slice z=3 --slice u=2 --grid", Workload::volume},
             {"--workload volume --n 12 --function mandelbulb --height 200 --center 5,0",
              Workload::volume},
             {"--workload volume --n 8 --engine dp --pool 7 --B 2 --rule interior",
              Workload::volume}}) {
        SCOPED_TRACE(arguments);
        const auto picture = opened(arguments);
        EXPECT_EQ(picture.settings.workload, workload);
        EXPECT_TRUE(picture.notices.empty());
        ASSERT_TRUE(picture.size);
        EXPECT_GT(pixel_count(*picture.size), 0);
    }
}

TEST_F(OpenedPictures, OfCurvesLeadToTheSameCurves) {
    const auto picture = opened(
        "--workload curves --side 100 --lines 30 --tolerance 0.7 --cap 40 --seed 9 --time 0.05 "
        "--engine dp --pool 12 --repair off --parent-block 96 --child-block 64 --center 0.25,0.75 "
        "--height 0.5");
    const CurvesSettings& shown = *picture.settings.curves;
    const auto plan =
        curves::resolve(curves_request(shown, picture.size->height), "there is none").front();
    curves::Plan expected;
    expected.lines = 30;
    expected.tolerance = 0.7;
    expected.cap = 40;
    expected.rule.tolerance = static_cast<float>(0.7 / 200);
    expected.rule.cap = 40;
    expected.seed = 9;
    expected.time = 0.05;
    expected.engine = curves::EngineKind::dp;
    expected.pool = 12;
    expected.repair = false;
    expected.parent_block = 96;
    expected.child_block = 64;
    EXPECT_EQ(plan, expected);
    EXPECT_EQ(std::tie(shown.center_x, shown.center_y, shown.height), std::tuple(0.25, 0.75, 0.5));
}

TEST_F(OpenedPictures, OfVolumesLeadToTheSameVolumeAndColours) {
    const auto picture = opened(
        "--workload volume --n 24 --k 3 --dwell 99 --center -0.7,0.1 --height 1.5 --g 3 --r 3 --B "
        "2 --engine ask --encoding levels --order sorted --scheme mbr --rule interior --precision "
        "f64 --slice z=5 --palette viridis --grid");
    const VolumeSettings& shown = *picture.settings.volume;
    const auto plan = volume::resolve(volume_request(shown), "there is none");
    volume::Plan expected;
    expected.side = {{24, 24, 24, 1}};
    expected.dwell_limit = 99;
    expected.centre_re = -0.7;
    expected.centre_im = 0.1;
    expected.height = 1.5;
    expected.g = 3;
    expected.r = 3;
    expected.B = 2;
    expected.encoding = volume::Encoding::levels;
    expected.order = volume::Order::sorted;
    expected.scheme = Scheme::mbr;
    expected.rule = volume::Rule::interior;
    expected.precision = Precision::f64;
    EXPECT_EQ(plan, expected);
    EXPECT_EQ(shown.z, 5);
    EXPECT_EQ(shown.x, std::nullopt);
    EXPECT_TRUE(shown.grid);
    EXPECT_EQ(picture.settings.colouring.palette, "viridis");
}

}  // namespace
}  // namespace mariani::app
