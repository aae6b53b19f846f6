// Text from files and arguments never controls a terminal, whatever prints it.
#include "tests/command_line/program.hpp"

#include <fstream>

namespace mariani::app {
namespace {

// A bell, a colour, a terminal window title, C1's CSI as a character and as a byte, a change of
// direction, and a line that looks like the program's.
const std::string hostile =
    "x\a\x1b[31m\x1b]0;owned\x07\xc2\x9b"
    "2J\x9b\xe2\x80\xae\r\nmariani: all is well";

// The same within a JSON or TOML text, both of which need escapes.
const std::string hostile_escaped =
    R"(x\u0007\u001b[31m\u001b]0;owned\u0007\u009b2J\u202e\r\nmariani: all is well)";

// No byte except newlines controls a terminal, in either of the two encodings.
void expect_harmless(const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0u;
        EXPECT_TRUE(byte >= 0x20 || byte == '\n') << "byte " << int{byte} << " in:\n" << text;
        EXPECT_NE(byte, 0x7f);
        EXPECT_FALSE(byte == 0xc2 && next >= 0x80 && next <= 0x9f) << "C1 in:\n" << text;
    }
    EXPECT_EQ(text.find("\xe2\x80\xae"), std::string::npos);
    EXPECT_EQ(text.find("\nmariani: all is well"), std::string::npos) << text;
    EXPECT_LT(text.size(), 20'000u);
}

class ForeignTextTest : public ProgramTest {
  protected:
    Outcome run_harmless(const std::vector<std::string>& arguments) {
        const auto outcome = run(arguments);
        expect_harmless(outcome.out);
        expect_harmless(outcome.err);
        return outcome;
    }

    // A refusal that quotes the text.
    void expect_quoted(const std::vector<std::string>& arguments) {
        SCOPED_TRACE(arguments.front());
        const auto outcome = run_harmless(arguments);
        EXPECT_NE(outcome.status, 0);
        EXPECT_SAYS(outcome.err, "\\x1b[31m");
    }
};

TEST_F(ForeignTextTest, OfArguments) {
    for (const char* option :
         {"--view", "--center", "--height", "--size", "--palette", "--engine", "--shortcuts"})
        expect_quoted({"render", "-o", "a.png", option, hostile});
    expect_quoted({hostile});
    expect_quoted({"render", "--" + hostile});
    expect_quoted({"render", "-o", hostile});
    expect_quoted({"render", "-o", hostile + "/a.png"});
    expect_quoted({"render", "-o", "a.png", hostile + ".png"});
    expect_quoted({"race", "--racer", hostile});
    expect_quoted({"sweep", "-g", hostile});
    expect_quoted({"model", "--vary", hostile, "--over", "2"});
    expect_quoted({"bench", hostile + ".json"});
    expect_quoted({"--replay", hostile + ".json"});
    run_harmless({"render", "-o", "a.png", "--view", std::string(100'000, 'x')});
}

TEST_F(ForeignTextTest, OfTheNamesOfFilesThatAreWritten) {
    const auto outcome =
        run_harmless({"render", "--size", "16x16", "-o", "x\x1b[31m\nmariani: done.png"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_SAYS(outcome.out, "x\\x1b[31m\\nmariani: done.png: 16x16 pixels");
}

TEST_F(ForeignTextTest, OfPalettes) {
    std::ofstream(folder / "bad.map") << hostile;
    expect_quoted({"render", "-o", "a.png", "--palette", "bad.map"});
    std::ofstream(folder / "bad.gpl") << "GIMP Palette\n" << hostile;
    expect_quoted({"render", "-o", "a.png", "--palette", "bad.gpl"});
}

TEST_F(ForeignTextTest, OfRecordings) {
    for (const std::string& text :
         {"[{\"event\": \"" + hostile_escaped + "\"}]",
          "[{\"event\": \"command\", \"command\": \"" + hostile_escaped + "\"}]",
          "[{\"event\": \"key\", \"key\": \"" + hostile_escaped + "\"}]",
          "[{\"event\": \"set\", \"field\": \"" + hostile_escaped + "\", \"value\": 1}]"}) {
        std::ofstream(folder / "input.json", std::ios::trunc) << text;
        expect_quoted({"--replay", "input.json"});
    }
    std::ofstream(folder / "input.json", std::ios::trunc) << "[\"" << hostile;
    run_harmless({"--replay", "input.json"});
}

TEST_F(ForeignTextTest, OfExperiments) {
    const auto experiment = [&](const std::string& title, const std::string& more) {
        std::ofstream(folder / "e.json", std::ios::trunc)
            << R"({"mariani_experiment": 1, "title": ")" << title
            << R"(", "view": {"center_re": 0, "center_im": 0, "height_im": 2}, "dwell": 10,
                   "precision": "f64", "backend": "cpu", "fill": "uniform", "shortcuts": false,
                   "threads": 1, "repeat": 1, "minutes": 1,
                   "cases": [{"engine": "ex", "sizes": ["16x16"], "largest": false,
                              "block": ["16x16"]}])"
            << more << "}";
    };
    experiment(hostile_escaped, "");
    const auto outcome = run_harmless({"bench", "e.json"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_SAYS(outcome.out, "x\\x07\\x1b[31m");
    experiment("plain", ", \"" + hostile_escaped + "\": 1");
    expect_quoted({"bench", "e.json"});
    experiment("plain", ", \"" + std::string(1'000'000, 'k') + "\": 1");
    run_harmless({"bench", "e.json"});
    experiment("plain", ", \"record\": \"" + hostile_escaped + "\"");
    run_harmless({"bench", "e.json"});
}

TEST_F(ForeignTextTest, OfBookmarks) {
    const auto file = folder / "data" / "mariani" / "bookmarks.toml";
    for (const std::string& name : {hostile_escaped, std::string(R"(a\u009bb)")}) {
        fs::create_directories(file.parent_path());
        std::ofstream(file, std::ios::trunc)
            << "[[view]]\nname = \"" << name << "\"\ncenter = \"0,0\"\nheight = 1.0\n";
        const auto outcome =
            run_harmless({"render", "--size", "16x16", "-o", "a.png", "--view", "paper"});
        EXPECT_SAYS(outcome.err, "without control characters");
        EXPECT_FALSE(fs::exists(file)) << "it is kept aside";
    }
}

}  // namespace
}  // namespace mariani::app
