#include "app/workloads/curves/scene.hpp"

#include <utility>

namespace mariani::app {
namespace {

// The same for all times of its motion, and wherever points are put.
curves::Plan at_rest(curves::Plan plan) {
    plan.time = 0;
    plan.placed.clear();
    return plan;
}

}  // namespace

std::optional<CurvesPicture> CurvesDraftsman::operator()(const CurvesJob& job,
                                                         const std::stop_token& stop) {
    if (plan_ != job.plan && !run(job.plan, stop)) return std::nullopt;
    if (!look(job, stop)) return std::nullopt;
    const bool recorded = job.timeline || is_of_record(job.colour);
    if (recorded && !trace_) trace_ = runner_->trace(stop);
    if (recorded && !trace_) plan_.reset();  // it has left half a run
    if (stop.stop_requested()) return std::nullopt;
    const DrawnCurves drawn{*seen_, *lines_, job.colour, job.plan.parent_block,
                            trace_ ? &*trace_ : nullptr};
    if (job.timeline && !timeline_)
        timeline_ = std::make_shared<const Timeline>(
            timeline_of(*trace_, job.plan.backend, choice_of(job.plan.engine).label));
    auto image = draw_curves(drawn, job.part, job.size, stop);
    if (!image) return std::nullopt;
    return CurvesPicture{stats_,
                         runner_->device(),
                         runs_,
                         lines_,
                         std::make_shared<const std::vector<std::uint32_t>>(seen_->numbers),
                         legend_of(drawn, job.plan.backend),
                         std::move(*image),
                         job.timeline ? timeline_ : nullptr};
}

// False if stopped.
bool CurvesDraftsman::run(const curves::Plan& plan, const std::stop_token& stop) {
    plan_.reset();
    trace_.reset();
    timeline_.reset();
    seen_.reset();
    if (!runner_ || at_rest(made_for_) != at_rest(plan)) {
        runner_.reset();
        runner_ = curves::make_runner(plan);
        made_for_ = plan;
    }
    if (!runner_->move_to(plan.time, plan.placed, stop)) return false;
    const auto stats = runner_->run(stop);
    if (!stats) return false;
    stats_ = *stats;
    lines_ = std::make_shared<const std::vector<curves::Line>>(runner_->lines());
    plan_ = plan;
    ++runs_;
    return true;
}

// False if stopped.
bool CurvesDraftsman::look(const CurvesJob& job, const std::stop_token& stop) {
    if (seen_ && part_ == job.part && size_ == job.size) return true;
    seen_ = curves_in_view(*runner_, *lines_, job.part, job.size, stop);
    part_ = job.part;
    size_ = job.size;
    return seen_.has_value();
}

}  // namespace mariani::app
