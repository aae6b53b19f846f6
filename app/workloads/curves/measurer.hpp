// What the tab Curves measures beside the curves that it shows: all engines on them, or the litmus
// tests of launches from a GPU. Main thread; the measuring is on a thread of its own.
#pragma once

#include "app/explore/latest_worker.hpp"
#include "app/workloads/curves/view.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

struct CurvesMeasureJob {
    std::vector<curves::Plan> engines;  // none: the litmus tests
    int device = 0;                     // of these
    bool energy = false;                // of the engines, too
    bool operator==(const CurvesMeasureJob&) const = default;
};

// What came of it: one of them.
struct CurvesMeasured {
    std::shared_ptr<const CurvesMeasurement> times;
    std::vector<nlohmann::ordered_json> rows;  // of all runs of engines, for the log
    std::shared_ptr<const MeasuredLitmuses> litmuses;
};

class CurvesMeasurer {
  public:
    explicit CurvesMeasurer(const std::function<void()>& wake);
    ~CurvesMeasurer();

    void begin(const CurvesMeasureJob& job);  // unless one is under way
    void stop();
    bool busy() const { return worker_.busy(); }

    // Shows how far it is, and what is finished. Whether it has ended or begun.
    bool advance(CurvesView& view);
    // Of the runs that advance() has shown since, once.
    std::vector<nlohmann::ordered_json> take_rows();

  private:
    std::optional<CurvesMeasured> measure(const CurvesMeasureJob& job, const std::stop_token& stop);
    CurvesMeasured measure_engines(const CurvesMeasureJob& job, const std::stop_token& stop);
    std::shared_ptr<const MeasuredLitmuses> run_litmuses(int device, const std::stop_token& stop);

    std::atomic<int> done_ = 0;  // runs, or tests
    int wanted_ = 0;
    std::vector<nlohmann::ordered_json> rows_;
    LatestWorker<CurvesMeasureJob, CurvesMeasured> worker_;
};

}  // namespace mariani::app
