// How fast memory can be written at all.
#pragma once

#include <cstdint>

namespace mariani::cpu {

// The ms that so many threads take together to set so many bytes: the least of several times, the
// threads running and the memory touched before. Of little memory, what one of them takes: it is
// done before another one is awake.
double measure_memset_ms(std::int64_t bytes, int threads);

}  // namespace mariani::cpu
