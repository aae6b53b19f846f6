// When the nodes of each level were worked on, in a run that is recorded.
#pragma once

#include "compute/workloads/points/cell.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <vector>

namespace mariani::points::cpu {

// Thread-safe, but for ms().
class LevelSpans {
  public:
    // Calls work() as part of that level.
    template <typename Work>
    auto timed(std::uint32_t level, const Work& work) {
        struct Note {
            Span& span;
            ~Note() { keep_greater(span.end, now()); }
        };
        Span& span = spans_[level];
        keep_less(span.begin, now());
        const Note note{span};
        return work();
    }

    // Of each level, from the begin of the first to the end of the last.
    std::vector<double> ms() const {
        std::vector<double> times;
        for (const Span& span : spans_)
            if (span.end > 0) times.push_back(static_cast<double>(span.end - span.begin) * 1e-6);
        return times;
    }

  private:
    struct Span {
        std::atomic<std::int64_t> begin{std::numeric_limits<std::int64_t>::max()};
        std::atomic<std::int64_t> end{0};
    };

    static std::int64_t now() {
        return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }
    static void keep_less(std::atomic<std::int64_t>& kept, std::int64_t value) {
        for (auto held = kept.load(); value < held && !kept.compare_exchange_weak(held, value);) {
        }
    }
    static void keep_greater(std::atomic<std::int64_t>& kept, std::int64_t value) {
        for (auto held = kept.load(); value > held && !kept.compare_exchange_weak(held, value);) {
        }
    }

    std::array<Span, max_depth + 1> spans_;
};

}  // namespace mariani::points::cpu
