#include "compute/cpu/highway.hpp"
#include "compute/workloads/curves/cpu/engines.hpp"

#include <algorithm>

// The order matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute/workloads/curves/cpu/vertex_lanes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace mariani::curves::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void place_here(const Line& line, std::uint32_t count, std::uint32_t begin, std::uint32_t end,
                Point* to) {
#if HWY_NATIVE_FMA
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    const auto steps = hn::Set(d, static_cast<float>(count - 1));
    const auto one = hn::Set(d, 1.0F);
    HWY_ALIGN float last[2 * HWY_LANES(float)];
    for (std::uint32_t i = begin; i < end; i += lanes) {
        const auto u = hn::Div(hn::Iota(d, static_cast<float>(i)), steps);
        const auto rest = hn::Sub(one, u);
        const auto first = hn::Mul(rest, rest);
        const auto second = hn::Mul(hn::Add(u, u), rest);
        const auto third = hn::Mul(u, u);
        const auto sum = [&](float start, float control, float stop) HWY_ATTR {
            return hn::MulAdd(
                third, hn::Set(d, stop),
                hn::MulAdd(second, hn::Set(d, control), hn::Mul(first, hn::Set(d, start))));
        };
        const auto x = sum(line.start.x, line.control.x, line.end.x);
        const auto y = sum(line.start.y, line.control.y, line.end.y);
        const std::uint32_t here = std::min(lanes, end - i);
        if (here == lanes) {
            hn::StoreInterleaved2(x, y, d, &to[i - begin].x);
        } else {
            hn::StoreInterleaved2(x, y, d, last);
            for (std::uint32_t lane = 0; lane < here; ++lane)
                to[i - begin + lane] = {last[2 * lane], last[2 * lane + 1]};
        }
    }
#else  // vectors would round differently
    for (std::uint32_t i = begin; i < end; ++i) to[i - begin] = vertex_of(line, count, i);
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace mariani::curves::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mariani::curves::cpu {

HWY_EXPORT(place_here);

void place_vertices(const Line& line, std::uint32_t count, std::uint32_t begin, std::uint32_t end,
                    Point* to) {
    HWY_DYNAMIC_DISPATCH(place_here)(line, count, begin, end, to);
}

}  // namespace mariani::curves::cpu
#endif
