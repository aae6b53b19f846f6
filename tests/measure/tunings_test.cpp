#include "app/measure/tunings.hpp"

#include "app/files/folders.hpp"
#include "tests/files/sandbox.hpp"

#include <algorithm>

namespace mariani::app {
namespace {

Tuning sample(int height_decade, int g) {
    Tuning tuning;
    tuning.where = {"a \"fine\" GPU",
                    EngineKind::dp,
                    Scheme::mbr,
                    Backend::cuda,
                    Precision::f32,
                    FillRule::safe,
                    false,
                    height_decade,
                    11,
                    9,
                    3};
    tuning.best = {{g, 2, 16}, {64, 4}};
    tuning.speedup = 3.25;
    tuning.date = "2026-11-20";
    return tuning;
}

class TuningsTest : public Sandbox {};

TEST_F(TuningsTest, AreThereAgainTheNextTime) {
    EXPECT_EQ(tunings_path(), user_folders().config / "tunings.toml");
    Tunings tunings;
    EXPECT_TRUE(tunings.all().empty());
    EXPECT_TRUE(tunings.messages().empty());
    tunings.remember(sample(-2, 4));
    tunings.remember(sample(-7, 32));
    const Tunings again;
    EXPECT_EQ(again.all(), (std::vector{sample(-2, 4), sample(-7, 32)}));
    EXPECT_EQ(*again.find(sample(-7, 0).where), sample(-7, 32));
    EXPECT_EQ(again.find(sample(-3, 0).where), nullptr);
    auto names = names_in(tunings_path().parent_path());
    std::ranges::sort(names);
    EXPECT_EQ(names, (std::vector<std::string>{".tunings.toml.lock", "tunings.toml"}));
    tunings.forget(sample(-7, 0).where);
    EXPECT_EQ(text_of(tunings_path()),
              "[[tuning]]\nB = 16\nbackend = 'cuda'\nblock = '64x4'\ndate = '2026-11-20'\n"
              "device = 'a \"fine\" GPU'\ndwell_octave = 11\nengine = 'dp'\nfill = 'safe'\ng = 4\n"
              "height_decade = -2\ninside_quarters = 3\njulia = false\nprecision = 'f32'\nr = "
              "2\nscheme = 'mbr'\n"
              "shortcuts = false\nside_octave = 9\nspeedup = 3.25\n");
}

TEST_F(TuningsTest, AreReplacedByNewerOnesOfTheirClassAndForgotten) {
    Tunings tunings;
    tunings.remember(sample(-2, 4));
    tunings.remember(sample(-2, 64));
    EXPECT_EQ(Tunings().all(), std::vector{sample(-2, 64)});
    tunings.forget(sample(-2, 0).where);
    EXPECT_TRUE(Tunings().all().empty());
    EXPECT_TRUE(Tunings().messages().empty());
}

TEST_F(TuningsTest, AreKeptWhereTheNewOneIsWorse) {
    const Tuning better = sample(-2, 4);
    Tuning worse = sample(-2, 64);
    worse.speedup = 3.2;
    Tunings tunings;
    EXPECT_EQ(tunings.remember(better), better);
    EXPECT_EQ(tunings.remember(worse), better);
    EXPECT_EQ(Tunings().all(), std::vector{better});
}

TEST_F(TuningsTest, OfTwoProgramsAreAllKept) {
    Tunings one, other;
    one.remember(sample(-2, 4));
    other.remember(sample(-3, 8));
    EXPECT_EQ(Tunings().all().size(), 2u);
}

TEST_F(TuningsTest, DamagedOnesAreKeptAsideAndTold) {
    Tunings().remember(sample(-2, 4));
    const std::string good = text_of(tunings_path());
    const auto with = [&](const std::string& old, const std::string& now) {
        std::string text = good;
        text.replace(text.find(old), old.size(), now);
        return text;
    };
    std::size_t damaged = 0;
    for (const auto& [text, what] :
         {std::pair{std::string("[[tuning]\n"), std::string("line 1")},
          {"tuning = 3\n", "list of tables"},
          {with("g = 4", "g = 0"), "g of tuning 1 must be a whole number from 1"},
          {with("mbr", "xbr"), "scheme of tuning 1 must be one of sbr, mbr"},
          {with("64x4", "64x400"), "block of tuning 1"},
          {with("speedup = 3.25", "speedup = nan"), "speedup of tuning 1"},
          {with("device", "divice"), "device of tuning 1 must be a text"}}) {
        put(tunings_path(), text);
        const Tunings tunings;
        EXPECT_TRUE(tunings.all().empty());
        ASSERT_EQ(tunings.messages().size(), 1u) << text;
        EXPECT_SAYS(tunings.messages()[0], what);
        EXPECT_SAYS(tunings.messages()[0], "damaged-" + std::to_string(++damaged));
        EXPECT_FALSE(fs::exists(tunings_path()));
        EXPECT_EQ(text_of(tunings_path().string() + ".damaged-" + std::to_string(damaged)), text);
    }
}

TEST_F(TuningsTest, ThatCannotBeWrittenChangeNothing) {
    Tunings tunings;
    fs::create_directories(tunings_path());
    EXPECT_NE(error_of([&] { tunings.remember(sample(-2, 4)); }), "");
    EXPECT_TRUE(tunings.all().empty());
}

}  // namespace
}  // namespace mariani::app
