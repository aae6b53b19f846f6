#include "compute/workloads/points/cpu/engines.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace mariani::points::cpu {
namespace {

constexpr int digit_bits = 8;
constexpr std::size_t digits = 1 << digit_bits;
using DigitCounts = std::array<std::uint32_t, digits>;

// All of a list in chunks, each of which is counted and moved by one thread.
class Chunks {
  public:
    explicit Chunks(const Job& job) : job_(job), size_(chunk_size(job)) {}

    std::size_t count() const { return (job_.count() + size_ - 1) / size_; }

    // Calls use(chunk, begin, end). False if stopped.
    template <typename Use>
    bool for_each(const Use& use) const {
        job_.pool.for_each(static_cast<std::int64_t>(count()), job_.stop, [&](std::int64_t chunk) {
            const auto begin = static_cast<std::uint32_t>(chunk) * size_;
            use(static_cast<std::size_t>(chunk), begin, std::min(begin + size_, job_.count()));
        });
        return !job_.stop.stop_requested();
    }

  private:
    // Four for each thread; a chunk of the greatest size takes a few ms.
    static std::uint32_t chunk_size(const Job& job) {
        const auto shares = static_cast<std::uint32_t>(4 * job.pool.threads());
        return std::clamp(job.count() / shares + 1, 1U << 14, 1U << 20);
    }

    const Job& job_;
    std::uint32_t size_;
};

// The digit that begins at bit `shift` of an entry.
std::size_t digit_of_entry(std::uint64_t entry, int shift) {
    return entry >> shift & (digits - 1);
}

void count_digits(const std::uint64_t* begin, const std::uint64_t* end, int shift,
                  DigitCounts& counts) {
    DigitCounts found{};
    for (const auto* entry = begin; entry != end; ++entry) ++found[digit_of_entry(*entry, shift)];
    counts = found;
}

// From how many each chunk has of a digit to where it puts them: by digit, then by chunk.
void scan(std::vector<DigitCounts>& counts) {
    std::uint32_t at = 0;
    for (std::size_t digit = 0; digit < digits; ++digit)
        for (DigitCounts& chunk : counts) at += std::exchange(chunk[digit], at);
}

void move_entries(const std::uint64_t* begin, const std::uint64_t* end, int shift, DigitCounts& at,
                  std::uint64_t* to) {
    DigitCounts place = at;
    for (const auto* entry = begin; entry != end; ++entry)
        to[place[digit_of_entry(*entry, shift)]++] = *entry;
}

}  // namespace

void KeySorter::reserve(std::uint32_t count) {
    if (count <= reserved_) return;
    entries_ = std::make_unique_for_overwrite<std::uint64_t[]>(count);
    others_ = std::make_unique_for_overwrite<std::uint64_t[]>(count);
    keys_ = std::make_unique_for_overwrite<std::uint32_t[]>(count);
    reserved_ = count;
}

std::optional<SortedKeys> KeySorter::sort(const Job& job) {
    reserve(job.count());
    const auto depth = static_cast<int>(job.plan.rule.depth);
    const Chunks chunks(job);
    std::vector<DigitCounts> counts(chunks.count());
    constexpr int first_shift = 32;
    bool goes_on = chunks.for_each([&](std::size_t chunk, std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i)
            entries_[i] = std::uint64_t{key_of(job.points.input[i], depth)} << 32 | i;
        count_digits(&entries_[begin], &entries_[end], first_shift, counts[chunk]);
    });
    for (int shift = first_shift; goes_on && shift < first_shift + 2 * depth; shift += digit_bits) {
        if (shift > first_shift)
            goes_on =
                chunks.for_each([&](std::size_t chunk, std::uint32_t begin, std::uint32_t end) {
                    count_digits(&entries_[begin], &entries_[end], shift, counts[chunk]);
                });
        if (!goes_on) break;
        scan(counts);
        goes_on = chunks.for_each([&](std::size_t chunk, std::uint32_t begin, std::uint32_t end) {
            move_entries(&entries_[begin], &entries_[end], shift, counts[chunk], others_.get());
        });
        std::swap(entries_, others_);
    }
    if (!goes_on) return std::nullopt;
    goes_on = chunks.for_each([&](std::size_t, std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) {
            keys_[i] = static_cast<std::uint32_t>(entries_[i] >> 32);
            job.points.first[i] = job.points.input[static_cast<std::uint32_t>(entries_[i])];
        }
    });
    if (!goes_on) return std::nullopt;
    return SortedKeys{keys_.get(), job.count(), job.plan.rule.depth};
}

}  // namespace mariani::points::cpu
