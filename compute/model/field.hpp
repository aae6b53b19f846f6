// Fields: a value for each pixel of a rectangle of the picture, in a backend's memory.
#pragma once

#include "compute/model/geometry.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace mariani {

enum class MemoryKind { host, cuda };

struct MemoryPlace {
    MemoryKind kind = MemoryKind::host;
    int device = 0;  // the CUDA device if kind is cuda
    bool operator==(const MemoryPlace&) const = default;
};

enum class ElementType : std::uint8_t { uint8, uint16, uint32, float32 };

template <typename T>
consteval ElementType element_type() {
    if constexpr (std::is_same_v<T, std::uint8_t>) return ElementType::uint8;
    if constexpr (std::is_same_v<T, std::uint16_t>) return ElementType::uint16;
    if constexpr (std::is_same_v<T, std::uint32_t>) return ElementType::uint32;
    if constexpr (std::is_same_v<T, float>) return ElementType::float32;
}

constexpr int bytes_of(ElementType type) {
    switch (type) {
        case ElementType::uint8:
            return 1;
        case ElementType::uint16:
            return 2;
        default:
            return 4;
    }
}

// A field's values in host memory. Does not own them.
template <typename T>
struct HostField {
    PixelRect extent;
    std::span<const T> values;  // row by row, without padding; empty if there is no field

    explicit operator bool() const { return !values.empty(); }

    // The pixel is one of the image, and must lie in the extent.
    std::size_t index(int x, int y) const { return mariani::index(extent, x, y); }
    const T& at(int x, int y) const { return values[index(x, y)]; }

    // Some rows of the extent, counted from its top.
    HostField rows(int first, int count) const {
        if (values.empty()) return {};
        const PixelRect some{extent.x, extent.y + first, extent.width, count};
        return {some,
                values.subspan(index(some.x, some.y), static_cast<std::size_t>(pixel_count(some)))};
    }
};

// Read-only and shared, safe to read from any thread; the last copy returns the memory to where it
// came from. Empty by default.
class Field {
  public:
    Field() = default;

    // extent.width * extent.height values, row by row, without padding; without values it is empty.
    template <typename T>
    Field(PixelRect extent, const std::shared_ptr<T[]>& values, MemoryPlace place = {}) {
        if (!values) return;
        extent_ = extent;
        type_ = element_type<std::remove_const_t<T>>();
        place_ = place;
        values_ = std::shared_ptr<const void>(values, values.get());
    }

    explicit operator bool() const { return values_ != nullptr; }
    PixelRect extent() const { return extent_; }
    ElementType type() const { return type_; }
    MemoryPlace place() const { return place_; }
    bool on_host() const { return place_.kind == MemoryKind::host; }
    const std::shared_ptr<const void>& values() const { return values_; }
    std::int64_t bytes() const { return pixel_count(extent_) * bytes_of(type_); }

    // Throws std::logic_error if the values lie elsewhere or are of another type; for an empty
    // field returns an empty one.
    template <typename T>
    HostField<T> host() const& {
        if (!values_) return {};
        if (!on_host() || type_ != element_type<T>())
            throw std::logic_error("a field was read as what it is not");
        return {
            extent_,
            {static_cast<const T*>(values_.get()), static_cast<std::size_t>(pixel_count(extent_))}};
    }
    template <typename T>
    HostField<T> host() const&& = delete;  // it would go with the field

  private:
    PixelRect extent_;
    ElementType type_ = ElementType::uint32;
    MemoryPlace place_;
    std::shared_ptr<const void> values_;
};

// A field in host memory with these values.
template <typename T>
Field field_of(PixelRect extent, std::vector<T> values) {
    if (values.size() != static_cast<std::size_t>(pixel_count(extent)))
        throw std::logic_error("a field has a value for each pixel");
    const auto owner = std::make_shared<const std::vector<T>>(std::move(values));
    return {extent, std::shared_ptr<const T[]>(owner, owner->data())};
}

// How far escaped pixels are from the set, and which way leads away from it. Both fields or
// neither, of one extent and in one memory. Both are 0 at pixels inside the set.
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
