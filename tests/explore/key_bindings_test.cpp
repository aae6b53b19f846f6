#include "app/explore/keys.hpp"

#include <set>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

TEST(Keys, EveryBoundKeyHasANameThatReadsBack) {
    for (const auto& binding : key_bindings()) {
        EXPECT_FALSE(binding.label.empty());
        EXPECT_EQ(key_named(key_name(binding.key)), binding.key) << key_name(binding.key);
    }
}

TEST(Keys, NoneIsBoundTwice) {
    std::set<std::pair<int, Modifiers>> seen;
    for (const auto& binding : key_bindings())
        EXPECT_TRUE(seen.insert({binding.key, binding.modifiers}).second)
            << key_label(binding.key, binding.modifiers);
}

TEST(Keys, DoWhatTheyAreBoundTo) {
    EXPECT_TRUE(is(*bound_command('G', modifier::none), Action::toggle_grid));
    EXPECT_TRUE(is(*bound_command('Z', modifier::control), Action::undo_view));
    EXPECT_TRUE(is(*bound_command('Z', modifier::control | modifier::shift), Action::redo_view));
    EXPECT_TRUE(is(*bound_command('Q', modifier::control), Action::quit));
    EXPECT_EQ(bound_command('G', modifier::control), std::nullopt);
    EXPECT_EQ(bound_command('Z', modifier::none), std::nullopt);
    // + needs Shift on many keyboards.
    EXPECT_LT(std::get<command::ZoomBy>(*bound_command(key::equal, modifier::shift)).factor, 1);
    EXPECT_GT(std::get<command::ZoomBy>(*bound_command(key::minus, modifier::none)).factor, 1);
}

TEST(Keys, HeldDownMoveOnButToggleOnce) {
    EXPECT_TRUE(repeats(*bound_command(key::left, modifier::none)));
    EXPECT_TRUE(repeats(*bound_command('Z', modifier::control)));
    EXPECT_FALSE(repeats(*bound_command('G', modifier::none)));
    EXPECT_FALSE(repeats(*bound_command(key::f12, modifier::none)));
}

TEST(Keys, AreLabelledAsOnKeyboards) {
    EXPECT_EQ(key_label('Z', modifier::control | modifier::shift), "Ctrl+Shift+Z");
    EXPECT_EQ(key_label(key::f1 + 4, modifier::none), "F5");
    EXPECT_EQ(key_named("f12"), key::f12);
    EXPECT_EQ(key_named("no such key"), std::nullopt);
}

}  // namespace
}  // namespace mariani::app
