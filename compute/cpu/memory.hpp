// Memory of the machine: how much is free, and arrays too large to be cleared in one piece.
#pragma once

#include "compute/model/memory_estimate.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace mariani::cpu {

// Bytes that this process can have without swapping: what the machine has available, and no more
// than its control group and its own limit of address space leave it.
std::int64_t free_memory();

// Throws MemoryShortage where less is free.
void refuse_beyond_free(const MemoryEstimate& estimate);

// What make() returns, where as much is free as it takes. Throws MemoryShortage, too, where others
// were faster to take it.
template <typename Make>
auto within_free_memory(const MemoryEstimate& estimate, const Make& make) {
    refuse_beyond_free(estimate);
    try {
        return make();
    } catch (const std::bad_alloc&) {
        throw MemoryShortage(shortage_text(estimate.remedy));
    }
}

namespace detail {
struct ReturnPages {
    std::size_t bytes = 0;
    void operator()(void* pages) const;
};
// Zeros, page by page as they are first touched. Throws std::bad_alloc.
std::unique_ptr<void, ReturnPages> zero_pages(std::size_t bytes);
}  // namespace detail

// Values that are 0 at first. To make one takes no time, however large it is: the system clears
// each page as it is first touched, which is a part of the work and ends with it.
template <typename T>
class LargeArray {
  public:
    explicit LargeArray(std::size_t size)
        : pages_(detail::zero_pages(size * sizeof(T))), size_(size) {}

    T* data() { return static_cast<T*>(pages_.get()); }
    const T* data() const { return static_cast<const T*>(pages_.get()); }
    std::size_t size() const { return size_; }
    T* begin() { return data(); }
    T* end() { return data() + size_; }
    T& operator[](std::size_t at) { return data()[at]; }
    const T& operator[](std::size_t at) const { return data()[at]; }

  private:
    std::unique_ptr<void, detail::ReturnPages> pages_;
    std::size_t size_;
};

}  // namespace mariani::cpu
