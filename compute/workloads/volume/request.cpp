#include "compute/workloads/volume/request.hpp"

#include <algorithm>
#include <stdexcept>

namespace mariani::volume {
namespace {

void refuse(const std::optional<std::string>& why) {
    if (why) throw std::invalid_argument(*why);
}

// The fronts of a region are one block's work, and of few large ones the last keep a GPU waiting.
// So surface has one level of many regions there, if the volume is large enough for that.
void choose_regions(const Problem& asked, Plan& plan) {
    constexpr int lattice = 32, least_side = 512;
    const bool surface = plan.engine == EngineKind::surface;
    const bool many = surface && plan.backend == Backend::cuda && asked.side >= least_side;
    plan.g = asked.g.value_or(many ? lattice : std::min(Plan{}.g, asked.side));
    const int many_B = (asked.side + 2 * plan.g - 1) / (2 * plan.g);
    plan.B = asked.B.value_or(many ? many_B : surface ? 16 : Plan{}.B);
    plan.scheme = asked.scheme.value_or(many ? Scheme::mbr : Scheme::sbr);
}

}  // namespace

Plan resolve(const Request& request, const std::optional<std::string>& cuda_unavailable) {
    refuse(why_value_invalid<Problem>(request));
    Plan plan;
    plan.engine = request.engine;
    plan.backend = request.backend.value_or(cuda_unavailable ? Backend::cpu : Backend::cuda);
    const auto used = without_unused<Problem>(request, engine_bit(plan.engine), plan.backend);
    const bool bulb = used.function == Function::mandelbulb;
    plan.function = used.function;
    plan.axes = used.axes;
    for (int axis = 0; axis < max_axes; ++axis)
        plan.side.of[axis] = static_cast<std::uint16_t>(axis < used.axes ? used.side : 1);
    plan.dwell_limit = used.dwell_limit;
    plan.centre_re = used.centre_re.value_or(bulb ? 0 : Plan{}.centre_re);
    plan.centre_im = used.centre_im.value_or(Plan{}.centre_im);
    plan.height = used.height.value_or(bulb ? 2.4 : Plan{}.height);
    plan.turn = used.turn;
    plan.r = used.r;
    plan.rule = used.rule;
    plan.shortcuts = used.shortcuts;
    plan.pool = used.pool;
    plan.encoding = used.encoding;
    plan.order = used.order;
    plan.precision = used.precision.value_or(suited_precision(plan));
    choose_regions(used, plan);
    plan.device = request.device;
    plan.threads = request.threads;
    refuse(why_invalid(plan));
    if (plan.backend == Backend::cuda && cuda_unavailable)
        refuse("the backend is cuda: " + *cuda_unavailable);
    return plan;
}

}  // namespace mariani::volume
