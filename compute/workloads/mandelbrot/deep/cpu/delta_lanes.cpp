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

void run_here(const LaneTask& task) {
#if HWY_NATIVE_FMA
    if (task.certified)
        DeltaLanes<true>(task).run();
    else
        DeltaLanes<false>(task).run();
#else
    if (task.certified)
        run_one_by_one<Certificate<Plain<double> > >(task);
    else
        run_one_by_one<NoCertificate<Plain<double> > >(task);
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace mariani::deep::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mariani::deep::cpu {

HWY_EXPORT(run_here);

void run_lanes(const LaneTask& task) {
    HWY_DYNAMIC_DISPATCH(run_here)(task);
}

}  // namespace mariani::deep::cpu
#endif
