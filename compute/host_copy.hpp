// A frame's dwells where the processor can read them.
#pragma once

#include "compute/engine.hpp"

#include <memory>

namespace mariani {

// The image itself where it lies in host memory, else a copy. Throws std::bad_alloc,
// std::runtime_error when the device cannot hand them over.
std::shared_ptr<const DwellImage> host_copy(std::shared_ptr<const DwellImage> image);

}  // namespace mariani
