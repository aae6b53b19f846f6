// A CUDA context beside the one that the program's engines share.
#pragma once

#include <cstddef>

namespace mariani::cuda {

// A context of its own on a device: the calling thread's for as long as it lives, on that thread
// only. Its limits are its own, and what goes wrong in it leaves other contexts as they are.
// Handles that are made meanwhile belong to it and must end before it; CurrentDevice would leave
// it.
class OwnContext {
  public:
    // With room for so many pending device-side launches. A device of devices() that is available.
    // Throws as check() does.
    OwnContext(int device, std::size_t pending_launches);
    ~OwnContext();
    OwnContext(const OwnContext&) = delete;
    OwnContext& operator=(const OwnContext&) = delete;

  private:
    void* context_ = nullptr;  // a CUcontext
};

}  // namespace mariani::cuda
