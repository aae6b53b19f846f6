// Measures the GPU time of the GL commands between begin() and end(), without waiting for it.
#pragma once

#include "render/gl/handle.hpp"

#include <array>
#include <cstddef>
#include <optional>

namespace mariani::render::gl {

class TimerQuery {
  public:
    TimerQuery();

    // Once per frame, in pairs, not nested in another TimerQuery's. A pair is skipped while all
    // queries of the ring are in flight.
    void begin();
    void end();

    // The newest available result in ms, from some frames ago; nullopt before the first.
    std::optional<double> milliseconds();

    // The number of pairs so far, which is the index of the next one.
    std::size_t pairs() const { return begun_; }
    // The result of a pair, once available; for one long past, that of some later pair.
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
