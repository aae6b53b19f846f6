#include "app/window/papers_run.hpp"

#include "compute/service/engine_registry.hpp"

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

Reproduction PapersRun::begun(const std::vector<const Claim*>& again) const {
    const Hardware hardware = service_->hardware();
    const bool no_cuda = why_no_cuda(hardware, state_.settings.engine.device).has_value();
    const Backend backend =
        no_cuda ? Backend::cpu : state_.settings.engine.backend.value_or(Backend::cuda);
    const std::string device =
        backend == Backend::cpu ? backend_device(backend)
                                : devices()[static_cast<std::size_t>(hardware.device)].description;
    const auto before = report();
    if (!before || before->backend != backend || before->device != device)
        return {this_machine(), backend, device, {}};
    Reproduction reproduction = *before;
    std::erase_if(reproduction.outcomes, [&](const ClaimOutcome& outcome) {
        const bool named = std::ranges::find(again, outcome.claim) != again.end();
        return named || outcome.time.empty();
    });
    return reproduction;
}

// The Mandelbrot set's runs have turns of their own; another workload's trial is one turn.
RunTrial PapersRun::runner(const Reproduction& reproduction, const RunEngine& run) const {
    const int device = service_->hardware().device;
    const std::string options = place_options(reproduction.backend, device, 0);
    return [options, run, service = service_, measure = tools_.measure](
               const Trial& trial, const std::stop_token& stop) -> std::optional<Result> {
        const std::string command = trial.command + options;
        const auto measured = [&](const std::stop_token& own) {
            return measure(command, run, own);
        };
        auto result = trial.command.find("--workload ") == std::string::npos
                          ? measured(stop)
                          : service->turns().run(JobPriority::experiment, stop, measured);
        if (result) result->command = command;
        return result;
    };
}

void PapersRun::begin(const command::Reproduce& asked) {
    const auto chosen = claims_named(asked.claims);
    const std::vector<const Claim*> again =
        asked.claims.empty() ? std::vector<const Claim*>{} : chosen;
    const double minutes = asked.minutes;
    laboratory_.begin("Holding the papers' claims against this machine",
                      [this, chosen, minutes, shared = shared_, reproduction = begun(again)](
                          const RunEngine& run, const std::stop_token& stop) mutable {
                          std::size_t done = 0;
                          const auto publish = [&] {
                              const std::scoped_lock lock(shared->mutex);
                              shared->report = std::make_shared<const Reproduction>(reproduction);
                          };
                          const auto share = [&] {
                              return static_cast<double>(done) / static_cast<double>(chosen.size());
                          };
                          reproduce(
                              reproduction, chosen, minutes, runner(reproduction, run), stop,
                              [&](const Claim& claim) {
                                  laboratory_.tell(fmt::format("Claim {}", claim.id), share());
                              },
                              [&](const ClaimOutcome&) {
                                  ++done;
                                  publish();
                              });
                          publish();
                      });
}

void PapersRun::show(const command::ShowClaim& asked) {
    const Claim& claim = *claims_named(std::vector{asked.claim}).front();
    if (claim.shown_by.empty())
        throw std::invalid_argument(
            "There is no picture of this claim: its figures are all there is");
    tools_.show(claim.shown_by, state_.settings);
}

}  // namespace mariani::app
