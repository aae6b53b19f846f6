#include "app/files/picture_file.hpp"
#include "compute/service/engine_dispatcher.hpp"
#include "render/picture/overlay_style.hpp"
#include "tests/command_line/program.hpp"
#include "tests/files/subdivision_of.hpp"

#include <algorithm>
#include <complex>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <thread>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using RenderTest = ProgramTest;

render::Image picture(const fs::path& path) {
    return render::read_png(path);
}

TEST_F(RenderTest, TakesMoreThreadsThanThereAreProcessors) {
    const auto threads = std::to_string(std::thread::hardware_concurrency() + 3);
    const auto outcome = run("render -o out.png --view paper --size 64x64 --threads " + threads);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_SAYS(outcome.out, " " + threads + " threads");
}

TEST_F(RenderTest, WritesThePictureAndSaysSoInOneLine) {
    const auto outcome = run("render -o set.png --view paper --size 160x120 --engine ask");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 1);
    for (const std::string part : {"set.png", "160x120", "ASK-SBR", "ms"})
        EXPECT_SAYS(outcome.out, part);
    EXPECT_EQ(files(), std::vector<std::string>{"set.png"});
    const auto image = picture(folder / "set.png");
    EXPECT_EQ(image.size(), (ImageSize{160, 120}));
    EXPECT_EQ(image.at(80, 60), (render::Rgb8{0, 0, 0}));  // -0.5 is inside
    EXPECT_NE(image.at(0, 0), (render::Rgb8{0, 0, 0}));
}

TEST_F(RenderTest, SaysWhyAutoChoseAndWithWhat) {
    const auto outcome = run("render -o set.png --size 32x32 -g 3 -B 8");
    EXPECT_SAYS(outcome.out, "(ASK: nothing has been measured here yet), g 3 r 2 B 8: computed in");
}

TEST_F(RenderTest, DwellsAreThoseOfTheDefinition) {
    const auto dwells = dwells_of("--view paper --size 64x48 --engine ex --precision f64");
    ASSERT_EQ(dwells.width, 64);
    ASSERT_EQ(dwells.height, 48);
    EXPECT_EQ(dwells.values[24 * 64 + 32], 512u);
    // The top left pixel's centre is (-0.5 - 31.5 p, 23.5 p) with p = 2/48, which escapes at once.
    EXPECT_LE(dwells.values[0], 3u);
    EXPECT_EQ(std::ranges::max(dwells.values), 512u);
}

TEST_F(RenderTest, EveryEngineAndSchemeRendersTheSameSet) {
    const std::string view =
        "--center -0.745,0.113 --height 0.02 --dwell 300 --size 97x61 "
        "--fill safe -g 3 -r 2 -B 4 ";
    const auto truth = dwells_of(view + "--engine ex");
    for (const std::string engine : {"dp", "ask"})
        for (const std::string scheme : {"sbr", "mbr"})
            EXPECT_EQ(dwells_of(view + "--engine " + engine + " --scheme " + scheme), truth);
    EXPECT_EQ(dwells_of(view + "--engine ex --shortcuts off --threads 1"), truth);
}

TEST_F(RenderTest, RegionsTileThePicture) {
    const auto outcome =
        run("render -o a.png --view paper --size 100x75 --engine ask -B 8 "
            "--regions-out r.csv --dwell-out d.npy");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto dwells = read_dwells(folder / "d.npy");
    std::istringstream rows(text_of(folder / "r.csv"));
    std::string row;
    std::getline(rows, row);
    EXPECT_EQ(row, "level,x,y,width,height,outcome,dwell");
    std::vector<int> covered(100 * 75);
    int filled = 0;
    while (std::getline(rows, row)) {
        int level = 0, x = 0, y = 0, width = 0, height = 0, read = 0;
        ASSERT_EQ(
            std::sscanf(row.c_str(), "%d,%d,%d,%d,%d,%n", &level, &x, &y, &width, &height, &read),
            5)
            << row;
        const std::string rest = row.substr(static_cast<std::size_t>(read));
        if (rest == "subdivided,") continue;
        const bool is_filled = rest.starts_with("filled,");
        EXPECT_TRUE(is_filled || rest == "leaf,") << row;
        filled += is_filled ? 1 : 0;
        for (int j = y; j < y + height; ++j)
            for (int i = x; i < x + width; ++i) {
                const auto at = static_cast<std::size_t>(j * 100 + i);
                ++covered[at];
                if (!is_filled) continue;
                ASSERT_EQ("filled," + std::to_string(dwells.values[at]), rest);
            }
    }
    EXPECT_GT(filled, 0);
    EXPECT_TRUE(std::ranges::all_of(covered, [](int count) { return count == 1; }));
}

