// Where kernels put a frame's dwells.
#pragma once

#include "compute/model/field.hpp"
#include "compute/model/host_device.hpp"

#include <cstddef>
#include <cstdint>

namespace mariani::cuda {

// Dwells in device memory, row by row, from a multiple of 16 bytes on: of 2 bytes each in a frame
// whose dwell limit is not above max_narrow_dwell, else of 4. No dwell has all bits set. Owns
// nothing.
struct DwellPlane {
    static constexpr std::uint32_t max_narrow_dwell = 0xFFFE;

    std::byte* memory;
    bool narrow;  // the same for all threads, so that a branch on it costs little

    MARIANI_HOST_DEVICE std::size_t bytes(std::size_t pixels) const {
        return pixels << (narrow ? 1 : 2);
    }
    MARIANI_HOST_DEVICE std::byte* place(std::size_t pixel) const { return memory + bytes(pixel); }

    MARIANI_HOST_DEVICE std::uint32_t load(std::size_t pixel) const {
        return narrow ? *reinterpret_cast<const std::uint16_t*>(place(pixel))
                      : *reinterpret_cast<const std::uint32_t*>(place(pixel));
    }
    MARIANI_HOST_DEVICE void store(std::size_t pixel, std::uint32_t dwell) const {
        store(place(pixel), dwell);
    }
    MARIANI_HOST_DEVICE void store(std::byte* place, std::uint32_t dwell) const {
        if (narrow)
            *reinterpret_cast<std::uint16_t*>(place) = static_cast<std::uint16_t>(dwell);
        else
            *reinterpret_cast<std::uint32_t*>(place) = dwell;
    }
};

// A field's, to be read only: of uint16 or uint32.
inline DwellPlane plane_of(const Field& dwells) {
    return {static_cast<std::byte*>(const_cast<void*>(dwells.values().get())),
            dwells.type() == ElementType::uint16};
}

}  // namespace mariani::cuda
