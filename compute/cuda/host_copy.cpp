#include "compute/cuda/check.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/cuda/handles.hpp"

#include <cstddef>

namespace mariani::cuda {
namespace {

template <typename T>
std::unique_ptr<T[]> copy_of(const T* values, PixelRect part) {
    if (!values) return nullptr;
    const auto count = static_cast<std::size_t>(pixel_count(part));
    auto copy = std::make_unique_for_overwrite<T[]>(count);
    check(cudaMemcpy(copy.get(), values, count * sizeof(T), cudaMemcpyDeviceToHost),
          "copy a frame to the host");
    return copy;
}

class CopiedDwells final : public DwellImage {
  public:
    explicit CopiedDwells(const DwellSpan& span)
        : part_(span.part),
          dwells_(copy_of(span.dwells, span.part)),
          fractions_(copy_of(span.fractions, span.part)) {}
    DwellSpan span() const override { return {part_, dwells_.get(), fractions_.get()}; }

  private:
    PixelRect part_;
    std::unique_ptr<std::uint32_t[]> dwells_;
    std::unique_ptr<float[]> fractions_;
};

}  // namespace

std::shared_ptr<const DwellImage> host_copy(const DwellImage& image) {
    const CurrentDevice current(image.span().device);
    return std::make_shared<CopiedDwells>(image.span());
}

}  // namespace mariani::cuda
