#include "app/session/messages.hpp"

#include <cstddef>
#include <utility>

namespace mariani::app {
namespace {

constexpr std::size_t most_messages = 5;

double seconds_shown(Message::Kind kind) {
    return kind == Message::Kind::info ? 4.0 : 9.0;
}

}  // namespace

void post_message(std::vector<Message>& messages, Message::Kind kind, std::string text,
                  double now) {
    std::erase_if(messages, [&](const Message& message) { return message.text == text; });
    messages.push_back({kind, std::move(text), now});
    if (messages.size() > most_messages) messages.erase(messages.begin());
}

void expire_messages(std::vector<Message>& messages, double now) {
    std::erase_if(messages, [now](const Message& message) {
        return now - message.shown_since > seconds_shown(message.kind);
    });
}

}  // namespace mariani::app
