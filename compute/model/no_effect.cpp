#include "compute/model/no_effect.hpp"

#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

namespace mariani {
namespace {

std::optional<std::string> why_deep_invalid(const View& view, ImageSize image,
                                            Precision precision) {
    if (view.julia)
        return "the precision is " + std::string(name_of(precision)) +
               ": Julia sets are computed in f32 and f64 only, as they have no deltas here";
    if (precision == Precision::deltas && image.height > 0 &&
        pitch(view, image) < limits::min_delta_pitch)
        return "the precision is deltas: double precision ends at pixels of about 1e-292; choose "
               "scaled, or auto";
    return std::nullopt;
}

}  // namespace

std::optional<std::string> why_no_effect(Precision precision, const View& view, ImageSize image) {
    if (is_deep(precision)) return why_deep_invalid(view, image, precision);
    // Julia sets have no other precision to choose.
    if (view.julia || view.height >= limits::min_double_height) return std::nullopt;
    return "the precision is " + std::string(name_of(precision)) + ": it ends at heights of " +
           to_text(limits::min_double_height) + ", and this one is " + to_text(view.height) +
           "; choose scaled, or auto";
}

std::optional<std::string> why_no_effect(EngineKind engine, Precision precision) {
    if (engine != EngineKind::dp || !is_deep(precision)) return std::nullopt;
    return "dynamic parallelism computes no deltas";
}

std::optional<std::string> why_no_effect(Backend backend, Precision precision) {
    if (backend != Backend::cuda || precision != Precision::many_digits) return std::nullopt;
    return "many digits are computed on the processor only";
}

std::optional<std::string> why_scheme_idle(const FramePlan& plan) {
    if (!is_deep(plan.precision)) return std::nullopt;
    return "deep zoom has no schemes: a level's pixels form one list";
}

std::optional<std::string> why_block_idle(const FramePlan& plan) {
    if (plan.backend == Backend::cpu) return "the CPU has no blocks";
    if (is_deep(plan.precision)) return "deep zoom has its own";
    if (plan.engine == EngineKind::ask && plan.scheme == Scheme::wpr) return "WPR has its own";
    return std::nullopt;
}

std::optional<std::string> why_shortcuts_idle(const FramePlan& plan) {
    if (!is_deep(plan.precision)) return std::nullopt;
    return "deep zoom has none: its jumps skip iterations everywhere";
}

std::optional<std::string> why_indistinct(const FrameRequest& request) {
    const View& view = request.view;
    const bool in_doubles = view.julia || (request.precision && !is_deep(*request.precision));
    if (!in_doubles || !double_exhausted(view, request.image)) return std::nullopt;
    const std::string why =
        "at a height of " + to_text(view.height) +
        " many pixels are the same point in double precision, so the picture shows nothing of it; ";
    return why + (view.julia ? "Julia sets have no deeper zoom" : "leave the precision at auto");
}

}  // namespace mariani
