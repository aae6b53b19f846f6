// What the tab Curves measures beside the curves that it shows: all engines on them, or the litmus
// tests of launches from a GPU.
#pragma once

#include "app/workloads/curves/view.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani {
class ComputeService;
}

namespace mariani::app {

struct CurvesMeasureJob {
    std::vector<curves::Plan> engines;  // none: the litmus tests
    int device = 0;                     // of these
    bool energy = false;                // of the engines, too
    bool operator==(const CurvesMeasureJob&) const = default;
    int runs() const;  // or tests
};

// What came of it: one of them.
struct CurvesMeasured {
    std::shared_ptr<const CurvesMeasurement> times;
    std::vector<nlohmann::ordered_json> rows;  // of all runs of engines, for the log
    std::shared_ptr<const MeasuredLitmuses> litmuses;
};

// Nothing if stopped. `done` counts the runs.
std::optional<CurvesMeasured> measure_curves(const CurvesMeasureJob& job, ComputeService& service,
                                             const std::stop_token& stop, std::atomic<int>& done);

}  // namespace mariani::app
