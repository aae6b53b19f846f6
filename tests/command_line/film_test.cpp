// Films by the program itself. What is in them is tested where they are drawn and written.
#include "compute/model/geometry.hpp"
#include "tests/command_line/program.hpp"

#include <csignal>

namespace mariani::app {
namespace {

const std::string race = "race --view paper --size 64x48 --dwell 100 --repeat 3 --backend cpu ";
const std::string render = "render --view paper --size 64x48 -o a.png --backend cpu ";

class FilmCommandTest : public ProgramTest {
  protected:
    // The canvas of an animated WebP, from its first chunk.
    ImageSize size_of_film(const std::string& name) const {
        const auto bytes = text_of(folder / name);
        EXPECT_EQ(bytes.substr(8, 8), "WEBPVP8X");
        const auto side = [&](std::size_t at) {
            int value = 0;
            for (std::size_t i = 3; i-- > 0;)
                value = value << 8 | static_cast<std::uint8_t>(bytes.at(at + i));
            return value + 1;
        };
        return {side(24), side(27)};
    }
};

TEST_F(FilmCommandTest, OfARaceIsAsWideAsAPageOfReading) {
    const auto outcome = run(race +
                             "--racer ex --racer ask,g=2,B=4 --film race.webp -o race.csv "
                             "--film-seconds 1 --film-rate 5");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const auto size = size_of_film("race.webp");
    EXPECT_EQ(size.width, 1200);
    EXPECT_GT(size.height, 300);
    EXPECT_EQ(files(), (std::vector<std::string>{"race.csv", "race.webp"}));
}

TEST_F(FilmCommandTest, HasTheSizeThatIsAskedFor) {
    ASSERT_EQ(run(race + "--film race.webp --film-size 320x200 --film-seconds 1").status, 0);
    EXPECT_EQ(size_of_film("race.webp"), (ImageSize{320, 200}));
    ASSERT_EQ(run(render + "--film a.webp --film-size 100x200 --film-seconds 1").status, 0);
    EXPECT_EQ(size_of_film("a.webp"), (ImageSize{100, 200}));
}

TEST_F(FilmCommandTest, OfASubdivisionHasTheSizeOfThePicture) {
    const auto outcome =
        run("render --view paper --size 80x64 -o a.png --backend cpu --engine ask "
            "-B 4 --film a.webp --film-seconds 1 --show level");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(size_of_film("a.webp"), (ImageSize{80, 64}));
    EXPECT_EQ(files(), (std::vector<std::string>{"a.png", "a.webp"}));
}

TEST_F(FilmCommandTest, IsRefusedWithWhatIsAllowed) {
    expect_one_line(run(race + "--film a.gif"), 2,
                    "a file name ending in .webp or .mp4 or .mkv or .webm");
    expect_one_line(run(race + "--film-seconds 3"), 2, "name its file too, as in --film");
    expect_one_line(run(render + "--film-rate 3"), 2, "name its file too, as in --film");
    expect_one_line(run(race + "--film a.webp --film-size 32x100"), 2, "from 64 to 4096");
    expect_one_line(run(race + "--film a.webp --film-seconds 0.5"), 2, "a number from 1 to 600");
    expect_one_line(run(race + "--film a.webp --film-rate 61"), 2, "from 1 to 60");
    expect_one_line(run("render -o a.png --size 5000x5000 --film a.webp"), 2, "up to 4096x4096");
    expect_one_line(run(render + "--film a.png"), 2, ".webp");
    EXPECT_TRUE(files().empty());
}

TEST_F(FilmCommandTest, WithoutItsEncoderIsRefusedBeforeAnythingIsComputed) {
    const Variable nowhere("PATH", folder.string());
    for (const auto& command : {race, render})
        expect_one_line(
            run(command + "--film a.mp4"), 1,
            "the program ffmpeg, which makes videos, was not found: install the package");
    EXPECT_TRUE(files().empty());
}

TEST_F(FilmCommandTest, ThatIsInterruptedLeavesNothing) {
    const auto program =
        start({"race", "--view", "paper", "--size", "64x48", "--dwell", "100", "--repeat", "3",
               "--backend", "cpu", "--film", "race.webp", "--film-seconds", "600"});
    wait_for_files(program);
    kill(program, SIGINT);
    const auto outcome = finish(program);
    EXPECT_EQ(outcome.status, 130);
    EXPECT_SAYS(outcome.err, "interrupted; nothing was written");
    EXPECT_SAYS(outcome.out, "rank") << "what was measured is told before the film is made";
    EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace mariani::app
