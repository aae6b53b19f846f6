#include "compute/workloads/volume/plan.hpp"

#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/core.h>

namespace mariani::volume {
namespace {

using Why = std::optional<std::string>;

bool is_power_of_two(int value) {
    return std::has_single_bit(static_cast<unsigned>(value));
}

ImageSize plane_size(const Plan& plan) {
    return {plan.side.of[0], plan.side.of[1]};
}

// Where deep zoom would begin, a volume ends.
Why why_invalid_view(const Plan& plan) {
    const PlanePoint centre{plan.centre_re, plan.centre_im};
    if (auto why = mariani::why_invalid(View{centre, 1})) return why;
    const Length least =
        std::max(min_height(centre, plane_size(plan)), mariani::limits::min_double_height);
    if (plan.height > 0 && plan.height >= least && plan.height <= mariani::limits::max_height)
        return std::nullopt;
    return fmt::format(
        "the view's height is {}: it must be from {} (below that, doubles do not tell voxels "
        "apart) to {}",
        to_text(plan.height), to_text(least), to_text(mariani::limits::max_height));
}

Why why_invalid_domain(const Plan& plan) {
    if (plan.function == Function::mandelbulb && !limits::axes_of_bulb.holds(plan.axes))
        return "k is 4: the Mandelbulb is three-dimensional, so choose k 2 or 3";
    const auto& range = plan.axes == max_axes ? limits::side_of_four : limits::side;
    for (int axis = 0; axis < max_axes; ++axis) {
        const int side = plan.side.of[axis];
        if (axis < plan.axes) {
            if (auto why = mariani::why_invalid("n", side, range)) return why;
        } else if (side != 1) {
            return fmt::format("axis {} has {} voxels: with k {} there is no such axis", axis, side,
                               plan.axes);
        }
    }
    if (auto why = why_invalid_view(plan)) return why;
    if (plan.turn != 0 && !turns(plan.function, plan.axes))
        return "the turn is given: only julibrot with k 3 can be turned";
    return std::nullopt;
}

Why why_invalid_subdivision(const Plan& plan) {
    const auto n = static_cast<int>(longest(plan.side));
    if (plan.g > n) return fmt::format("g is {}: it must be at most n, which is {}", plan.g, n);
    if (plan.rule == Rule::sides && plan.function == Function::mandelbulb)
        return "the rule is sides: only julibrot has a c whose faces tell about the inside, so "
               "choose uniform or interior";
    const bool of_bits = plan.encoding == Encoding::morton || plan.encoding == Encoding::hilbert;
    if (of_bits && !(is_power_of_two(plan.g) && is_power_of_two(plan.r)))
        return fmt::format(
            "the encoding is {} with g {} and r {}: it needs powers of two; levels does not",
            name_of(plan.encoding), plan.g, plan.r);
    return std::nullopt;
}

Why why_invalid_scheme(const Plan& plan) {
    const bool divides = has_launches(plan.engine);
    if (divides && plan.scheme == Scheme::mbr && plan.backend == Backend::cpu)
        return "several blocks per region (MBR) of DP need a GPU; DP on cpu has the scheme SBR";
    return mariani::why_invalid(divides ? mariani::EngineKind::dp : mariani::EngineKind::ask,
                                plan.scheme, plan.backend);
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

Problem problem_of(const Plan& plan) {
    return {plan.function,  plan.axes,     plan.side.of[0], plan.dwell_limit, plan.centre_re,
            plan.centre_im, plan.height,   plan.turn,       plan.precision,   plan.shortcuts,
            plan.g,         plan.r,        plan.B,          plan.rule,        plan.scheme,
            plan.pool,      plan.encoding, plan.order};
}

Precision suited_precision(const Plan& plan) {
    const View view{{plan.centre_re, plan.centre_im}, plan.height};
    return mariani::suited_precision(view, plane_size(plan)) == Precision::f32 ? Precision::f32
                                                                               : Precision::f64;
}

std::optional<std::string> why_invalid(const Plan& plan) {
    if (auto why = why_value_invalid(problem_of(plan))) return why;
    if (auto why = why_invalid_domain(plan)) return why;
    if (!has_regions(plan.engine)) return std::nullopt;
    if (auto why = why_invalid_subdivision(plan)) return why;
    return why_invalid_scheme(plan);
}

int last_level(const Plan& plan) {
    int level = 0;
    auto lattice = static_cast<std::uint32_t>(plan.g);
    const auto r = static_cast<std::uint32_t>(plan.r), B = static_cast<std::uint32_t>(plan.B);
    while (subdivides(plan.side, lattice, r, B)) {
        lattice *= r;
        ++level;
    }
    return level;
}

std::uint32_t side_of_level(const Plan& plan, int level) {
    const std::uint32_t lattice = code_of(plan).lattice(level);
    return (longest(plan.side) + lattice - 1) / lattice;
}

Code code_of(const Plan& plan) {
    Code code;
    code.encoding = plan.encoding;
    code.axes = plan.axes;
    code.g = static_cast<std::uint32_t>(plan.g);
    code.r = static_cast<std::uint32_t>(plan.r);
    code.children = static_cast<std::uint32_t>(power(code.r, plan.axes));
    code.g_bits = std::bit_width(code.g) - 1;
    code.r_bits = std::bit_width(code.r) - 1;
    const std::uint64_t lattice = code.lattice(last_level(plan));
    const std::uint64_t last = power(lattice, plan.axes) - 1;
    code.wide = last > std::numeric_limits<std::uint32_t>::max();
    return code;
}

std::int64_t output_bytes(const Plan& plan) {
    return voxel_count(plan.side) * (has_wide_dwells(plan) ? 4 : 2);
}

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
    refuse_unavailable(plan.backend, cuda_unavailable);
    return plan;
}

}  // namespace mariani::volume
