// What stands for the kernels in a build without CUDA.
#include "compute/cuda/engines.hpp"
#include "compute/workloads/mandelbrot/deep/cuda/delta_pixels.hpp"

#include <stdexcept>

namespace mariani::deep::cuda {

template <typename N>
struct DeltaPixels<N>::Implementation {};

template <typename N>
DeltaPixels<N>::DeltaPixels(const DeltaSource<N>&, int, const std::stop_token&) {
    throw std::runtime_error(*mariani::cuda::unavailable());
}
template <typename N>
DeltaPixels<N>::~DeltaPixels() = default;
template <typename N>
std::optional<FoundPixels> DeltaPixels<N>::run(std::span<const std::uint32_t>, Wanted, bool,
                                               const std::stop_token&) {
    return std::nullopt;
}
template <typename N>
double DeltaPixels<N>::kernel_ms() const {
    return 0;
}

template class DeltaPixels<Plain<double>>;
template class DeltaPixels<Plain<DoubleDouble>>;
template class DeltaPixels<Ranged<double>>;
template class DeltaPixels<Ranged<DoubleDouble>>;
template class DeltaPixels<LongNumber>;

}  // namespace mariani::deep::cuda
