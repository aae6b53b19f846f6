// Memory that frames reuse, so that none pays for fresh pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace mariani::cpu {

// Thread-safe. A buffer keeps its pool alive, so either may go first.
class BufferPool : public std::enable_shared_from_this<BufferPool> {
  public:
    static std::shared_ptr<BufferPool> make();

    // Uninitialised memory of at least that many bytes, aligned to 64, for values of an implicit
    // lifetime type. Goes back to the pool with its last owner. Throws std::bad_alloc.
    template <typename T>
    std::shared_ptr<T[]> take(std::int64_t count) {
        auto bytes = take_bytes(static_cast<std::size_t>(count) * sizeof(T));
        T* values = reinterpret_cast<T*>(bytes.get());
        return {std::move(bytes), values};
    }

  private:
    struct Free {
        void operator()(std::byte* bytes) const;
    };
    struct Buffer {
        std::unique_ptr<std::byte, Free> bytes;
        std::size_t size = 0;
    };

    BufferPool() = default;
    std::shared_ptr<std::byte> take_bytes(std::size_t size);
    Buffer reuse(std::size_t size);
    void give_back(Buffer buffer) noexcept;

    std::mutex mutex_;
    std::vector<Buffer> unused_;
};

}  // namespace mariani::cpu
