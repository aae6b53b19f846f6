#include "app/explore/command_json.hpp"

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
    EXPECT_TRUE(std::holds_alternative<command::ToggleGrid>(
        command_from_json({{"command", "toggle_grid"}})));
    EXPECT_TRUE(std::holds_alternative<command::StopTimingLog>(
        command_from_json({{"command", "stop_timing_log"}})));
    EXPECT_EQ(std::get<command::AddBookmark>(
                  command_from_json({{"command", "add_bookmark"}, {"name", "here"}}))
                  .name,
              "here");
}

}  // namespace
}  // namespace mariani::app
