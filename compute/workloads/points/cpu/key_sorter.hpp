// Sorts points by key: a radix sort from the last digit on, by 8 bits, of keys with their indices.
#pragma once

#include "compute/workloads/points/cpu/job.hpp"
#include "compute/workloads/points/sorted_keys.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace mariani::points::cpu {

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

}  // namespace mariani::points::cpu
