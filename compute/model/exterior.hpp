// What a frame may know of its escaped pixels beside their dwells: how far they are from the set,
// and which way leads away from it.
#pragma once

#include "compute/model/field.hpp"

namespace mariani {

// Both fields or neither, of one extent and in one memory. Both are 0 at pixels inside the set.
struct ExteriorFields {
    // float32, in pixels: the exterior distance estimate |z| ln|z| / |z'|, where z' is the
    // derivative of z by the pixel's point (c, or of a Julia set the first z) and z is large. Near
    // the set the true distance lies between half of it and twice; far off, where a pixel sees the
    // whole set as a point, it is |c| ln|c|.
    Field distances;
    // float32, in turns from 0 to below 1: the direction of z / z', in which the potential rises;
    // 0 points right, 0.25 up.
    Field normals;

    explicit operator bool() const { return static_cast<bool>(distances); }
};

// The same in host memory. Owns nothing.
struct HostExterior {
    HostField<float> distances;
    HostField<float> normals;

    // Some rows of the extent, counted from its top.
    HostExterior rows(int first, int count) const {
        return {distances.rows(first, count), normals.rows(first, count)};
    }
};

// Throws what Field::host throws.
inline HostExterior on_host(const ExteriorFields& fields) {
    return {fields.distances.host<float>(), fields.normals.host<float>()};
}

}  // namespace mariani
