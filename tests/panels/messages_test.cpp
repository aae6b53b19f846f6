#include "app/panels/observations.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using Kind = Message::Kind;

TEST(Messages, GoAfterAWhileButErrorsStay) {
    std::vector<Message> messages;
    post_message(messages, Kind::info, "saved", 0);
    post_message(messages, Kind::warning, "careful", 0);
    post_message(messages, Kind::error, "broken", 0);
    expire_messages(messages, 6);
    ASSERT_EQ(messages.size(), 2u);
    expire_messages(messages, 1e6);
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_EQ(messages[0].text, "broken");
}

TEST(Messages, TheSameAgainIsNotShownTwice) {
    std::vector<Message> messages;
    post_message(messages, Kind::info, "saved", 0);
    post_message(messages, Kind::info, "saved", 3);
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_EQ(messages[0].shown_since, 3);
}

TEST(Messages, TheOldestMakeRoom) {
    std::vector<Message> messages;
    for (int i = 0; i < 100; ++i)
        post_message(messages, Kind::error, "error " + std::to_string(i), i);
    EXPECT_LT(messages.size(), 10u);
    EXPECT_EQ(messages.back().text, "error 99");
}

}  // namespace
}  // namespace mariani::app
