#include "compute/workloads/triangle/cpu/rows.hpp"

#include "compute/cpu/highway.hpp"

// The order matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute/workloads/triangle/cpu/rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace mariani::triangle::cpu {
namespace HWY_NAMESPACE {

// Plain loops over the one source, which the compiler turns into each target's vectors. Without FMA
// hardware std::fma is slower but rounds identically.
template <int features>
void distances_of(const DistanceRow& row) {
    const Point from = row.points[row.row];
    const Point* const to = row.points + row.column;
    for (int i = 0; i < row.count; ++i) row.distances[i] = distance<features>(from, to[i]);
}

void compute_here(const DistanceRow& row) {
    if (row.features == 1) return distances_of<1>(row);
    if (row.features == 2) return distances_of<2>(row);
    if (row.features == 3) return distances_of<3>(row);
    distances_of<4>(row);
}

template <int dimensions>
std::uint32_t contacts_of(const ContactWord& word) {
    constexpr int bits = 32;
    const Point from = word.spheres[word.row];
    const Point* const to = word.spheres + word.column;
    std::uint32_t touching = 0;
    const int count = word.count < bits ? word.count : bits;
    for (int i = 0; i < count; ++i) touching |= touches(gap<dimensions>(from, to[i])) << i;
    return touching;
}

std::uint32_t contacts_here(const ContactWord& word) {
    return word.dimensions == 1 ? contacts_of<1>(word) : contacts_of<3>(word);
}

}  // namespace HWY_NAMESPACE
}  // namespace mariani::triangle::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mariani::triangle::cpu {

HWY_EXPORT(compute_here);
HWY_EXPORT(contacts_here);

void compute(const DistanceRow& row) {
    HWY_DYNAMIC_DISPATCH(compute_here)(row);
}

std::uint32_t contacts(const ContactWord& word) {
    return HWY_DYNAMIC_DISPATCH(contacts_here)(word);
}

}  // namespace mariani::triangle::cpu
#endif
