// Places of other programs' files. The files are written here; the places are our own.
#include "app/files/location_file.hpp"

#include "compute/model/text.hpp"
#include "tests/files/sandbox.hpp"
#include "tests/model/many_digits.hpp"

#include <algorithm>

namespace mariani::app {
namespace {

// As Kalles Fraktaler writes it, with some of the lines that matter only to it.
std::string kfr(const std::string& re, const std::string& im, const std::string& zoom,
                const std::string& iterations, const std::string& more = "") {
    return "Re: " + re + "\r\nIm: " + im + "\r\nZoom: " + zoom + "\r\nIterations: " + iterations +
           "\r\nIterDiv: 0.500000\r\nRotate: 0.000000\r\nRatio: 360.000000\r\n"
           "Colors: 0,0,0,41,35,190,\r\nPower: 2\r\nFractalType: 0\r\nSeedR: 0\r\nSeedI: 0\r\n"
           "FactorAR: 1\r\nFactorAI: 0\r\n" +
           more;
}

std::string toml(const std::string& re, const std::string& im, const std::string& zoom,
                 const std::string& iterations, const std::string& more = "") {
    return "real = \"" + re + "\"\nimag = \"" + im + "\"\niterations = " + iterations +
           "\nzoom = \"" + zoom + "\"\n" + more;
}

class LocationFileTest : public Sandbox {
  protected:
    static std::string kfr_error(const std::string& text) {
        return error_of([&] { read_kfr(text); });
    }
    static std::string toml_error(const std::string& text) {
        return error_of([&] { read_toml_location(text); });
    }
};

std::string f3(const std::string& more) {
    return "program = \"fraktaler-3\"\nversion = \"2.1\"\n" + more;
}

TEST_F(LocationFileTest, AZoomOf1IsAHeightOf4) {
    for (const auto& location :
         {read_kfr(kfr("-0.75", "-0.1", "1", "200")),
          read_toml_location(toml("-0.75", "-0.1", "1E0", "200")),
          read_toml_location(f3("location.real = \"-0.75\"\nlocation.imag = \"0.1\"\n"
                                "location.zoom = \"1.000000e0\"\nbailout.iterations = 200"))}) {
        EXPECT_EQ(location.view, (View{{-0.75, 0.1}, 4}));
        EXPECT_EQ(location.dwell_limit, 200u);
        EXPECT_TRUE(location.notices.empty());
    }
}

// Rows of pixels as each program defines them: the place that was at the top is at the top here.
TEST_F(LocationFileTest, WhatWasAtTheTopIsAtTheTop) {
    const auto im_of_kfr = [](const std::string& more) {
        return to_text(read_kfr(kfr("-0.75", "0.125", "1e3", "200", more)).view.centre.im);
    };
    EXPECT_EQ(im_of_kfr(""), "-0.125");
    EXPECT_EQ(im_of_kfr("ImagPointsUp: 0\r\n"), "-0.125");
    EXPECT_EQ(im_of_kfr("ImagPointsUp: 1\r\n"), "0.125");
    EXPECT_EQ(to_text(read_toml_location(toml("-0.75", "-0.125", "1e3", "9")).view.centre.im),
              "0.125");
    const auto im_of_f3 = [](const std::string& more) {
        return to_text(read_toml_location(f3("location.imag = \"0.125\"\n" + more)).view.centre.im);
    };
    EXPECT_EQ(im_of_f3(""), "0.125");
    EXPECT_EQ(im_of_f3("transform.reflect = false"), "0.125");
    EXPECT_EQ(im_of_f3("transform.reflect = true"), "-0.125");
    for (const std::string zero : {"0", "0.000", "-0", "0e5"})
        EXPECT_EQ(to_text(read_kfr(kfr("0.25", zero, "1", "9")).view.centre.im), "0") << zero;
}

TEST_F(LocationFileTest, WhatIsLeftOutIsAsThere) {
    const Location there = read_toml_location("zoom = \"1\"");
    EXPECT_EQ(there.view, (View{{-0.75, 0}, 4}));
    EXPECT_EQ(there.dwell_limit, 1000U);
    const Location home_of_f3 = read_toml_location(f3(""));
    EXPECT_EQ(home_of_f3.view, (View{{0, 0}, 4}));
    EXPECT_EQ(home_of_f3.dwell_limit, 1024U);
    EXPECT_EQ(read_toml_location("[location]\nreal = \"0.25\"").view, (View{{0.25, 0}, 4}));
    for (const std::string& text :
         {std::string("a = 1"), std::string(), std::string("location = 1"),
          std::string("[view]\ncentre_re = 1\n")})
        EXPECT_SAYS(toml_error(text), "neither a location of rust-fractal");
}

TEST_F(LocationFileTest, TrifleOfATextsOriginDoNotMatter) {
    const std::string kfr_text = kfr("-0.75", "0.1", "1", "200");
    std::string lone_cr = kfr_text;
    std::erase(lone_cr, '\n');
    for (const std::string& text :
         {"\xEF\xBB\xBF" + kfr_text, kfr_text + "\x1A", kfr_text + "\x1A\x1A Re: 7", lone_cr})
        EXPECT_EQ(read_kfr(text).view, (View{{-0.75, -0.1}, 4}));
    const std::string toml_text = toml("-0.75", "0.1", "1", "200");
    lone_cr = toml_text;
    std::ranges::replace(lone_cr, '\n', '\r');
    for (const std::string& text : {"\xEF\xBB\xBF" + toml_text, toml_text + "\x1A", lone_cr})
        EXPECT_EQ(read_toml_location(text).view, (View{{-0.75, -0.1}, 4}));
}

TEST_F(LocationFileTest, EveryDigitIsKept) {
    const std::string re = "-1.7" + many_digits(9'000, 1), im = "-0.01" + many_digits(9'000, 2);
    for (const auto& location :
         {read_kfr(kfr(re, im, "1.6E8000", "600100")),
          read_toml_location(toml(re, im, "1.6e8000", "600100", "rotate = 0.0"))}) {
        EXPECT_EQ(to_text(location.view.centre), re + "," + im.substr(1));
        EXPECT_EQ(to_text(location.view.height), "2.5e-8000");
        EXPECT_EQ(location.dwell_limit, 600'100u);
        EXPECT_TRUE(location.notices.empty());
    }
}

TEST_F(LocationFileTest, ZoomsAreReadAsOthersWriteThem) {
    const auto height = [](const std::string& zoom) {
        return to_text(read_kfr(kfr("0." + many_digits(500), "0", zoom, "10")).view.height);
    };
    EXPECT_EQ(height("1.00e050"), "4e-50");
    EXPECT_EQ(height("5.00000000000E113"), "8e-114");
    EXPECT_EQ(height("+40"), "0.1");
    EXPECT_EQ(height("8e400"), "5e-401");
    EXPECT_EQ(height("0.0000032e406"), "1.25e-400");
    EXPECT_EQ(height("1e-5"), "4e+05");
}

TEST_F(LocationFileTest, NumbersOfTomlNeedNoQuotes) {
    const auto location =
        read_toml_location("real = -0.5\nimag = 0\nzoom = 1e3\niterations = \"300\"\n");
    EXPECT_EQ(location.view, (View{{-0.5, 0}, 0.004}));
    EXPECT_EQ(location.dwell_limit, 300u);
}

TEST_F(LocationFileTest, WhatIsNotShownIsTold) {
    const auto turned = read_kfr(kfr("0.25", "0", "2", "100", "RotateAngle: 12.5\r\n"));
    ASSERT_EQ(turned.notices.size(), 1u);
    EXPECT_SAYS(turned.notices[0], "turned (RotateAngle 12.5)");
    const auto also = read_toml_location(toml("0.25", "0", "2", "100", "rotate = -30"));
    ASSERT_EQ(also.notices.size(), 1u);
    EXPECT_SAYS(also.notices[0], "turned (rotate -30)");
    const auto stretched = read_kfr(kfr("0.25", "0", "2", "100", "StretchAmount: 0.5\r\n"));
    ASSERT_EQ(stretched.notices.size(), 1u);
    EXPECT_SAYS(stretched.notices[0], "stretched");
    EXPECT_SAYS(stretched.notices[0], "stretched (StretchAmount 0.5)");
    const auto old = read_kfr("Ratio: 480.5\nRotate: 0.25\n" + kfr("0.25", "0", "2", "100"));
    ASSERT_EQ(old.notices.size(), 1u);
    EXPECT_SAYS(old.notices[0], "turned (Rotate 0.25), stretched (Ratio 480.5)");
    const auto f3_changed = read_toml_location(
        f3("transform.reflect = true\ntransform.rotate = 12.5\ntransform.stretch_amount = -3.0\n"
           "transform.exponential_map = true\ntransform.vertical_flip = true\n"));
    ASSERT_EQ(f3_changed.notices.size(), 1u);
    EXPECT_SAYS(f3_changed.notices[0],
                "It is turned (transform.rotate 12.5), stretched (transform.stretch_amount -3), "
                "unrolled (transform.exponential_map true), upside down (transform.vertical_flip "
                "true), which is ignored.");
    for (const char* none : {"RotateAngle: 360", "RotateAngle: 1.3e-15", "StretchAmount: -2e-17"})
        EXPECT_TRUE(read_kfr(kfr("0.25", "0", "2", "100", none)).notices.empty()) << none;
    const auto long_orbits = read_kfr(kfr("0.25", "0", "2", "80000000000"));
    EXPECT_EQ(long_orbits.dwell_limit, 10'000'000u);
    ASSERT_EQ(long_orbits.notices.size(), 1u);
    EXPECT_SAYS(long_orbits.notices[0], "highest dwell limit, 10000000");
    const auto short_of_digits = read_kfr(kfr("0.2500123", "0", "4e30", "100"));
    ASSERT_EQ(short_of_digits.notices.size(), 1u);
    EXPECT_SAYS(short_of_digits.notices[0], "7 digits after the point, but this height needs 33");
}

TEST_F(LocationFileTest, OtherFormulasAreRefused) {
    const auto other = [](const std::string& from, const std::string& to) {
        std::string text = kfr("0.25", "0", "2", "100");
        text.replace(text.find(from), from.size(), to);
        return kfr_error(text);
    };
    EXPECT_SAYS(other("FractalType: 0", "FractalType: 1"), "FractalType is \"1\"");
    EXPECT_SAYS(other("Power: 2", "Power: 3"), "only z^2 + c");
    EXPECT_SAYS(other("Power: 2", "Power: two"), "Power is \"two\"");
    EXPECT_SAYS(other("SeedR: 0", "SeedR: 0.1"), "initial z");
    EXPECT_SAYS(other("SeedI: 0", "SeedI: -1"), "initial z");
    EXPECT_SAYS(other("FactorAR: 1", "FactorAR: 2"), "factor");
    EXPECT_SAYS(other("FactorAI: 0", "FactorAI: 1"), "factor");
    EXPECT_SAYS(kfr_error(kfr("0.25", "0", "2", "100", "UseHybridFormula: 1\n")), "other formulas");
    const auto rust = [](const std::string& more) {
        return toml_error(toml("0.25", "0", "2", "100", more));
    };
    EXPECT_SAYS(rust("fractal_type = \"burningship\""), "fractal_type is \"burningship\"");
    EXPECT_SAYS(rust("fractal_power = 3"), "fractal_power is \"3\": the power of z must be 2");
    EXPECT_EQ(rust("fractal_type = \"Mandelbrot\"\nfractal_power = 2"), "");
}

TEST_F(LocationFileTest, OtherFormulasOfFraktaler3AreRefused) {
    const auto with = [](const std::string& formula) { return toml_error(f3(formula)); };
    for (const char* usual :
         {"formula = []", "formula = [{power = 2}]", "[[formula]]",
          "[[formula]]\npower = 2\nabs_x = false", "[[formula]]\nopcodes = \"sqr add\"",
          "[[formula]]\nopcodes = \"\"\n[[formula]]\npower = 2"})
        EXPECT_EQ(with(usual), "") << usual;
    EXPECT_SAYS(with("[[formula]]\npower = 3"), "formula.power is \"3\"");
    EXPECT_SAYS(with("[[formula]]\n[[formula]]\nabs_y = true"), "formula.abs_y is \"true\"");
    EXPECT_SAYS(with("[[formula]]\nneg_x = true"), "formula.neg_x");
    EXPECT_SAYS(with("[[formula]]\nopcodes = \"absx sqr add\""),
                "formula.opcodes is \"absx sqr add\"");
    EXPECT_SAYS(with("formula = [3]"), "formula is not a list of tables");
    EXPECT_SAYS(with("formula = 3"), "formula is not a list of tables");
    EXPECT_SAYS(with("[[formula]]\nabs_x = 1"), "abs_x is neither true nor false");
    EXPECT_SAYS(with("transform.reflect = \"no\""), "transform.reflect is neither true nor false");
    EXPECT_SAYS(with("location.real = \"east\""), "location.real is \"east\"");
}

TEST_F(LocationFileTest, WhatIsMissingOrNoNumberIsNamed) {
    for (const std::string name : {"Re", "Im", "Zoom", "Iterations"}) {
        std::string text = kfr("0.25", "0", "2", "100");
        text.replace(text.find(name + ":"), 1, "X");
        EXPECT_EQ(kfr_error(text), name + " is missing");
    }
    for (const std::string bad : {"nan", "inf", "-inf", "", "1e", "0x10", "1,5", "--1", "1e7"}) {
        EXPECT_SAYS(kfr_error(kfr(bad, "0", "2", "100")), "Re is \"" + bad + "\"");
        EXPECT_SAYS(toml_error(toml("0", bad, "2", "100")), "imag is \"" + bad + "\"");
    }
    for (const std::string bad : {"nan", "inf", "0", "-1", "0e5", "", "1e1e1"})
        EXPECT_SAYS(kfr_error(kfr("0.25", "0", bad, "100")), "Zoom is \"" + bad + "\"");
    for (const std::string bad : {"nan", "0", "-5", "1.5", "", "many"})
        EXPECT_SAYS(kfr_error(kfr("0.25", "0", "2", bad)), "Iterations is \"" + bad + "\"");
    EXPECT_SAYS(toml_error("real = [1]\nimag = 0\nzoom = 1\niterations = 1"),
                "real is not a number");
    EXPECT_SAYS(toml_error("real = nan\nimag = 0\nzoom = 1\niterations = 1"), "real is \"nan\"");
    EXPECT_SAYS(toml_error("real = \"0"), "line 1");
}

// Floats beyond all integers, too.
TEST_F(LocationFileTest, NumbersNeedNoQuotes) {
    const auto location =
        read_toml_location("real = -0.5\nimag = 1\nzoom = 1e40\niterations = 300");
    EXPECT_EQ(location.view, (View{{-0.5, -1}, 4e-40}));
    EXPECT_EQ(location.dwell_limit, 300U);
    EXPECT_SAYS(toml_error("real = true\nimag = 0\nzoom = 1\niterations = 1"),
                "real is not a number");
}

TEST_F(LocationFileTest, ExponentsAtEveryLimit) {
    const std::string digits = many_digits(100'058);
    const auto edge = read_kfr(kfr("0." + digits, "0", "4e100000", "10"));
    EXPECT_EQ(to_text(edge.view.height), "1e-100000");
    for (const std::string zoom :
         {"5e100000", "1e999999999", "1e9223372036854775808", "1e99999999999999999999", "1e-7",
          "1e-400", "1e-9223372036854775809"})
        EXPECT_EQ(
            kfr_error(kfr("0.1", "0", zoom, "10")),
            "Zoom is \"" + zoom + "\": the height, 4 / Zoom, must be from 1e-100000 to 1e+06");
    for (const std::string re : {"1e400", "-1e999999999999999999999", "1e-999999999", "2e6"})
        EXPECT_SAYS(kfr_error(kfr(re, "0", "1", "10")), "Re is");
    EXPECT_SAYS(kfr_error(kfr("0.1", "0", "1", "1e-999999999")), "Iterations is");
    EXPECT_EQ(read_kfr(kfr("0.1", "0", "1", "1e999999999")).dwell_limit, 10'000'000u);
}

// A message is short, whatever it is about.
TEST_F(LocationFileTest, AMillionDigitsAreRefusedInFewWords) {
    const std::string million = many_digits(1'000'000);
    for (const std::string& error :
         {kfr_error(kfr("0." + million, "0", "2", "100")), kfr_error(kfr(million, "0", "2", "100")),
          toml_error(toml("0", "0." + million, "2", "100")),
          kfr_error(kfr("0", "0", "1e" + million, "100")),
          toml_error(toml("0", "0", "1e-" + million, "100")),
          kfr_error(kfr("0", "0", "2", "100", "UseHybridFormula: 1" + million))}) {
        EXPECT_FALSE(error.empty());
        EXPECT_LT(error.size(), 400u);
    }
    EXPECT_SAYS(kfr_error(std::string(5 << 20, ':')), "larger than 4 MiB");
    EXPECT_SAYS(kfr_error(std::string(1 << 20, '\n')), "Re is missing");
    EXPECT_SAYS(toml_error(std::string(100, '[')), "nested");
}

TEST_F(LocationFileTest, FilesAreKnownByTheirNamesEnd) {
    put(folder / "place.KFR", kfr("-0.75", "0.1", "1", "200"));
    put(folder / "place.toml", toml("-0.75", "0.1", "1", "200"));
    put(folder / "broken.kfr", kfr("-0.75", "x\x1b[2J", "1", "200"));
    for (const char* name : {"place.KFR", "place.toml"}) {
        EXPECT_TRUE(is_location_file(folder / name));
        EXPECT_EQ(read_location_file(folder / name).view, (View{{-0.75, -0.1}, 4}));
    }
    EXPECT_FALSE(is_location_file(folder / "place.png"));
    const auto broken = error_of([&] { read_location_file(folder / "broken.kfr"); });
    EXPECT_SAYS(broken,
                "cannot read " + (folder / "broken.kfr").string() + ": Im is \"x\\x1b[2J\"");
    EXPECT_SAYS(error_of([&] { read_location_file(folder / "none.kfr"); }), "no such file");
}

}  // namespace
}  // namespace mariani::app
