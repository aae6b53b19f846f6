// Antialiased pictures, compared with the mean of finer ones, whose pixels are their samples.
#include "render/picture/png.hpp"
#include "render/picture/supersampling.hpp"
#include "tests/command_line/program.hpp"

#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

class AntialiasingTest : public ProgramTest {
  protected:
    render::Image rendered(const std::string& arguments) {
        const auto outcome = run("render -o out.png " + arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return render::read_png(folder / "out.png");
    }

    // The mean of each square of side x side pixels.
    static render::Image reduced(const render::Image& fine, int side) {
        const ImageSize size{fine.size().width / side, fine.size().height / side};
        render::Image mean(size, render::PixelFormat::rgb);
        const auto& light = render::linear_light();
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                std::uint32_t r = 0, g = 0, b = 0;
                for (int i = 0; i < side * side; ++i) {
                    const auto c = fine.at(x * side + i % side, y * side + i / side);
                    r += light[c.r], g += light[c.g], b += light[c.b];
                }
                const auto count = static_cast<std::uint32_t>(side * side);
                mean.set(x, y,
                         {render::srgb_of_mean(r, count), render::srgb_of_mean(g, count),
                          render::srgb_of_mean(b, count)});
            }
        return mean;
    }
};

// All coordinates are sums of few powers of two, so that both pictures compute the same points.
const std::string plain =
    "--center -0.75,0.125 --height 0.5 --dwell 200 --mapping cyclic --precision f64 --engine ex ";

TEST_F(AntialiasingTest, EachPixelIsTheMeanOfItsSamples) {
    for (const int side : {2, 4, 8}) {
        const auto antialiased = rendered(plain + fmt::format("--size 64x32 --samples {}", side));
        const auto fine = rendered(plain + fmt::format("--size {}x{}", 64 * side, 32 * side));
        EXPECT_EQ(antialiased, reduced(fine, side)) << side;
        EXPECT_NE(antialiased, rendered(plain + "--size 64x32"));
    }
}

TEST_F(AntialiasingTest, InPicturesThatAreMadeInPartsToo) {
    const std::string cyclic = "--mapping cyclic --precision f64 --engine ex --height 0.0078125 ";
    const auto antialiased = rendered(cyclic + "--center -0.75,0.125 --size 8192x16 --samples 2");
    for (const bool left : {true, false}) {  // the finer one is too wide to be read in one piece
        const std::string centre = left ? "--center -1.75,0.125 " : "--center 0.25,0.125 ";
        const auto expected = reduced(rendered(cyclic + centre + "--size 8192x32"), 2);
        for (int y = 0; y < 16; ++y)
            for (int x = 0; x < 4096; ++x)
                ASSERT_EQ(antialiased.at(left ? x : x + 4096, y), expected.at(x, y));
    }
}

TEST_F(AntialiasingTest, DwellsAndRegionsStayThoseOfThePixels) {
    const std::string view =
        "render -o out.png --view seahorse --size 80x60 --engine ask "
        "--dwell-out d.npy --regions-out r.csv ";
    ASSERT_EQ(run(view).status, 0);
    const auto dwells = text_of(folder / "d.npy"), regions = text_of(folder / "r.csv");
    ASSERT_EQ(run(view + "--samples 3").status, 0);
    EXPECT_EQ(text_of(folder / "d.npy"), dwells);
    EXPECT_EQ(text_of(folder / "r.csv"), regions);
}

TEST_F(AntialiasingTest, IsRestoredWithThePicture) {
    ASSERT_EQ(run("render -o first.png --view seahorse --size 60x40 --samples 3").status, 0);
    ASSERT_EQ(run("render -o second.png first.png").status, 0);
    EXPECT_EQ(text_of(folder / "second.png"), text_of(folder / "first.png"));
}

TEST_F(AntialiasingTest, OnlyDwellsAreAntialiased) {
    for (const std::string shown : {"work", "level", "outcome"}) {
        const std::string view = "--view seahorse --size 60x40 --engine ask --show " + shown;
        EXPECT_EQ(rendered(view + " --samples 4"), rendered(view)) << shown;
    }
}

TEST_F(AntialiasingTest, TheSamplesAreFrom1To8) {
    for (const std::string wrong : {"0", "9", "-1", "two"})
        expect_one_line(run("render -o x.png --samples " + wrong), 2, "a whole number from 1 to 8");
}

}  // namespace
}  // namespace mariani::app
