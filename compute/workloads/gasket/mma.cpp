#include "compute/workloads/gasket/mma.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace mariani::gasket {
namespace {

constexpr float sum_limit = 1 << 24;  // of whole numbers that are exact in single precision

bool is_half(float value) {
    return nearest_half(value) == value;
}

// k^exponent as a weight times a factor that B can take with every digit; false if there is none.
bool split(std::uint32_t copies, int exponent, float& weight, float& factor) {
    const auto k = static_cast<float>(copies);
    weight = std::pow(k, static_cast<float>(exponent));
    factor = 1;
    for (int moved = 0; moved <= exponent; ++moved, weight /= k, factor *= k) {
        bool fits = is_half(weight);
        for (std::uint32_t digit = 1; digit < copies && fits; ++digit)
            fits = is_half(factor * static_cast<float>(digit));
        if (fits) return true;
    }
    return false;
}

// A sum, which is exact until then, as the accumulator holds it.
float added(float sum, MmaForm form) {
    return form == MmaForm::program ? nearest_half(sum) : sum;
}

// What the digits from this one on, every second of them, add up to with these weights, for each of
// their values: the place is the right sum.
std::vector<float> sums_of_digits(const Shape& blocks, const MmaWeights& weights, int first) {
    std::vector<float> sums{0};
    for (int m = first; m < std::min(blocks.level, MmaWeights::size); m += 2) {
        const std::vector<float> smaller = sums;
        for (std::uint32_t digit = 1; digit < blocks.copies; ++digit)
            for (const float sum : smaller)
                sums.push_back(sum + weights.weight[m] * static_cast<float>(digit));
    }
    return sums;
}

std::uint64_t count_right_sums(const std::vector<float>& sums, MmaForm form) {
    std::uint64_t right = 0;
    for (std::size_t place = 0; place < sums.size(); ++place)
        right += added(sums[place], form) == static_cast<float>(place);
    return right;
}

}  // namespace

float nearest_half(float value) {
    constexpr float greatest = 65504;
    if (value == 0) return 0;
    const float unit = std::ldexp(1.0F, std::ilogb(value) - 10);
    const float nearest = std::nearbyint(value / unit) * unit;
    return nearest > greatest ? std::numeric_limits<float>::infinity() : nearest;
}

std::optional<MmaWeights> exact_weights(const Shape& blocks) {
    if (blocks.level > MmaWeights::size) return std::nullopt;
    if (static_cast<float>(std::max(blocks.compact.x, blocks.compact.y)) > sum_limit)
        return std::nullopt;
    MmaWeights weights;
    for (int m = 0; m < blocks.level; ++m)
        if (!split(blocks.copies, m / 2, weights.weight[m], weights.factor[m])) return std::nullopt;
    return weights;
}

int max_exact_level(const Fractal& fractal) {
    int level = 0;
    while (level < max_level(fractal) && exact_weights(shape_of(fractal, level + 1))) ++level;
    return level;
}

MmaWeights published_weights(const Shape& blocks) {
    MmaWeights weights;
    for (int m = 0; m < std::min(blocks.level, MmaWeights::size); ++m) {
        weights.weight[m] =
            nearest_half(std::pow(static_cast<float>(blocks.copies), static_cast<float>(m / 2)));
        weights.factor[m] = 1;
    }
    return weights;
}

std::array<float, 2> product(const Shape& blocks, const MmaWeights& weights, std::uint32_t index,
                             MmaForm form) {
    std::array<float, 2> place{};
    for (int m = 0; m < std::min(blocks.level, MmaWeights::size); ++m, index /= blocks.copies) {
        const float b = weights.factor[m] * static_cast<float>(index % blocks.copies);
        place[static_cast<std::size_t>(m % 2)] += weights.weight[m] * b;
    }
    for (float& sum : place) sum = added(sum, form);
    return place;
}

// A place's x depends on the even digits alone, its y on the odd ones.
std::uint64_t count_wrong_as_published(const Shape& blocks, MmaForm form) {
    const MmaWeights weights = published_weights(blocks);
    const std::uint64_t right_x = count_right_sums(sums_of_digits(blocks, weights, 0), form);
    const std::uint64_t right_y = count_right_sums(sums_of_digits(blocks, weights, 1), form);
    return blocks.cells - right_x * right_y;
}

// It is along x: row 0 of C has a digit before row 1 has one of the same weight.
std::optional<int> first_wrong_level(const Fractal& fractal, MmaForm form) {
    const Shape blocks = shape_of(fractal, std::min(max_level(fractal), MmaWeights::size));
    const auto sums = sums_of_digits(blocks, published_weights(blocks), 0);
    std::size_t place = 0;
    while (place < sums.size() && added(sums[place], form) == static_cast<float>(place)) ++place;
    if (place == sums.size()) return std::nullopt;
    int digits = 1;
    for (std::size_t rest = place; rest >= blocks.copies; rest /= blocks.copies) ++digits;
    return 2 * digits - 1;
}

}  // namespace mariani::gasket
