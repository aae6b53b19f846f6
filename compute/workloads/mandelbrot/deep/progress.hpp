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

}  // namespace mariani::deep
