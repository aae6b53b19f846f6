#include "compute/workloads/gasket/state.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace mariani::gasket {
namespace {

std::uint64_t count(std::uint64_t bits) {
    return static_cast<std::uint64_t>(std::popcount(bits));
}

}  // namespace

State::State(std::uint64_t cells) : cells_(cells), words_((cells + 63) / 64) {}

void State::set(std::uint64_t index, bool alive) {
    const std::uint64_t bit = std::uint64_t{1} << index % 64;
    if (alive)
        words_[index / 64] |= bit;
    else
        words_[index / 64] &= ~bit;
}

std::uint64_t State::population() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t word : words_) sum += count(word);
    return sum;
}

std::uint64_t State::population(std::uint64_t begin, std::uint64_t end) const {
    if (begin >= end) return 0;
    const std::uint64_t from_begin = ~std::uint64_t{0} << begin % 64;
    const std::uint64_t to_end = ~std::uint64_t{0} >> (63 - (end - 1) % 64);
    const std::uint64_t first = begin / 64, last = (end - 1) / 64;
    if (first == last) return count(words_[first] & from_begin & to_end);
    std::uint64_t sum = count(words_[first] & from_begin) + count(words_[last] & to_end);
    for (std::uint64_t word = first + 1; word < last; ++word) sum += count(words_[word]);
    return sum;
}

std::uint64_t State::hash() const {
    std::uint64_t sum = 0;
    for (std::uint64_t word = 0; word < words_.size(); ++word)
        sum += hash_of_word(words_[word], word);
    return hash_from(sum, cells_);
}

std::uint64_t State::hash_from(std::uint64_t sum, std::uint64_t cells) {
    return mix64(sum + cells);
}

Differences differences(const State& one, const State& other) {
    Differences found;
    for (std::uint64_t word = 0; word < one.words().size(); ++word) {
        const std::uint64_t bits = one.words()[word] ^ other.words()[word];
        if (bits == 0) continue;
        if (!found.first)
            found.first = word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits));
        found.cells += count(bits);
    }
    return found;
}

State random_state(std::uint64_t cells, RandomFill fill) {
    std::atomic<double> progress;
    return random_state(cells, fill, {}, progress).value();
}

std::optional<State> random_state(std::uint64_t cells, RandomFill fill, const std::stop_token& stop,
                                  std::atomic<double>& progress) {
    constexpr std::size_t at_once = 1 << 12;  // words: 1 ms
    State state(0);
    state.cells_ = cells;
    auto& words = state.words_;
    const std::size_t count = (cells + 63) / 64;
    words.reserve(count);  // which clears nothing
    while (words.size() < count) {
        if (stop.stop_requested()) return std::nullopt;
        const std::size_t end = std::min(words.size() + at_once, count);
        while (words.size() < end) words.push_back(fill.word(words.size(), cells));
        progress = static_cast<double>(end) / static_cast<double>(count);
    }
    return state;
}

namespace {

class HostSnapshot final : public Snapshot {
  public:
    explicit HostSnapshot(State state) : state_(std::move(state)) {}

    std::uint64_t cells() const override { return state_.cells(); }

    std::vector<std::uint32_t> populations(std::uint64_t box_cells,
                                           std::span<const std::uint32_t> boxes) const override {
        std::vector<std::uint32_t> counts;
        counts.reserve(boxes.size());
        for (const std::uint64_t box : boxes)
            counts.push_back(static_cast<std::uint32_t>(
                state_.population(box * box_cells, (box + 1) * box_cells)));
        return counts;
    }

    State state() const override { return state_; }
    std::uint64_t hash() const override { return state_.hash(); }

  private:
    State state_;
};

}  // namespace

std::uint64_t Snapshot::population() const {
    constexpr std::array whole{0U};
    return populations(cells(), whole).front();
}

std::unique_ptr<Snapshot> snapshot_of(State state) {
    return std::make_unique<HostSnapshot>(std::move(state));
}

}  // namespace mariani::gasket
