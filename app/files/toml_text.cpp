#include "app/files/toml_text.hpp"

#include "compute/model/printable.hpp"

#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {

toml::table parse_toml(std::string_view text, const TextLimits& limits) {
    check_text(text, limits);
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        throw std::invalid_argument(fmt::format("line {}: {}", error.source().begin.line,
                                                printable(error.description(), longest_quote)));
    }
}

}  // namespace mariani::app