TEST_F(RenderTest, AJuliaSetIsShownWholeUnlessItsViewIsGiven) {
    const auto view_of = [&](const std::string& options) {
        EXPECT_EQ(run("render -o j.png --size 60x40 --dwell 100 " + options).status, 0);
        return read_picture(folder / "j.png").settings.view;
    };
    const PlanePoint c{-0.8, 0.156};
    EXPECT_EQ(view_of("--julia -0.8,0.156"), (View{{0, 0}, 3.6, c}));
    EXPECT_EQ(view_of("--height 0.5 --julia -0.8,0.156 --center 0.1,0.2"),
              (View{{0.1, 0.2}, 0.5, c}));
    EXPECT_EQ(view_of("--view seahorse --julia -0.8,0.156"), (View{{0, 0}, 3.6, c}));
    fs::rename(folder / "j.png", folder / "old.png");
    EXPECT_EQ(view_of("old.png"), (View{{0, 0}, 3.6, c}));
    EXPECT_EQ(view_of("old.png --julia none"), View{});
    EXPECT_EQ(view_of("old.png --view paper").julia, std::nullopt);
}

TEST_F(RenderTest, AJuliaSetIsNamedInThePictureAndHasTheDwellsOfItsDefinition) {
    const auto outcome = run(
        "render -o j.png --dwell-out j.npy --julia -0.8,0.156 --size 63x41 --dwell 200 --engine ex "
        "--precision f64");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(text_of(folder / "j.png"), "julia -0.8,0.156");
    const auto dwells = read_dwells(folder / "j.npy").values;
    for (int y = 0; y < 41; y += 5)
        for (int x = 0; x < 63; x += 7) {
            std::complex<double> z((x - 31) * 3.6 / 41, (20 - y) * 3.6 / 41);
            std::uint32_t steps = 0;
            while (steps < 200 && std::norm(z) < 4) {
                z = z * z + std::complex<double>(-0.8, 0.156);
                ++steps;
            }
            EXPECT_NEAR(dwells[static_cast<std::size_t>(y * 63 + x)], steps, steps > 60 ? 200 : 0);
        }
}

TEST_F(RenderTest, RestoresAPictureExactly) {
    const std::string look =
        "--center -0.74,0.1 --height 0.3 --dwell 200 --engine dp --scheme mbr "
        "-g 3 -r 3 -B 5 --fill interior --precision f64 --palette twilight "
        "--mapping equalised --smooth --grid --size 90x70";
    ASSERT_EQ(run("render -o first.png " + look).status, 0);
    ASSERT_EQ(run("render -o second.png first.png").status, 0);
    EXPECT_EQ(text_of(folder / "second.png"), text_of(folder / "first.png"));
    const auto restored = read_picture(folder / "second.png");
    EXPECT_EQ(subdivision_of(restored.settings.engine), (SubdivisionParams{3, 3, 5}));

    ASSERT_EQ(run("render -o third.png first.png --no-grid --dwell 100 --size 45x35").status, 0);
    const auto changed = read_picture(folder / "third.png");
    EXPECT_EQ(changed.size, (ImageSize{45, 35}));
    EXPECT_EQ(changed.settings.engine.dwell_limit, 100u);
    EXPECT_FALSE(changed.settings.overlay.shown);
    EXPECT_EQ(changed.settings.colouring, restored.settings.colouring);
}

TEST_F(RenderTest, APictureWithTheUsersPaletteReopensElsewhere) {
    put(folder / "mine.map", "255 0 0\n0 0 255\n");
    ASSERT_EQ(run("render -o first.png --palette mine.map --size 40x30").status, 0);
    fs::remove(folder / "mine.map");
    const auto outcome = run("render -o second.png first.png");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.err, "unpacked");
    EXPECT_EQ(picture(folder / "second.png"), picture(folder / "first.png"));
}

TEST_F(RenderTest, TheGridChangesThePictureAndNotTheDwells) {
    const std::string view = "--view paper --size 128x128 --engine ask ";
    const auto plain = dwells_of(view);
    const auto plain_picture = picture(folder / "out.png");
    EXPECT_EQ(dwells_of(view + "--grid"), plain);
    EXPECT_NE(picture(folder / "out.png"), plain_picture);
}

// The row of the output that begins with this word: pixels and iterations.
std::pair<long long, long long> work_row(const std::string& said, const std::string& name) {
    long long pixels = -1, iterations = -1;
    const auto at = said.find("\n" + name + " ");
    if (at == std::string::npos) return {pixels, iterations};
    std::istringstream row(said.substr(at + 1 + name.size()));
    std::string percent, sign;
    row >> pixels >> percent >> sign >> iterations;
    return {pixels, iterations};
}

