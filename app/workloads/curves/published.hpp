// What the litmus tests found on one NVIDIA H200, as the table of
// compute/workloads/curves/README.md has it.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace mariani::app {

struct PublishedLitmus {
    std::string_view name;  // of a LitmusText
    std::string_view measured;
};

inline constexpr std::array h200_litmuses{
    PublishedLitmus{"own-write", "1,048,576 of 1,048,576 reads saw it"},
    PublishedLitmus{"loose-writes", "59,008 of 262,144 reads saw it"},
    PublishedLitmus{"fenced-writes", "262,144 of 262,144 reads saw it"},
    PublishedLitmus{"child-to-parent", "4,096 of 4,096 reads saw it"},
    PublishedLitmus{"child-to-tail", "32,768 of 32,768 reads saw it"},
    PublishedLitmus{"child-to-next", "32,768 of 32,768 reads saw it"},
    PublishedLitmus{"nesting", "64 of 64 levels ran"},
    PublishedLitmus{"tails", "512 of 512 levels ran"},
    PublishedLitmus{"pool-512", "512 of 1,024 ran, 512 refused"},
    PublishedLitmus{"pool-2048", "2,048 of 4,096 ran, 2,048 refused"},
    PublishedLitmus{"pool-8192", "8,192 of 16,384 ran, 8,192 refused"},
    PublishedLitmus{"heap", "1,888 of 4,096 were had and read, 2,208 refused"},
    PublishedLitmus{"null-stream", "1 of a block at a time, 4 of four"},
    PublishedLitmus{"named-streams", "16 of a block at a time, 64 of four"},
    PublishedLitmus{"forget", "16 of a block at a time, 64 of four"}};

// Empty for what is explained, and not run.
constexpr std::string_view measured_on_h200(std::string_view name) {
    const auto* const found = std::ranges::find(h200_litmuses, name, &PublishedLitmus::name);
    return found == h200_litmuses.end() ? std::string_view() : found->measured;
}

}  // namespace mariani::app
