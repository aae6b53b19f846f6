// What the tab Gasket shows: the counterpart of GasketSettings. Main thread only.
#pragma once

#include "app/workloads/gasket_life.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// An engine, and why it cannot go on with what is shown.
struct GasketEngineView {
    gasket::EngineKind kind = gasket::EngineKind::bits;
    std::optional<std::string> refused;
};

struct GasketView {
    std::shared_ptr<const GasketMoment> moment;  // on screen; null before the first
    gasket::BoardView board;                     // the part of it that is on screen
    std::optional<std::string> error;            // why what is asked for is not shown
    std::vector<GasketEngineView> engines;       // of the backend in use
};

}  // namespace mariani::app
