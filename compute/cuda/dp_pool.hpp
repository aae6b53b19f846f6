// The pool of pending device-side launches, which belongs to the whole device.
#pragma once

#include "compute/cuda/workspace.hpp"

#include <cstdint>

namespace mariani::cuda {

// Sees to it that so many launches can be pending at once, as far as the memory budget allows: an
// eighth of the device's memory, at most 1 GiB, at 7 KB a launch. Options::pending_launches is used
// as it is. Nothing may run on the device. More launches than there is room for fail one by one.
void make_room_for_launches(std::int64_t launches, const Workspace& workspace);

}  // namespace mariani::cuda
