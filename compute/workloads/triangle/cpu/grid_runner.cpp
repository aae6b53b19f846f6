#include "compute/cpu/engines.hpp"
#include "compute/cpu/memory.hpp"
#include "compute/cpu/tasks.hpp"
#include "compute/workloads/triangle/cpu/rows.hpp"
#include "compute/workloads/triangle/plan.hpp"
#include "compute/workloads/triangle/runner.hpp"
#include "compute/workloads/triangle/sphere_grid.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstring>

namespace mariani::triangle::cpu {
namespace {

// Between looks at the stop token.
constexpr Count chunk_words = Count{1} << 20;
constexpr Count chunk_spheres = 64;

class CpuGridRunner final : public Runner {
  public:
    explicit CpuGridRunner(const Plan& plan)
        : plan_(plan),
          shape_(shape_of(plan)),
          pool_(plan.threads),
          spheres_(input_of(plan)),
          words_(static_cast<std::size_t>(contact_words(shape_))) {}

    std::string device() const override { return mariani::cpu::device(pool_.threads()); }

    void set_time(double time) override {
        plan_.time = time;
        spheres_ = input_of(plan_);
    }

    // Sorting takes less than a hundredth of the rest, so that one thread does it.
    std::optional<RunStats> run(std::stop_token stop, Progress& progress) override {
        const auto begin = std::chrono::steady_clock::now();
        progress.blocks_done = 0;
        progress.blocks_total = plan_.side;
        const SortedSpheres grid = sort_into_grid(spheres_);
        clear(stop);
        compare(grid, stop, progress);
        if (stop.stop_requested()) return std::nullopt;
        return RunStats{mariani::cpu::ms_since(begin)};
    }

    std::vector<std::byte> output() const override {
        std::vector<std::byte> bytes(words_.size() * sizeof(words_[0]));
        std::memcpy(bytes.data(), words_.data(), bytes.size());
        return bytes;
    }

    double floor_ms() const override {
        return floor_of(plan_, [this](std::int64_t bytes) {
            return mariani::cpu::measure_memset_ms(bytes, pool_.threads());
        });
    }

  private:
    void clear(const std::stop_token& stop) {
        pool_.for_each_chunk(static_cast<Count>(words_.size()), chunk_words, stop,
                             [&](Count begin, Count end) {
                                 std::fill(words_.begin() + begin, words_.begin() + end, 0U);
                             });
    }

    void compare(const SortedSpheres& grid, const std::stop_token& stop, Progress& progress) {
        pool_.for_each_chunk(plan_.side, chunk_spheres, stop, [&](Count begin, Count end) {
            for (Count place = begin; place < end; ++place)
                compare_one(grid, static_cast<int>(place));
            progress.blocks_done += end - begin;
        });
    }

    void compare_one(const SortedSpheres& grid, int place) {
        constexpr int bits = 32;
        const GridPlace cell = grid_place(grid.spheres[static_cast<std::size_t>(place)]);
        for (int run = 0; run < grid_runs; ++run) {
            const auto [begin, end] = grid_run(grid.first.data(), cell, place, run);
            for (int at = begin; at < end; at += bits) {
                auto touching =
                    contacts({grid.spheres.data(), plan_.features, place, at, end - at});
                for (; touching != 0; touching &= touching - 1)
                    set(grid, place, at + std::countr_zero(touching));
            }
        }
    }

    void set(const SortedSpheres& grid, int place, int other) {
        const Cell pair = pair_of(grid.numbers[static_cast<std::size_t>(place)],
                                  grid.numbers[static_cast<std::size_t>(other)]);
        std::atomic_ref(words_[static_cast<std::size_t>(contact_word(shape_, pair))])
            .fetch_or(contact_bit(pair), std::memory_order_relaxed);
    }

    Plan plan_;
    Shape shape_;
    mariani::cpu::ThreadPool pool_;
    std::vector<Point> spheres_;
    mariani::cpu::LargeArray<std::uint32_t> words_;
};

}  // namespace

std::unique_ptr<Runner> make_grid_runner(const Plan& plan) {
    return mariani::cpu::within_free_memory(memory_of(plan),
                                            [&] { return std::make_unique<CpuGridRunner>(plan); });
}

}  // namespace mariani::triangle::cpu
