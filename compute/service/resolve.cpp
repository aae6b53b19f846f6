#include "compute/service/resolve.hpp"

#include "compute/engine.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"
#include "compute/subdivision/lattice.hpp"

#include <utility>

namespace mariani {
namespace {

void resolve_backend(const FrameRequest& request, const Hardware& hardware, Resolution& made) {
    FramePlan& plan = made.plan;
    plan.threads = request.threads.value_or(hardware.threads);
    plan.backend =
        request.backend.value_or(hardware.cuda_unavailable ? Backend::cpu : Backend::cuda);
    if (auto why = why_no_effect(plan.backend, plan.precision)) {
        plan.backend = Backend::cpu;
        made.reasons.precision = std::move(*why);
    }
    if (plan.backend == Backend::cpu) return;
    plan.device = request.device.value_or(hardware.device);
    const auto failed = hardware.failed_devices.find(plan.device);
    if (failed == hardware.failed_devices.end()) return;
    if (request.backend == Backend::cuda && !hardware.always_fall_back)
        throw BackendFailure(failed->second);
    plan.backend = Backend::cpu;
    plan.device = 0;
    made.reasons.backend_failure = failed->second;
}

void resolve_precision(const FrameRequest& request, Resolution& made) {
    const Precision suited = suited_precision(request.view, piece_of(request).whole);
    made.plan.precision = request.precision.value_or(suited);
    if (request.precision) return;
    if (suited == Precision::deltas)
        made.reasons.precision = "deltas: doubles cannot separate pixels this small";
    if (suited == Precision::scaled)
        made.reasons.precision = "scaled deltas: at this height deltas need a separate exponent";
}

// The lists of a deep level's pixels are no blocks' or threads' work.
void resolve_deep_engine(const FrameRequest& request, Resolution& made) {
    FramePlan& plan = made.plan;
    if (request.scheme && *request.scheme != Scheme::sbr)
        made.reasons.scheme = why_scheme_idle(plan).value_or("");
    plan.engine = request.engine.value_or(request.subdivide ? EngineKind::ask : EngineKind::ex);
    if (const auto why = why_no_effect(plan.engine, plan.precision)) {
        plan.engine = EngineKind::ask;
        made.reasons.engine = "ASK instead of DP: " + *why;
    } else if (!request.engine) {
        made.reasons.engine =
            request.subdivide
                ? "ASK: its regions are shown"
                : "Ex: fills are not proven, and save only 0 to 16 % of the pixels in deep places";
    }
}

// On a GPU, if no scheme is asked for, the engine `auto` is ASK in WPR, the fastest there.
void resolve_scheme(const FrameRequest& request, Resolution& made) {
    FramePlan& plan = made.plan;
    const bool fastest = !request.engine && plan.backend == Backend::cuda;
    plan.scheme = request.scheme.value_or(fastest ? Scheme::wpr : Scheme::sbr);
    if (plan.backend == Backend::cuda || plan.scheme != Scheme::wpr) return;
    plan.scheme = Scheme::sbr;
    made.reasons.scheme = "a warp per region (WPR) needs a GPU: SBR is used instead";
}

void resolve_subdivision(const FrameRequest& request, FramePlan& plan) {
    const bool suits = !request.engine && plan.scheme == Scheme::wpr;
    const auto suited = request.subdivide ? suited_tree : suited_subdivision;
    const SubdivisionParams automatic = suits ? suited(plan.image, request.B) : SubdivisionParams{};
    plan.subdivision = {request.g.value_or(automatic.g), request.r.value_or(automatic.r),
                        request.B};
}

void resolve_engine(const FrameRequest& request, const AutomaticEngine& observations,
                    Resolution& made) {
    if (request.engine) {
        made.plan.engine = *request.engine;
        return;
    }
    if (request.subdivide) {
        made.plan.engine = EngineKind::ask;
        made.reasons.engine = "ASK: its regions are shown";
        return;
    }
    auto choice = observations.choose(made.plan);
    made.plan.engine = choice.engine;
    made.reasons.engine = std::move(choice.reason);
}

void resolve_block(const FrameRequest& request, FramePlan& plan) {
    const bool suits =
        !request.engine && plan.backend == Backend::cuda && plan.engine == EngineKind::ex;
    plan.block = request.block.value_or(suits ? suited::block_of_ex : BlockSize{});
}

// The same whatever engine is chosen for the request.
void check_part(const FrameRequest& request, const FramePlan& plan) {
    if (request.engine == EngineKind::ex) return;
    refuse(why_part_invalid(plan.part, plan.image, plan.subdivision.g));
}

}  // namespace

std::optional<std::string> why_no_cuda(const Hardware& hardware, std::optional<int> device) {
    const auto failed = hardware.failed_devices.find(device.value_or(hardware.device));
    if (failed != hardware.failed_devices.end()) return failed->second;
    return hardware.cuda_unavailable;
}

Resolution resolve(const FrameRequest& request, const Hardware& hardware,
                   const AutomaticEngine& observations) {
    refuse(why_invalid(request));
    Resolution made;
    static_cast<FrameTask&>(made.plan) = request;
    static_cast<DwellRules&>(made.plan) = {request.dwell_limit, request.fill, request.shortcuts,
                                           request.quality};
    resolve_precision(request, made);
    resolve_backend(request, hardware, made);
    if (is_deep(made.plan.precision)) {
        resolve_deep_engine(request, made);
        resolve_subdivision(request, made.plan);
    } else {
        resolve_scheme(request, made);
        resolve_subdivision(request, made.plan);
        resolve_engine(request, observations, made);
    }
    resolve_block(request, made.plan);
    if (has_insertion(made.plan)) made.plan.insertion = request.insertion;
    check_part(request, made.plan);
    return made;
}

}  // namespace mariani