TEST_F(RenderTest, ShowsWhereTheWorkWentAndSumsItUp) {
    const std::string view =
        " --view seahorse --dwell 300 --size 160x120 --engine ask -g 3 -r 2 -B 4 --shortcuts off";
    const auto work = run("render -o work.png --show work" + view);
    ASSERT_EQ(work.status, 0) << work.err;
    ASSERT_EQ(run("render -o outcome.png --show outcome" + view).status, 0);
    std::map<std::uint32_t, long long> colours;
    const auto outcomes = picture(folder / "outcome.png");
    const auto idle = picture(folder / "work.png");
    long long not_worked = 0;
    for (int y = 0; y < 120; ++y)
        for (int x = 0; x < 160; ++x) {
            const auto [r, g, b] = outcomes.at(x, y);
            ++colours[r << 16 | g << 8 | b];
            not_worked += idle.at(x, y) == render::idle_colour;
        }
    EXPECT_EQ(colours.size(), 4u);
    long long pixels = 0, iterations = 0;
    for (const std::string name : {"filled", "border", "leaf", "reused"}) {
        const auto [its_pixels, its_iterations] = work_row(work.out, name);
        EXPECT_EQ(std::ranges::count_if(colours, [&](auto& c) { return c.second == its_pixels; }),
                  1)
            << name << " has " << its_pixels << " pixels";
        pixels += its_pixels;
        iterations += its_iterations;
    }
    EXPECT_EQ(work_row(work.out, "filled"), std::pair(not_worked, 0LL));
    EXPECT_EQ(work_row(work.out, "all"), std::pair(pixels, iterations));
    EXPECT_EQ(pixels, 160 * 120);
}

TEST_F(RenderTest, ShowsTheWorkOfALargePictureToo) {
    const auto outcome = run("render -o work.png --show outcome --view paper --size 5000x64 -B 8");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(work_row(outcome.out, "all").first, 5000 * 64);
}

TEST_F(RenderTest, WhatIsShownIsRestored) {
    ASSERT_EQ(run("render -o first.png --show level --size 60x40").status, 0);
    ASSERT_EQ(run("render -o second.png first.png").status, 0);
    EXPECT_EQ(text_of(folder / "second.png"), text_of(folder / "first.png"));
    ASSERT_EQ(run("render -o third.png first.png --show dwell").status, 0);
    EXPECT_NE(picture(folder / "third.png"), picture(folder / "first.png"));
    expect_one_line(run("render -o x.png --show heat"), 2, "dwell, work, level, outcome");
}

TEST_F(RenderTest, ColoursChangeThePictureAndNotTheDwells) {
    const std::string view = "--view paper --size 64x64 ";
    const auto plain = dwells_of(view);
    auto last = picture(folder / "out.png");
    for (const std::string look :
         {"--palette grey", "--palette viridis --mapping cyclic",
          "--palette viridis --mapping cyclic --period 7", "--mapping equalised",
          "--smooth --palette inferno", "--mapping distance", "--mapping distance --shading",
          "--shading --smooth --light-angle 300"}) {
        EXPECT_EQ(dwells_of(view + look), plain) << look;
        EXPECT_NE(picture(folder / "out.png"), last) << look;
        last = picture(folder / "out.png");
    }
}

TEST_F(RenderTest, APictureByDistanceIsMadeAgainFromItself) {
    const std::string look = "--mapping distance --shading --light-angle 20 --light-height 60 ";
    ASSERT_EQ(run("render -o first.png --samples 2 --size 60x40 " + look).status, 0);
    ASSERT_EQ(run("render -o second.png first.png").status, 0);
    EXPECT_EQ(text_of(folder / "second.png"), text_of(folder / "first.png"));
    ASSERT_EQ(run("render -o third.png first.png --no-shading").status, 0);
    EXPECT_NE(picture(folder / "third.png"), picture(folder / "first.png"));
}

// Parts belong to one picture: the same dwells as computed at once, the same colours.
TEST_F(RenderTest, LargePicturesAreMadeInPartsWithoutSeams) {
    const auto outcome =
        run("render -o large.png --dwell-out large.npy --regions-out large.csv --size 4200x40 "
            "--mapping cyclic --center -0.7,0.2 --height 1e-3 --dwell 64 --engine ex");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "3 parts");
    const auto rows = text_of(folder / "large.csv");
    EXPECT_EQ(std::ranges::count(rows, '\n'), 4) << rows;  // Ex: a region for each part

    const auto restored = read_picture(folder / "large.png");
    EngineDispatcher dispatcher;
    FrameProgress progress;
    const auto frame =
        dispatcher.compute(frame_request(restored.settings, restored.size.value()), {}, progress);
    ASSERT_TRUE(frame);
    const auto dwells = read_dwells(folder / "large.npy");
    ASSERT_EQ(dwells.values.size(), 4200u * 40);
    EXPECT_TRUE(std::ranges::equal(dwells.values, frame->dwells.host<std::uint32_t>().values));

    const auto drawn = picture(folder / "large.png");
    std::map<std::uint32_t, render::Rgb8> colours;
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 4200; ++x) {
            const auto dwell = dwells.values[static_cast<std::size_t>(y * 4200 + x)];
            ASSERT_EQ(colours.try_emplace(dwell, drawn.at(x, y)).first->second, drawn.at(x, y));
        }
    EXPECT_GT(colours.size(), 5u);
}

