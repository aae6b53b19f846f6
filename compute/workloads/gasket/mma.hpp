// nu as a product of matrices, as tensor cores take it: 16 x 16 halves. A holds the weights of the
// digits, the even ones in row 0 and the odd ones in row 1; a column of B the digits of a block;
// the product's rows 0 and 1 are the block's place in the compact rectangle.
#pragma once

#include "compute/workloads/gasket/shape.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace mariani::gasket {

struct MmaWeights {
    static constexpr int size = 16;  // of the matrices: the most digits

    // Digit m counts weight[m] * factor[m]; A has the one, B the digit times the other.
    float weight[size]{};
    float factor[size]{};
};

// The nearest number with 11 significant bits; beyond 65504, infinity.
float nearest_half(float value);

// Exact with sums in single precision: every entry of A and B is a half, and the sums are below
// 2^24. 3^7 is no half, but 3^6 times 3 is. Nothing where there are no such weights.
std::optional<MmaWeights> exact_weights(const Shape& blocks);

// The most levels of blocks that have exact weights.
int max_exact_level(const Fractal& fractal);

// As the seed has them: A is k^floor(m/2), rounded to a half, and B the digits.
MmaWeights published_weights(const Shape& blocks);

// Which weights there are, and how the products are added.
enum class MmaForm {
    exact,    // exact weights, sums in single precision
    printed,  // published weights, sums in single precision: as the seed states
    program,  // published weights, sums in half precision: as the published program has them
};

// The product's column of the block with this number in compact order: rows 0 and 1. Emulated:
// sums in half precision are exact until they end.
std::array<float, 2> product(const Shape& blocks, const MmaWeights& weights, std::uint32_t index,
                             MmaForm form);

// How many of all blocks get a wrong place with the published weights, and sums of that form.
std::uint64_t count_wrong_as_published(const Shape& blocks, MmaForm form);

// The fewest levels of blocks with which one of them is; nothing where none ever is.
std::optional<int> first_wrong_level(const Fractal& fractal, MmaForm form);

}  // namespace mariani::gasket
