#include "app/window/papers_run.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {

PapersRun::PapersRun(WindowState& state, Laboratory& laboratory,
                     std::shared_ptr<ComputeService> service, PaperTools tools)
    : state_(state),
      laboratory_(laboratory),
      service_(std::move(service)),
      tools_(std::move(tools)) {}

std::shared_ptr<const Reproduction> PapersRun::report() const {
    const std::scoped_lock lock(shared_->mutex);
    return shared_->report;
}

Reproduction PapersRun::begun(bool anew, int device) const {
    const bool no_cuda = why_no_cuda(service_->hardware(), device).has_value();
    const Backend backend =
        no_cuda ? Backend::cpu : state_.settings.engine.backend.value_or(Backend::cuda);
    Reproduction reproduction = reproduction_at(backend, device);
    const auto before = report();
    if (anew || !before || before->backend != backend || before->device != reproduction.device)
        return reproduction;
    reproduction.outcomes = before->outcomes;
    std::erase_if(reproduction.outcomes,
                  [](const ClaimOutcome& outcome) { return outcome.time.empty(); });
    return reproduction;
}

// Frames take turns of their own; another workload's trial is one turn. Nothing is computed in
// place of a GPU that failed.
RunTrial PapersRun::runner(Backend backend, int device, RunEngine run) const {
    const RunEngine there = [backend, run = std::move(run)](const FrameRequest& request,
                                                            std::stop_token stop) {
        auto frame = run(request, std::move(stop));
        if (frame && frame->plan.backend != backend)
            throw std::runtime_error(frame->stats.backend_failure);
        return frame;
    };
    return [backend, device, there, service = service_, measure = tools_.measure](
               const std::string& command, const std::stop_token& stop) -> std::optional<Result> {
        if (backend == Backend::cuda)
            if (const auto why = why_no_cuda(service->hardware(), device))
                throw std::runtime_error(*why);
        const auto measured = [&](const std::stop_token& own) {
            return measure(command, there, own);
        };
        if (command.find("--workload ") == std::string::npos) return measured(stop);
        if (backend == Backend::cuda)
            return service->run_on(device, JobPriority::experiment, stop, measured);
        return service->turns().run(JobPriority::experiment, stop, measured);
    };
}

void PapersRun::begin(const command::Reproduce& asked) {
    const auto chosen = claims_named(asked.claims);
    const int device = state_.settings.engine.device.value_or(service_->hardware().device);
    Reproduction reproduction = begun(!asked.claims.empty(), device);
    const auto runner_with = [this, backend = reproduction.backend, device](const RunEngine& run) {
        return runner(backend, device, run);
    };
    const auto left = std::ranges::count_if(
        chosen, [&](const Claim* claim) { return outcome_in(reproduction, *claim) == nullptr; });
    laboratory_.begin(
        "Testing the papers' claims",
        [&laboratory = laboratory_, chosen, runner_with, left, minutes = asked.minutes,
         shared = shared_, before = report(), reproduction = std::move(reproduction)](
            const RunEngine& run, const std::stop_token& stop) mutable {
            double done = 0;
            const auto publish = [&] { shared->publish(reproduction, before); };
            reproduce(
                reproduction, chosen, minutes, runner_with(run), stop,
                [&](const Claim& claim) {
                    laboratory.tell(fmt::format("Claim {}", claim.id),
                                    done / static_cast<double>(left));
                },
                [&](const ClaimOutcome&) {
                    ++done;
                    publish();
                });
            publish();
        });
}

// A claim that was not reached again keeps its verdict.
void PapersRun::Shared::publish(Reproduction reproduction,
                                const std::shared_ptr<const Reproduction>& before) {
    if (before && before->device == reproduction.device)
        for (const ClaimOutcome& outcome : before->outcomes)
            if (!outcome_in(reproduction, *outcome.claim)) reproduction.outcomes.push_back(outcome);
    std::ranges::stable_sort(reproduction.outcomes, {}, &ClaimOutcome::claim);
    const std::scoped_lock lock(mutex);
    report = std::make_shared<const Reproduction>(std::move(reproduction));
}

void PapersRun::show(const command::ShowClaim& asked) {
    const Claim& claim = *claims_named(std::vector{asked.claim}).front();
    if (claim.shown_by.empty())
        throw std::invalid_argument(
            "There is no picture of this claim: its figures are all there is");
    tools_.show(claim.shown_by, state_.settings);
    state_.panels.view_replaced = true;
}

}  // namespace mariani::app
