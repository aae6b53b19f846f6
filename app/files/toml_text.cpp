#include "app/files/toml_text.hpp"

#include "compute/model/printable.hpp"

#include <new>
#include <sstream>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// toml++ leaves out numbers when it lacks the memory to print them.
bool says(const std::string& text, const toml::table& table) {
    try {
        return toml::parse(text) == table;
    } catch (const toml::parse_error&) {
        return false;
    }
}

}  // namespace

toml::table parse_toml(std::string_view text, const TextLimits& limits) {
    check_text(text, limits);
    try {
        return toml::parse(text);
    } catch (const toml::parse_error&) {
        // toml++ reports a number as damaged when it lacked the memory to read it.
    }
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        throw std::invalid_argument(fmt::format("line {}: {}", error.source().begin.line,
                                                printable(error.description(), longest_quote)));
    }
}

std::string toml_text(const toml::table& table) {
    std::ostringstream text;
    text.exceptions(std::ios::badbit);
    text << table << '\n';
    if (!says(text.str(), table)) throw std::bad_alloc();
    return text.str();
}

}  // namespace mariani::app
