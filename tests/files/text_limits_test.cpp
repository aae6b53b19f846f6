#include "app/files/json_text.hpp"
#include "app/files/toml_text.hpp"
#include "tests/files/sandbox.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

constexpr TextLimits limits{1000, 20, 4};

std::string error_of(const std::string& text) {
    try {
        check_text(text, limits);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(TextLimits, AreReachedAndNotPassed) {
    EXPECT_EQ(error_of(std::string(1000, ' ')), "");
    EXPECT_EQ(error_of(std::string(1001, ' ')), "it is larger than 1000 bytes");
    EXPECT_EQ(error_of("[[[[]]]] {{{{}}}}"), "");
    EXPECT_EQ(error_of("[{[{[]}]}]"), "it is nested deeper than 4 levels");
    EXPECT_EQ(error_of("a.b.c.d.e = 1.5\n[a.b.c.d.e]\n"), "");
    EXPECT_EQ(error_of("a.b.c.d.e.f = 1"), "it is nested deeper than 4 levels");
    EXPECT_EQ(error_of("[a.b.c.d.e.f]"), "it is nested deeper than 4 levels");
    EXPECT_EQ(error_of("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]"), "");
    EXPECT_EQ(error_of("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21]"),
              "it has more than 20 values");
}

TEST(TextLimits, KnowStringsAndComments) {
    const std::string deep = "[[[[[[[[";
    for (const std::string& text :
         {"\"" + deep + "\"", "'" + deep + "'", "\"\\\"" + deep + "\"",
          "\"\"\"\n" + deep + "\n\"\"\"", "\"\"\"" + deep + "\"\"\"\"\"",
          "'''\n'" + deep + "''" + deep + "'''", "# " + deep + "\n", "\"\\\\\" \"" + deep + "\"",
          std::string("\"\"\n'") + deep + "'"})
        EXPECT_EQ(error_of(text), "") << text;
    // What follows a string does count.
    for (const std::string& text :
         {"\"a\" " + deep, "\"\\\\\"" + deep, "''" + deep, "\"\"" + deep, "\"\"\"a\"\"\"" + deep,
          "\"\"\"a\"\"\"\"\"" + deep, "'''a''''" + deep, "'\\'" + deep, "# \"\n" + deep,
          "\"# \"" + deep})
        EXPECT_EQ(error_of(text), "it is nested deeper than 4 levels") << text;
}

TEST(JsonText, SaysFromWhereOnItIsNone) {
    const auto message = [](const std::string& text) {
        try {
            parse_json(text, limits);
        } catch (const std::invalid_argument& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(message("{\"a\": [1, {}]}"), "");
    EXPECT_EQ(message("[1,\n2,\n oops]"), "it is not JSON from line 3 on");
    EXPECT_EQ(message("[1e999]"), "a number in it is too large");
    EXPECT_EQ(message("[[[[[]]]]]"), "it is nested deeper than 4 levels");
}

TEST(JsonText, HandsOutAListOneByOne) {
    std::vector<std::string> seen;
    const auto keep = [&seen](const nlohmann::json& each) { seen.push_back(each.dump()); };
    parse_json_list("[1, [2, [3]], {\"a\": {\"b\": []}}, \"x\", null, []]", limits, keep);
    EXPECT_EQ(seen, (std::vector<std::string>{"1", "[2,[3]]", "{\"a\":{\"b\":[]}}", "\"x\"", "null",
                                              "[]"}));
    for (const std::string text : {"{\"a\": 1}", "1", "\"x\""})
        EXPECT_THROW(parse_json_list(text, limits, keep), std::invalid_argument) << text;
    EXPECT_THROW(parse_json_list("[1, 2", limits, keep), std::invalid_argument);
}

TEST(TomlText, SaysWhichLineIsDamaged) {
    EXPECT_EQ(parse_toml("a.b = 1\n[c]\n", limits).size(), 2u);
    EXPECT_THROW(parse_toml("a.b.c.d.e.f = 1", limits), std::invalid_argument);
    try {
        parse_toml("a = 1\nb = \n", limits);
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_SAYS(std::string(error.what()), "line 2");
    }
}

}  // namespace
}  // namespace mariani::app
