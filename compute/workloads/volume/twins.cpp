#include "compute/workloads/volume/twins.hpp"

#include "compute/workloads/volume/orbits.hpp"

namespace mariani::volume {
namespace {

// Whether the conjugates of all c, and of all w over them, are there as well.
template <typename T>
bool has_conjugates(const Plan& plan) {
    if (plan.axes > 3) return false;
    const auto julibrot = Julibrot<T>::of(plan);
    const bool on_an_axis = julibrot.third.re == 0 || julibrot.third.im == 0;
    if (plan.axes == 3 && !on_an_axis) return false;
    const int rows = plan.side.of[1];
    for (int y = 0; 2 * y < rows; ++y)
        if (julibrot.c.im(y) != -julibrot.c.im(rows - 1 - y)) return false;
    return true;
}

// Whether each cell of all lattices has its twin across the middle of the axes, and none lies in
// the middle.
bool halves(const Plan& plan, int first_axis, int end_axis) {
    constexpr std::uint64_t most_cells = 1U << 28;  // an outcome is kept for each
    const std::uint32_t lattice = code_of(plan).lattice(last_level(plan));
    if (plan.g % 2 != 0 || power(lattice, plan.axes) > most_cells) return false;
    for (int axis = first_axis; axis < end_axis; ++axis)
        if (plan.side.of[axis] % lattice != 0) return false;
    return true;
}

}  // namespace

// A front may cross the middle of w where w has two axes: what is beside it there is no twin.
Twins twins_of(const Plan& plan) {
    if (plan.function != Function::julibrot || !plan.shortcuts) return {};
    const bool single = plan.precision == Precision::f32;
    Twins twins{plan.axes > 2, single ? has_conjugates<float>(plan) : has_conjugates<double>(plan)};
    switch (plan.engine) {
        case EngineKind::ex:
            return twins;
        case EngineKind::dp:
            return {};
        case EngineKind::surface:
            twins.of_w = twins.of_w && plan.axes == 3;
            [[fallthrough]];
        default:
            return {twins.of_w && halves(plan, 2, plan.axes), twins.of_c && halves(plan, 1, 2)};
    }
}

}  // namespace mariani::volume
