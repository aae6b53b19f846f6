// The energy per frame of each engine that `bench` measures.
#pragma once

#include "app/measure/energy_meter.hpp"
#include "app/measure/rounds.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mariani::app {

class BenchEnergies {
  public:
    // False if stopped. Throws what the engine throws.
    bool measure(const std::vector<Contestant>& contestants, const RunEngine& run,
                 const std::stop_token& stop, const OpenCounter& open = open_energy_counter);

    // Of the contestant that computed this; nullopt if it was not measured.
    std::optional<FrameEnergy> of(const FramePlan& computed) const;

    std::string text() const;  // one line each

  private:
    std::vector<std::pair<FramePlan, FrameEnergy>> measured_;
};

}  // namespace mariani::app
