#include "app/panels/messages.hpp"

#include "compute/model/printable.hpp"

#include <cstddef>
#include <limits>
#include <utility>

namespace mariani::app {
namespace {

constexpr std::size_t max_messages = 5;

// Errors stay until dismissed.
double seconds_shown(Message::Kind kind) {
    switch (kind) {
        case Message::Kind::info:
            return 5.0;
        case Message::Kind::warning:
            return 9.0;
        case Message::Kind::error:
            break;
    }
    return std::numeric_limits<double>::infinity();
}

}  // namespace

void post_message(std::vector<Message>& messages, Message::Kind kind, std::string text,
                  double now) {
    constexpr std::size_t longest = 1000;  // characters
    text = printable(text, longest);
    std::erase_if(messages, [&](const Message& message) { return message.text == text; });
    messages.push_back({kind, std::move(text), now});
    if (messages.size() > max_messages) messages.erase(messages.begin());
}

void expire_messages(std::vector<Message>& messages, double now) {
    std::erase_if(messages, [now](const Message& message) {
        return now - message.shown_since > seconds_shown(message.kind);
    });
}

}  // namespace mariani::app
