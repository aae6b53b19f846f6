// What the window tells its user in passing.
#pragma once

#include "app/panels/observations.hpp"

namespace mariani::app {

// Adds a message, printable whatever it quotes; the same text again is shown anew, not twice. The
// oldest go when there are many.
void post_message(std::vector<Message>& messages, Message::Kind kind, std::string text, double now);

// Takes away what has been shown long enough: warnings stay longer, errors until dismissed.
void expire_messages(std::vector<Message>& messages, double now);

}  // namespace mariani::app
