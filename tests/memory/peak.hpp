// The memory of a process of its own, at its peak.
#pragma once

#include "compute/model/memory_estimate.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace mariani::tests {

// A build with sanitizers measures their memory, too.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
inline constexpr const char* sanitized_reason = "a sanitizer takes memory, too";

// How many bytes more than before are resident at the peak of work(), which runs in a child. The
// caller has no threads.
std::int64_t peak_of(const std::function<void()>& work);

// That the estimate is within 20 % of that, less what threads take by themselves; prints both.
// Skips where a sanitizer takes memory, too.
void expect_close(const std::string& plan, const MemoryEstimate& estimate,
                  const std::function<void()>& work);

// The same of the bytes that this process holds of GPUs at the peak of work(), which runs in it:
// CUDA does not outlive a fork.
void expect_close_on_gpu(const std::string& plan, const MemoryEstimate& estimate,
                         const std::function<void()>& work);

}  // namespace mariani::tests
