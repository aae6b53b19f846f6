#include "compute/workloads/mandelbrot/deep/cpu/delta_lanes.hpp"

#include "compute/cpu/highway.hpp"

// The order matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute/workloads/mandelbrot/deep/cpu/delta_lanes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "compute/workloads/mandelbrot/deep/cpu/delta_lanes-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace mariani::deep::cpu {
namespace HWY_NAMESPACE {

// Machines without fused multiply-add go one by one: their vectors would round differently.
#if HWY_NATIVE_FMA
template <class Kind>
void run_here(const PixelRun<typename Kind::Number>& run) {
    if (run.wanted.proof)
        run.wanted.slope ? DeltaLanes<Kind, true, true>(run).run()
                         : DeltaLanes<Kind, true, false>(run).run();
    else
        run.wanted.slope ? DeltaLanes<Kind, false, true>(run).run()
                         : DeltaLanes<Kind, false, false>(run).run();
}
void run_plain(const PixelRun<Plain<double>>& run) {
    run_here<PlainLanes<One>>(run);
}
void run_plain_two_doubles(const PixelRun<Plain<DoubleDouble>>& run) {
    run_here<PlainLanes<Two>>(run);
}
void run_ranged(const PixelRun<Ranged<double>>& run) {
    run_here<RangedLanes<One>>(run);
}
void run_two_doubles(const PixelRun<Ranged<DoubleDouble>>& run) {
    run_here<RangedLanes<Two>>(run);
}
#else
void run_plain(const PixelRun<Plain<double>>& run) {
    run_one_by_one(run);
}
void run_plain_two_doubles(const PixelRun<Plain<DoubleDouble>>& run) {
    run_one_by_one(run);
}
void run_ranged(const PixelRun<Ranged<double>>& run) {
    run_one_by_one(run);
}
void run_two_doubles(const PixelRun<Ranged<DoubleDouble>>& run) {
    run_one_by_one(run);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace mariani::deep::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mariani::deep::cpu {

HWY_EXPORT(run_plain);
HWY_EXPORT(run_plain_two_doubles);
HWY_EXPORT(run_ranged);
HWY_EXPORT(run_two_doubles);

void run_lanes(const PixelRun<Plain<double>>& run) {
    HWY_DYNAMIC_DISPATCH(run_plain)(run);
}
void run_lanes(const PixelRun<Plain<DoubleDouble>>& run) {
    HWY_DYNAMIC_DISPATCH(run_plain_two_doubles)(run);
}
void run_lanes(const PixelRun<Ranged<double>>& run) {
    HWY_DYNAMIC_DISPATCH(run_ranged)(run);
}
void run_lanes(const PixelRun<Ranged<DoubleDouble>>& run) {
    HWY_DYNAMIC_DISPATCH(run_two_doubles)(run);
}

}  // namespace mariani::deep::cpu
#endif
