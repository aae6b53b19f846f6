#include "compute/cuda/memory.hpp"

namespace mariani::cuda {

void refuse_beyond_free(const MemoryEstimate& estimate, std::int64_t kept) {
    constexpr std::int64_t small = 1 << 26;  // which takes longer to ask for than to allocate
    if (estimate.needed() - kept < small) return;
    if (const auto why = why_too_large(estimate, free_memory(estimate.gpu.value()) + kept))
        throw MemoryShortage(*why);
}

}  // namespace mariani::cuda
