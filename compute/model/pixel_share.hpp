// Which pixels of a picture a pixel of another size shows.
#pragma once

#include "compute/model/host_device.hpp"

#include <cstdint>

namespace mariani {

// The pixels from `from` to before `to`.
struct PixelShare {
    int from, to;
};

// Of an axis of `whole` pixels, those that pixel `at` of `size` shows: one at least.
MARIANI_HOST_DEVICE constexpr PixelShare share_of(int at, int size, int whole) {
    const auto scaled = [&](int place) {
        return static_cast<int>(std::int64_t{place} * whole / size);
    };
    const int from = scaled(at), to = scaled(at + 1);
    return {from, to > from ? to : from + 1};
}

}  // namespace mariani
