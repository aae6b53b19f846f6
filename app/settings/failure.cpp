#include "app/settings/failure.hpp"

#include <exception>
#include <new>

namespace mariani::app {
namespace {

std::string current_failure_text() {
    constexpr const char* no_memory =
        "not enough memory: make the picture or the problem smaller, or close other programs";
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return no_memory;
    } catch (const std::length_error&) {  // a container was asked for more than is possible
        return no_memory;
    } catch (const std::exception& error) {
        return error.what();
    } catch (...) {
        return "an unknown failure";
    }
}

}  // namespace

std::string current_failure() noexcept {
    try {
        return current_failure_text();
    } catch (...) {
        return "no memory left";  // short enough to need none
    }
}

}  // namespace mariani::app
