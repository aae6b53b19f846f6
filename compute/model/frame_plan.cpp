#include "compute/model/frame_plan.hpp"

namespace mariani {

bool has_scheme(const FramePlan& plan) {
    return plan.engine != EngineKind::ex && !is_deep(plan.precision);
}

std::string engine_label(const FramePlan& plan) {
    std::string label(choice_of(plan.engine).label);
    if (has_scheme(plan)) label.append("-").append(choice_of(plan.scheme).label);
    return label;
}

}  // namespace mariani
