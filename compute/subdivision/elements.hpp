// What engines ask of a workload about its elements, the pixels of a frame. Engines are templates
// over it: they know how regions are cut and who iterates which pixel, and nothing else.
#pragma once

#include "compute/model/frame_plan.hpp"
#include "compute/model/geometry.hpp"
#include "compute/model/host_device.hpp"
#include "compute/subdivision/border.hpp"

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace mariani::subdivision {

struct ElementDwell {
    std::uint32_t dwell;
    std::uint32_t iterations;  // steps taken, those of proofs included: usually fewer than the
                               // dwell if a shortcut applied
};

// See ExteriorFields (field.hpp).
struct ElementExterior {
    float distance;  // in pixels
    float normal;    // in turns
};

struct NeverStop {
    MARIANI_HOST_DEVICE bool operator()() const { return false; }
};

// What a workload allows for a region whose border has one dwell.
enum class Fill : std::uint8_t {
    no,
    yes,
    if_proven  // if one proof holds for all of its border
};

// Where the fractions of a filled region's pixels come from.
enum class FillFractions : std::uint8_t { none, interpolated, iterated };

// A small value, copied to every thread of a frame.
template <typename E>
concept Elements = std::is_trivially_copyable_v<E> &&
    requires(const E& elements, int x, int y, float* fraction, std::uint32_t dwell, PixelRect rect,
             NeverStop stop, const FramePlan& plan) {
    typename E::Number;  // float or double: what it computes with
    { E::of(plan) } -> std::same_as<E>;
    // The largest dwell, and about the largest number of iterations.
    { elements.dwell_limit } -> std::convertible_to<std::uint32_t>;
    // One element, by one thread. The fraction is wanted if there is room for
    // it, and 0 until it is written. `stop` is polled from time to time; once it returns true the
    // result is meaningless.
    { elements.dwell_of(x, y, fraction, stop) } -> std::same_as<ElementDwell>;
    { elements.fill_of(dwell, rect) } -> std::same_as<Fill>;
    // The proofs that hold at a pixel, as bits; and whether any are ever needed.
    { elements.proofs_at(x, y) } -> std::same_as<unsigned>;
    { elements.needs_proofs() } -> std::same_as<bool>;
    // Whether every region within the rectangle may be filled if its border is
    // uniform.
    { elements.fills_all_within(rect) } -> std::same_as<bool>;
    { elements.fractions_of_fill(dwell) } -> std::same_as<FillFractions>;
};

// Elements that lie at a distance from a set: what is known of an escaped one of this dwell.
// `stop` as above.
template <typename E>
concept ExteriorElements = Elements<E> &&
    requires(const E& elements, int x, int y, std::uint32_t dwell, NeverStop stop) {
    { elements.exterior_of(x, y, dwell, stop) } -> std::same_as<ElementExterior>;
};

inline constexpr unsigned all_proofs = ~0U;

// Whether a region is filled with its border's dwell; by one thread.
template <Elements E>
MARIANI_HOST_DEVICE bool fills(const E& elements, BorderRange border, PixelRect rect) {
    if (!border.uniform()) return false;
    const Fill fill = elements.fill_of(border.min, rect);
    if (fill != Fill::if_proven) return fill == Fill::yes;
    unsigned proofs = all_proofs;
    for (int k = 0; k < ring_pixels(rect) && proofs != 0; ++k) {
        const Pixel pixel = ring_pixel(rect, k);
        proofs &= elements.proofs_at(pixel.x, pixel.y);
    }
    return proofs != 0;
}

}  // namespace mariani::subdivision
