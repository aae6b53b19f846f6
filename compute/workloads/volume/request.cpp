#include "compute/workloads/volume/request.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::volume {
namespace {

// Of numbers too large for a side, so that a plan does not hide them.
void refuse_numbers(const Request& request) {
    if (request.function == Function::mandelbulb && !limits::axes_of_bulb.holds(request.axes))
        throw std::invalid_argument(
            fmt::format("k is {}: the Mandelbulb lies in space, so take k 2 or 3", request.axes));
    const auto& range = request.axes == max_axes ? limits::side_of_four : limits::side;
    auto why = mariani::why_invalid("k", request.axes, limits::axes);
    if (!why) why = mariani::why_invalid("n", request.side, range);
    if (why) throw std::invalid_argument(*why);
}

void refuse_unused(const Request& request) {
    if (!has_list(request.engine) && (request.encoding || request.order))
        throw std::invalid_argument(fmt::format(
            "{} is given, but the engine {} has no list of regions: take ask or surface",
            request.encoding ? "encoding" : "order", name_of(request.engine)));
    if (!has_regions(request.engine) && request.scheme)
        throw std::invalid_argument(
            "scheme is given, but the engine ex has no regions: take dp, ask or surface");
    if (!has_launches(request.engine) && request.pool)
        throw std::invalid_argument("pool is given, but only dp has launches: name that engine");
}

// The fronts of a region are one block's work, and of few large ones the last keep a GPU waiting.
// So surface has one level of many regions there, if the volume is large enough for that.
void choose_regions(const Request& request, Plan& plan) {
    constexpr int lattice = 32, least_side = 512;
    const bool surface = request.engine == EngineKind::surface;
    const bool many = surface && plan.backend == Backend::cuda && request.side >= least_side;
    plan.g = request.g.value_or(many ? lattice : std::min(Plan{}.g, request.side));
    const int many_B = (request.side + 2 * plan.g - 1) / (2 * plan.g);
    plan.B = request.B.value_or(many ? many_B : surface ? 16 : Plan{}.B);
    plan.scheme = request.scheme.value_or(many ? Scheme::mbr : Scheme::sbr);
}

}  // namespace

Plan resolve(const Request& request, const std::optional<std::string>& cuda_unavailable) {
    refuse_numbers(request);
    refuse_unused(request);
    const bool bulb = request.function == Function::mandelbulb;
    Plan plan;
    plan.function = request.function;
    plan.axes = request.axes;
    for (int axis = 0; axis < max_axes; ++axis)
        plan.side.of[axis] = static_cast<std::uint16_t>(axis < request.axes ? request.side : 1);
    plan.dwell_limit = request.dwell_limit;
    plan.centre_re = request.centre_re.value_or(bulb ? 0 : Plan{}.centre_re);
    plan.centre_im = request.centre_im.value_or(Plan{}.centre_im);
    plan.height = request.height.value_or(bulb ? 2.4 : Plan{}.height);
    plan.turn = request.turn;
    plan.r = request.r;
    plan.rule = request.rule;
    plan.shortcuts = request.shortcuts;
    plan.engine = request.engine;
    plan.pool = request.pool.value_or(plan.pool);
    plan.encoding = request.encoding.value_or(Encoding::coords);
    plan.order = request.order.value_or(Order::stable);
    plan.precision = request.precision.value_or(suited_precision(plan));
    plan.backend = request.backend.value_or(cuda_unavailable ? Backend::cpu : Backend::cuda);
    choose_regions(request, plan);
    plan.device = request.device;
    plan.threads = request.threads;
    if (const auto why = why_invalid(plan)) throw std::invalid_argument(*why);
    if (plan.backend == Backend::cuda && cuda_unavailable)
        throw std::invalid_argument("the backend is cuda: " + *cuda_unavailable);
    return plan;
}

}  // namespace mariani::volume
