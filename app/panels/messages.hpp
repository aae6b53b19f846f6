// The window's transient messages to its user.
#pragma once

#include "app/panels/observations.hpp"

namespace mariani::app {

// Adds a message, made printable whatever it quotes; repeating a text renews it instead of showing
// it twice. If there are too many, the oldest are removed.
void post_message(std::vector<Message>& messages, Message::Kind kind, std::string text, double now);

// Removes expired messages: warnings stay longer, errors until dismissed.
void expire_messages(std::vector<Message>& messages, double now);

}  // namespace mariani::app
