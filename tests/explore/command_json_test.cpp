#include "app/explore/command.hpp"
#include "tests/model/many_digits.hpp"

#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

template <std::size_t... I>
std::vector<Command> every_command(std::index_sequence<I...>) {
    return {Command(std::in_place_index<I>)...};
}

TEST(CommandJson, EveryCommandHasANameThatReadsBack) {
    for (const auto& command :
         every_command(std::make_index_sequence<std::variant_size_v<Command>>())) {
        const auto json = command_to_json(command);
        EXPECT_EQ(command_from_json(json).index(), command.index()) << json;
    }
    for (int i = 0; i <= static_cast<int>(last_action); ++i) {
        const auto json = command_to_json(static_cast<Action>(i));
        EXPECT_TRUE(is(command_from_json(json), static_cast<Action>(i))) << json;
    }
}

TEST(CommandJson, FieldsReadBack) {
    const Command julia = command::GoTo{View{{0, 1}, 3, PlanePoint{0.1, 1.0 / 3}}};
    EXPECT_EQ(std::get<command::GoTo>(command_from_json(command_to_json(julia))).view,
              std::get<command::GoTo>(julia).view);
    const Command go = command::GoTo{View{{-0.75, 1e-17}, 3e-9}};
    EXPECT_EQ(std::get<command::GoTo>(command_from_json(command_to_json(go))).view,
              std::get<command::GoTo>(go).view);
    const Command open = command::OpenFile{"/tmp/ä b.png"};
    EXPECT_EQ(std::get<command::OpenFile>(command_from_json(command_to_json(open))).path,
              "/tmp/ä b.png");
}

TEST(CommandJson, NamesAreWhatRecordingsSay) {
    EXPECT_TRUE(is(command_from_json({{"command", "toggle_grid"}}), Action::toggle_grid));
    EXPECT_TRUE(is(command_from_json({{"command", "stop_timing_log"}}), Action::stop_timing_log));
    EXPECT_EQ(std::get<command::AddBookmark>(
                  command_from_json({{"command", "add_bookmark"}, {"name", "here"}}))
                  .name,
              "here");
}

TEST(CommandJson, ViewsAreKeptToTheirLastDigit) {
    const View view = deep_view(5000);
    const auto json = command_to_json(command::GoTo{view});
    EXPECT_EQ(json["height"], "2.5e-5000");
    EXPECT_EQ(std::get<command::GoTo>(command_from_json(json)).view, view);
}

TEST(CommandJson, NumbersOfOlderRecordingsAreRead) {
    nlohmann::json json{{"command", "go_to"}, {"re", -0.75}, {"im", 0}, {"height", 1e-9}};
    EXPECT_EQ(std::get<command::GoTo>(command_from_json(json)).view, (View{{-0.75, 0}, 1e-9}));
    for (const nlohmann::json& wrong :
         {nlohmann::json("one"), nlohmann::json("nan"), nlohmann::json(true), nlohmann::json(),
          nlohmann::json::array(), nlohmann::json("0." + std::string(200'000, '9'))}) {
        json["re"] = wrong;
        EXPECT_THROW(command_from_json(json), std::invalid_argument);
    }
}

}  // namespace
}  // namespace mariani::app
