// How far a picture is, for other threads to look at.
#pragma once

#include <atomic>
#include <cstdint>

namespace mariani::deep {

enum class Stage : std::uint8_t { reference, table, pixels, double_double, direct };

struct Progress {
    std::atomic<Stage> stage{Stage::reference};
    std::atomic<std::int64_t> done{0};  // of the stage: steps, or pixels
    std::atomic<std::int64_t> total{0};

    void begin(Stage next, std::int64_t amount) {
        done = 0;
        total = amount;
        stage = next;
    }
};

// Steps in so many bits that take a few ms at most.
constexpr std::uint32_t steps_between_looks(std::int64_t bits) {
    constexpr std::int64_t some_us = 4096, a_ms = 1 << 17;
    return bits < some_us ? 1024 : bits < a_ms ? 4 : 1;
}

}  // namespace mariani::deep
