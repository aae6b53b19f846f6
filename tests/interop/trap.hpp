// A kernel that makes the GPU unusable for this process.
#pragma once

namespace mariani::test {

// From then on every CUDA call for device 0 returns an error. True if that is so.
bool lose_device();

}  // namespace mariani::test
