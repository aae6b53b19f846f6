// Places to test at, found by the program's own search for nuclei: the centres of minibrots, and a
// height of which the minibrot is a part.
#pragma once

#include "compute/workloads/mandelbrot/deep/place.hpp"

#include <cstdint>

namespace mariani::deep {

struct KnownPlace {
    const char* name;
    Place place;
    std::uint32_t limit;   // of the dwell, above most of the dwells there
    std::uint32_t period;  // of the nucleus at the centre
};

// 1e-14 and 1e-50: nuclei within nuclei of Seahorse valley. The others: near i, two levels deep.
const KnownPlace& place_1e14();
const KnownPlace& place_1e50();
const KnownPlace& place_1e113();
const KnownPlace& place_1e300();
const KnownPlace& place_1e533();
const KnownPlace& place_1e1086();

}  // namespace mariani::deep
