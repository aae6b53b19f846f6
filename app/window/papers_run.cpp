#include "app/window/papers_run.hpp"

#include "app/files/folders.hpp"
#include "app/papers/report_html.hpp"
#include "app/papers/report_json.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace mariani::app {

namespace {

// The report stays from one start to the next.
std::filesystem::path kept_folder() {
    return data_folder() / "papers";
}

// Null if there is none of this machine and version.
std::shared_ptr<const Reproduction> kept_report(WindowState& state) {
    const auto file = kept_folder() / "report.json";
    std::error_code unknown;
    if (!std::filesystem::exists(file, unknown)) return nullptr;
    try {
        const Reproduction report = read_reproduction(file);
        const Machine& machine = report.machine;
        if (machine == this_machine()) return std::make_shared<const Reproduction>(report);
        state.notify(Message::Kind::info,
                     fmt::format("The papers' verdicts are of another version or machine (mariani "
                                 "{}; {}): all claims are tested anew, and replace them.",
                                 machine.mariani, machine.system));
        return nullptr;
    } catch (const std::exception& error) {
        state.notify(Message::Kind::warning,
                     fmt::format("The papers' verdicts were not read: {}", error.what()));
        return nullptr;
    }
}

}  // namespace

PapersRun::PapersRun(WindowState& state, Laboratory& laboratory,
                     std::shared_ptr<ComputeService> service, PaperTools tools)
    : state_(state),
      laboratory_(laboratory),
      service_(std::move(service)),
      tools_(std::move(tools)) {
    shared_->report = kept_report(state);
}

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
    reproduction.named = asked.claims;
    const auto runner_with = [this, backend = reproduction.backend, device](const RunEngine& run) {
        return runner(backend, device, run);
    };
    const auto left = std::ranges::count_if(
        chosen, [&](const Claim* claim) { return outcome_in(reproduction, *claim) == nullptr; });
    laboratory_.begin(
        ExperimentPlace::papers, "Testing the papers' claims",
        [&laboratory = laboratory_, chosen, runner_with, left, minutes = asked.minutes,
         shared = shared_, before = report(), reproduction = std::move(reproduction)](
            const RunEngine& run, const std::stop_token& stop) mutable {
            double done = 0;
            std::string unkept;  // why
            const auto publish = [&] {
                const auto report = shared->publish(reproduction, before);
                try {
                    write_report_json(*report, kept_folder());
                } catch (const std::exception& error) {
                    unkept = error.what();
                }
            };
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
            if (!unkept.empty())
                throw std::runtime_error("The verdicts are shown, but not kept: " + unkept);
        });
}

// A claim that was not reached again keeps its verdict.
std::shared_ptr<const Reproduction> PapersRun::Shared::publish(
    Reproduction reproduction, const std::shared_ptr<const Reproduction>& before) {
    if (before && before->device == reproduction.device)
        for (const ClaimOutcome& outcome : before->outcomes)
            if (!outcome_in(reproduction, *outcome.claim)) reproduction.outcomes.push_back(outcome);
    std::ranges::stable_sort(reproduction.outcomes, {}, &ClaimOutcome::claim);
    const std::scoped_lock lock(mutex);
    report = std::make_shared<const Reproduction>(std::move(reproduction));
    return report;
}

void PapersRun::show_model(const Claim& claim) {
    const ModelQuestion asked = tools_.model(claim.shown_by);
    const auto names = cost_param_names();
    const auto place_of = [&](const CostParamName* param) {
        return static_cast<std::size_t>(param - names.data());
    };
    ModelPanelState model;
    for (std::size_t i = 0; i < names.size(); ++i) model.typed[i] = asked.params.*names[i].value;
    model.probabilities = asked.probabilities;
    model.at_optimum = asked.optimum;
    if (!asked.varied.empty()) model.vary = place_of(asked.varied.front().param);
    if (asked.varied.size() > 1) {
        model.family = place_of(asked.varied.back().param);
        model.family_values = fmt::format("{}", fmt::join(asked.varied.back().values, ","));
        if (claim.ordinate != "Omega") model.family_goal = CostGoal::speedup_sbr;
    }
    state_.panels.model = std::move(model);
    state_.panels.laboratory_tab = "Model";
    state_.settings.workload = Workload::mandelbrot;
    state_.seen.laboratory_shown = true;
}

void PapersRun::show(const command::ShowClaim& asked) {
    const Claim& claim = *claims_named(std::vector{asked.claim}).front();
    if (claim.shown_by.empty())
        throw std::invalid_argument(
            "There is no picture of this claim: its figures are all there is");
    if (claim.shown_by.starts_with("model ")) return show_model(claim);
    tools_.show(claim.shown_by, state_.settings);
    state_.panels.view_replaced = true;
}

}  // namespace mariani::app
