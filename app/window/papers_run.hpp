// The papers' claims, tested on this machine by the window's own engines. Their verdicts are kept
// in the data folder, as papers/report.json.
#pragma once

#include "app/explore/command.hpp"
#include "app/measure/laboratory.hpp"
#include "app/papers/paper_tools.hpp"
#include "app/papers/reproduction.hpp"
#include "app/window/window_state.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace mariani::app {

// Main thread.
class PapersRun {
  public:
    PapersRun(WindowState& state, Laboratory& laboratory, std::shared_ptr<ComputeService> service,
              PaperTools tools);

    // Claims that have a verdict of this machine keep it, unless they are named. Throws as the
    // laboratory's, and std::invalid_argument for a name that is none.
    void begin(const command::Reproduce& asked);
    // Opens what a claim is about. Throws std::invalid_argument.
    void show(const command::ShowClaim& asked);
    // The verdicts so far, those of earlier starts too; null before the first claim.
    std::shared_ptr<const Reproduction> report() const;

  private:
    // With the verdicts that are kept: none if `anew`, or if they are of another place.
    Reproduction begun(bool anew, int device) const;
    void show_model(const Claim& claim);
    RunTrial runner(Backend backend, int device, RunEngine run) const;  // any thread

    WindowState& state_;
    Laboratory& laboratory_;
    std::shared_ptr<ComputeService> service_;
    PaperTools tools_;
    struct Shared {
        std::mutex mutex;
        std::shared_ptr<const Reproduction> report;
        std::shared_ptr<const Reproduction> publish(
            Reproduction reproduction, const std::shared_ptr<const Reproduction>& before);
    };
    std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();  // with the laboratory's thread
};

}  // namespace mariani::app
