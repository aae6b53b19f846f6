// Measures how long GL takes for what lies between begin() and end(), and never waits for it.
#pragma once

#include "render/gl/handle.hpp"

#include <array>
#include <cstddef>
#include <optional>

namespace mariani::render::gl {

class TimerQuery {
  public:
    TimerQuery();

    // Once per frame, in pairs, not nested in another TimerQuery's. A pair is left out while all
    // of the ring's queries are on their way.
    void begin();
    void end();

    // The newest result that GL has ready, in ms, of some frames ago; nothing before the first.
    std::optional<double> milliseconds();

    // How many pairs there were: the number of the next one.
    std::size_t pairs() const { return begun_; }
    // The result of a pair, once GL has it ready; of a long past one, some later one's.
    std::optional<double> milliseconds_of(std::size_t pair);

  private:
    struct Traits {
        static GLuint create();
        static void destroy(GLuint name);
    };
    static constexpr std::size_t length = 4;
    std::array<Handle<Traits>, length> ring_;
    std::size_t begun_ = 0;  // pairs so far
    std::size_t read_ = 0;
    bool running_ = false;
    std::array<double, length> results_{};
};

}  // namespace mariani::render::gl
