// Highway with the targets that this program runs on. Included before any other Highway header.
//
// Targets without fused multiply-add would round differently: such machines iterate pixel by pixel
// instead, on Highway's fall-back target. SVE's vectors cannot be put into the arrays that the
// interleave needs; NEON, which every such machine has too, can.
#pragma once

#include <hwy/detect_targets.h>

#ifndef HWY_SSE2
#define HWY_SSE2 0
#endif
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS \
    (HWY_SSE2 | HWY_SSSE3 | HWY_SSE4 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
