#include "compute/host_copy.hpp"

#include "compute/cuda/engines.hpp"

namespace mariani {

std::shared_ptr<const DwellImage> host_copy(std::shared_ptr<const DwellImage> image) {
    if (image->span().memory == MemoryKind::host) return image;
    return cuda::host_copy(*image);
}

}  // namespace mariani
