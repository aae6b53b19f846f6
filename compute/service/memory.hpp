// How much memory of the machine is free, and the refusal of what takes more.
#pragma once

#include "compute/cpu/memory.hpp"

namespace mariani {

using cpu::free_memory;
using cpu::refuse_beyond_free;

}  // namespace mariani
