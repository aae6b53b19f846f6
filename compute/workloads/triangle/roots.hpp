// The row of the block number lambda in the lower triangle, counted row by row: the greatest i with
// i(i+1)/2 <= lambda. Exact below 2^32, and as seed 002 has it.
#pragma once

#include "compute/model/host_device.hpp"
#include "compute/workloads/triangle/shape.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace mariani::triangle {

// 2 lambda + 1/4, rounded once.
MARIANI_HOST_DEVICE inline float root_argument(std::uint32_t lambda) {
    return std::fma(2.0F, static_cast<float>(lambda), 0.25F);
}

// One step up or down puts a row right that is wrong by one.
MARIANI_HOST_DEVICE constexpr std::uint32_t stepped(std::uint32_t row, std::uint32_t lambda) {
    const std::uint64_t first = std::uint64_t{row} * (row + std::uint64_t{1}) / 2;
    if (first > lambda) return row - 1;
    return first + row + 1 <= lambda ? row + 1 : row;
}

// 1/sqrt(x). CUDA promises 2 units in the last place, and it takes one instruction; the processor
// rounds correctly.
MARIANI_HOST_DEVICE inline float reciprocal_root(float x) {
#ifdef __CUDA_ARCH__
    return rsqrtf(x);
#else
    return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x)));
#endif
}

// Exact whatever the error of reciprocal_root() is within that promise.
struct ExactRow {
    MARIANI_HOST_DEVICE static std::uint32_t of(std::uint32_t lambda, float) {
#ifdef __CUDA_ARCH__
        const float x = root_argument(lambda);
        const float root = std::fma(x, reciprocal_root(x), -0.5F);
#else
        const float root = std::sqrt(root_argument(lambda)) - 0.5F;
#endif
        return stepped(static_cast<std::uint32_t>(root), lambda);
    }
};

// The three of the paper. `offset` is epsilon - 1/2.
struct RowByRoot {  // LTM-X
    MARIANI_HOST_DEVICE static std::uint32_t of(std::uint32_t lambda, float offset) {
        return static_cast<std::uint32_t>(std::sqrt(root_argument(lambda)) + offset);
    }
};

struct RowByReciprocal {  // LTM-R
    MARIANI_HOST_DEVICE static std::uint32_t of(std::uint32_t lambda, float offset) {
        const float x = root_argument(lambda);
        return from(x, reciprocal_root(x), offset);
    }
    MARIANI_HOST_DEVICE static std::uint32_t from(float x, float reciprocal, float offset) {
        const float row = std::fma(x, reciprocal, offset);
        return row < 0 ? 0 : static_cast<std::uint32_t>(row);
    }
};

// sqrt(x) by three Newton steps from the well-known constant. In each the authors' compiler makes
// one rounding of the last product and the difference.
MARIANI_HOST_DEVICE inline float newton_root(float x) {
    const float half = x * 0.5F;
    float y = std::bit_cast<float>(0x5F3759DF - (std::bit_cast<std::int32_t>(x) >> 1));
    for (int step = 0; step < 3; ++step) y *= std::fma(-half * y, y, 1.5F);
    return x * y;
}

struct RowByNewton {  // LTM-N
    MARIANI_HOST_DEVICE static std::uint32_t of(std::uint32_t lambda, float offset) {
        const float row = newton_root(root_argument(lambda)) + offset;
        return row < 0 ? 0 : static_cast<std::uint32_t>(row);
    }
};

}  // namespace mariani::triangle
