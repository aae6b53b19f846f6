// The engines, and what each of them is given. It moves the points to the first buffer, in the
// tree's order, and lists the nodes. What it returns is of no use once a stop was requested.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/workloads/points/cell.hpp"
#include "compute/workloads/points/cpu/node_list.hpp"
#include "compute/workloads/points/plan.hpp"
#include "compute/workloads/points/point_buffers.hpp"
#include "compute/workloads/points/runner.hpp"
#include "compute/workloads/points/sorted_keys.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace mariani::points::cpu {

// Thread-safe, but for all() and tasks().
class LevelClock {
  public:
    explicit LevelClock(int threads) : notes_(static_cast<std::size_t>(threads)) {}

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

    // Likewise by a thread of the pool, and notes that it did.
    template <typename Work>
    auto task(std::uint32_t level, const Work& work) {
        struct Ending {
            std::vector<TaskNote>& notes;
            TaskNote note;
            ~Ending() {
                note.end = now();
                notes.push_back(note);
            }
        };
        auto& notes = notes_[static_cast<std::size_t>(mariani::cpu::ThreadPool::slot())];
        return timed(level, [&] {
            const Ending ending{notes, {level, now(), 0}};
            return work();
        });
    }

    std::vector<LevelSpan> all() const {
        std::vector<LevelSpan> all;
        for (const Span& span : spans_)
            if (span.end > 0) all.push_back({ms(span.begin), ms(span.end)});
        return all;
    }

    std::vector<LevelTask> tasks() const {
        std::vector<LevelTask> tasks;
        for (std::size_t thread = 0; thread < notes_.size(); ++thread)
            for (const auto& [level, begin, end] : notes_[thread])
                tasks.push_back({level, static_cast<int>(thread), ms(begin), ms(end)});
        return tasks;
    }

  private:
    struct TaskNote {
        std::uint32_t level;
        std::int64_t begin, end;
    };
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

    double ms(std::int64_t ns) const {  // since those of the root began
        return static_cast<double>(ns - spans_.front().begin) * 1e-6;
    }

    std::array<Span, max_depth + 1> spans_;
    std::vector<std::vector<TaskNote>> notes_;  // of each thread
};

using mariani::cpu::ThreadPool;

// The points, two buffers for them in turn, threads, and when to stop.
struct Job {
    const Plan& plan;
    const PointBuffers& points;
    ThreadPool& pool;
    const std::stop_token& stop;
    LevelClock* clock = nullptr;  // of a run that is recorded

    // Calls work(), and in such a run notes it as part of that level.
    template <typename Work>
    auto at_level(std::uint32_t level, const Work& work) const {
        return clock == nullptr ? work() : clock->timed(level, work);
    }

    // Likewise, and by which of the pool's threads.
    template <typename Work>
    auto task(std::uint32_t level, const Work& work) const {
        return clock == nullptr ? work() : clock->task(level, work);
    }

    std::uint32_t count() const { return static_cast<std::uint32_t>(plan.count); }
    Node root() const { return {{}, 0, count()}; }
};

struct Tree {
    NodeList nodes;  // in any order
    std::int64_t child_launches = 0;
    std::int64_t refused_launches = 0;
};

// Sorts points by key: a radix sort from the last digit on, by 8 bits, of keys with their indices.
// Keeps its memory from run to run.
class KeySorter {
  public:
    // Moves the points to the first buffer, those of a key in the order of the input. The keys live
    // until the next call. Nothing if stopped.
    std::optional<SortedKeys> sort(const Job& job);

  private:
    void reserve(std::uint32_t count);

    std::uint32_t reserved_ = 0;
    std::unique_ptr<std::uint64_t[]> entries_, others_;  // key above index
    std::unique_ptr<std::uint32_t[]> keys_;
};

// DP and DP-MBR: groups of tasks stand for the launches from the device, and the pool for the list
// of pending ones. A group that finds it full is done by the task that wanted it.
Tree divide_by_recursion(const Job& job);

// ASK: pieces of all of a level's nodes at once.
Tree divide_by_levels(const Job& job);

// Linear: nodes by search in sorted keys.
Tree search_in_keys(const Job& job, KeySorter& sorter);

// Karras: the cells of the radix tree of the sorted keys.
Tree take_from_radix_tree(const Job& job, KeySorter& sorter);

using QuadrantCounts = std::array<std::uint32_t, 4>;

QuadrantCounts count_quadrants(std::span<const Point> points, const Point& centre);

// To target[at[q]] on, in their order; `at` moves along.
void scatter_quadrants(std::span<const Point> points, const Point& centre, QuadrantCounts& at,
                       Point* target);

// A leaf's points, into the first buffer if they are not there.
void settle(const PointBuffers& points, const Node& leaf);

}  // namespace mariani::points::cpu
