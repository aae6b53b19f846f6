// Pictures once checked by eye: dwells exactly, colours within a small tolerance.
#include "render/picture/png.hpp"
#include "tests/command_line/program.hpp"
#include "tests/render/image_difference.hpp"

namespace mariani::app {
namespace {

struct Golden {
    const char* name;
    const char* arguments;
};

class GoldenTest : public ProgramTest, public testing::WithParamInterface<Golden> {};

TEST_P(GoldenTest, IsRenderedAgain) {
    const fs::path golden = fs::path(MARIANI_GOLDEN) / GetParam().name;
    const auto dwells = dwells_of(GetParam().arguments);
    const auto picture = render::read_png(folder / "out.png");
    if (!fs::exists(golden.string() + ".png") || !fs::exists(golden.string() + ".npy")) {
        const fs::path candidate = fs::path(MARIANI_CANDIDATES) / GetParam().name;
        fs::create_directories(candidate.parent_path());
        for (const std::string ending : {".png", ".npy"})
            fs::copy_file(folder / ("out" + ending), candidate.string() + ending,
                          fs::copy_options::overwrite_existing);
        FAIL() << golden << " is missing; look at " << candidate
               << ".png and, if it is right, copy "
               << "it and its .npy to " << golden.parent_path();
    }
    EXPECT_TRUE(dwells == read_dwells(golden.string() + ".npy")) << "the dwells differ";
    const auto expected = render::read_png(golden.string() + ".png");
    ASSERT_EQ(picture.size(), expected.size());
    EXPECT_LE(test::max_difference(picture, expected), 2);
}

INSTANTIATE_TEST_SUITE_P(
    Pictures, GoldenTest,
    testing::Values(
        Golden{"paper", "--view paper --size 128x128 --engine ex --mapping cyclic"},
        Golden{"paper-grid", "--view paper --size 128x128 --engine ask -B 8 --grid"},
        Golden{"seahorse-f32",
               "--center -0.7453,0.1127 --height 0.0065 --dwell 1000 --size 120x90 --engine ask "
               "--precision f32 --palette viridis --mapping stretched"},
        Golden{"seahorse-smooth",
               "--center -0.7453,0.1127 --height 0.0065 --dwell 1000 --size 120x90 --engine dp "
               "--precision f64 --palette twilight --mapping equalised --smooth"},
        Golden{"deep-f64",
               "--center -0.743643887037151,0.131825904205330 --height 1e-11 --dwell 4000 "
               "--size 96x96 --engine ask --scheme mbr --fill safe --palette inferno "
               "--mapping equalised"}),
    [](const auto& golden) {
        std::string name = golden.param.name;
        std::ranges::replace(name, '-', '_');
        return name;
    });

}  // namespace
}  // namespace mariani::app