TEST_F(RenderTest, LargePicturesAreColouredAlikeInEveryPart) {
    for (const std::string mapping : {"stretched", "equalised"}) {
        const auto dwells = dwells_of(
            "--size 4200x60 --dwell 64 --engine ex --view paper "
            "--mapping " +
            mapping);
        const auto drawn = picture(folder / "out.png");
        std::map<std::uint32_t, render::Rgb8> colours;
        for (int x = 0; x < 4200; ++x)
            ASSERT_EQ(
                colours.try_emplace(dwells.values[static_cast<std::size_t>(x)], drawn.at(x, 0))
                    .first->second,
                drawn.at(x, 0));
    }
}

TEST_F(RenderTest, OfOnePixelAndOfOneRow) {
    EXPECT_EQ(dwells_of("--size 1x1 --engine ask").values.size(), 1u);
    EXPECT_EQ(dwells_of("--size 300x1 --engine dp --grid").width, 300);
    EXPECT_EQ(dwells_of("--size 1x300 --engine ex --mapping equalised --smooth").height, 300);
}

TEST_F(RenderTest, ReplacesAnOldPicture) {
    put(folder / "a.png", "old");
    EXPECT_EQ(run("render -o a.png --size 8x8").status, 0);
    EXPECT_EQ(picture(folder / "a.png").size(), (ImageSize{8, 8}));
}

TEST_F(RenderTest, AFullDiskLeavesNothing) {
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    const rlimit full{20'000, old.rlim_max};
    for (const std::string arguments :
         {"render -o a.png --size 400x400", "render -o a.png --size 99x99 --dwell-out d.npy",
          "render -o a.png --size 400x40 -B 1 --engine ask --regions-out r.csv"}) {
        std::istringstream words(arguments);
        const std::vector<std::string> list{std::istream_iterator<std::string>(words), {}};
        setrlimit(RLIMIT_FSIZE, &full);
        const auto program = start(list);
        setrlimit(RLIMIT_FSIZE, &old);
        expect_one_line(finish(program), 1, "choose another folder");
        EXPECT_TRUE(files().empty()) << arguments;
    }
}

TEST_F(RenderTest, DamagedBookmarksAreToldAndDoNoHarm) {
    put(folder / "data" / "mariani" / "bookmarks.toml", "[[view]\n");
    const auto outcome = run("render -o a.png --view paper --size 8x8");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_SAYS(outcome.err, "bookmarks.toml.damaged-1");
}

TEST_F(RenderTest, NumPyReadsTheDwells) {
    if (std::system("/usr/bin/python3 -c 'import numpy' 2> /dev/null") != 0)
        GTEST_SKIP() << "no NumPy on this machine";
    const auto dwells = dwells_of("--size 33x17 --dwell 100");
    std::uint64_t sum = 0;
    for (const auto dwell : dwells.values) sum += dwell;
    put(folder / "check.py",
        fmt::format("import numpy\nd = numpy.load('{}')\nassert d.shape == (17, 33)\n"
                    "assert d.dtype == numpy.uint32\nassert int(d.sum()) == {}\n",
                    (folder / "out.npy").string(), sum));
    EXPECT_EQ(std::system(("/usr/bin/python3 " + (folder / "check.py").string()).c_str()), 0);
}

TEST_F(RenderTest, SaysThatTheLimitHidesAllOfWhatEscapesLater) {
    const std::string place = "render --center -0.04,0.7 --height 1e-9 --size 40x30 -o set.png ";
    const std::string hidden = "every pixel reached the dwell limit ";
    EXPECT_SAYS(run(place + "--dwell 5").out, hidden + "5:");
    EXPECT_EQ(run(place + "--dwell 5000").out.find(hidden), std::string::npos);
    EXPECT_SAYS(run("render --center -1.7548776662466927,0 --height 1e-4 --size 40x30 -o set.png "
                    "--dwell 20")
                    .out,
                "all of this view is inside the set");
    // A theorem says of the cardioid that it is the inside.
    EXPECT_EQ(run("render --center -0.1,0 --height 0.01 --size 40x30 -o set.png").out.find(hidden),
              std::string::npos);
}

}  // namespace
}  // namespace mariani::app
