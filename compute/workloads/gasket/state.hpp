// The canonical form of a state: what engines take and give back, whatever their own layout.
#pragma once

#include "compute/model/counter_hash.hpp"
#include "compute/model/host_device.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace mariani::gasket {

// Hashes of words and places are added, so that any order gives the same.
MARIANI_HOST_DEVICE constexpr std::uint64_t hash_of_word(std::uint64_t word, std::uint64_t number) {
    return counter_hash(word, number);
}

// A bit for each cell in compact order: cell i is bit i % 64 of word i / 64; 1 is alive. Bits
// beyond the last cell are 0.
class State {
  public:
    // All dead.
    explicit State(std::uint64_t cells);

    std::uint64_t cells() const { return cells_; }
    bool alive(std::uint64_t index) const { return (words_[index / 64] >> index % 64 & 1U) != 0; }
    void set(std::uint64_t index, bool alive);

    std::span<const std::uint64_t> words() const { return words_; }
    // Whoever writes keeps the bits beyond the last cell 0.
    std::span<std::uint64_t> words() { return words_; }

    std::uint64_t population() const;
    // Living cells of those from `begin` on, before `end`.
    std::uint64_t population(std::uint64_t begin, std::uint64_t end) const;
    // Depends on all cells and their places.
    std::uint64_t hash() const;
    // The same from the sum of hash_of_word() for all words.
    static std::uint64_t hash_from(std::uint64_t sum, std::uint64_t cells);

    bool operator==(const State&) const = default;

  private:
    friend std::optional<State> random_state(std::uint64_t cells, struct RandomFill fill,
                                             const std::stop_token& stop,
                                             std::atomic<double>& progress);

    std::uint64_t cells_;
    std::vector<std::uint64_t> words_;
};

// The cells that differ between two states of as many cells.
struct Differences {
    std::uint64_t cells = 0;
    std::optional<std::uint64_t> first;  // in compact order; none if they are equal

    bool operator==(const Differences&) const = default;
};
Differences differences(const State& one, const State& other);

// A random state: each cell is alive with this probability, from 0 to 1, independently of all
// others, and depends on nothing but the seed and its place in compact order.
struct RandomFill {
    std::uint64_t seed = 1;
    float density = 0.5F;

    MARIANI_HOST_DEVICE constexpr bool alive(std::uint64_t index) const {
        return unit_float(counter_hash(seed, index)) < density;
    }
    // A word of a state with so many cells.
    MARIANI_HOST_DEVICE constexpr std::uint64_t word(std::uint64_t number,
                                                     std::uint64_t cells) const {
        std::uint64_t bits = 0;
        for (unsigned bit = 0; bit < 64 && number * 64 + bit < cells; ++bit)
            bits |= std::uint64_t{alive(number * 64 + bit)} << bit;
        return bits;
    }
};

State random_state(std::uint64_t cells, RandomFill fill);
// The same, with its progress from 0 to 1; nothing within 100 ms of a stop request.
std::optional<State> random_state(std::uint64_t cells, RandomFill fill, const std::stop_token& stop,
                                  std::atomic<double>& progress);

// A state as it was at one moment, wherever it is kept. It does not change, and may outlive its
// engine. Any thread, several at a time. Throws std::runtime_error with a message for the user when
// its device refuses, std::bad_alloc.
class Snapshot {
  public:
    virtual ~Snapshot() = default;

    virtual std::uint64_t cells() const = 0;

    // The living cells in each of these boxes of so many cells: box b has those from b * box_cells
    // on, in compact order, all of which there are.
    virtual std::vector<std::uint32_t> populations(std::uint64_t box_cells,
                                                   std::span<const std::uint32_t> boxes) const = 0;

    std::uint64_t population() const;  // of all cells

    virtual State state() const = 0;
    virtual std::uint64_t hash() const = 0;  // state().hash()
};

// In the host's memory.
std::unique_ptr<Snapshot> snapshot_of(State state);

}  // namespace mariani::gasket
