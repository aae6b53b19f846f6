// From what a window asks of curves to their picture. They are run only where they are others, and
// where only time has passed or a point was dragged, with the same memory.
#pragma once

#include "app/measure/timeline.hpp"
#include "app/workloads/curves/picture.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

struct CurvesJob {
    curves::Plan plan;
    CurvesPart part;
    ImageSize size;
    LineColour colour = LineColour::vertices;
    bool timeline = false;  // of a recorded run
    bool operator==(const CurvesJob&) const = default;
};

struct CurvesPicture {
    curves::RunStats stats;
    std::string device;
    std::int64_t run = 0;  // of so many so far, it shows the last
    std::shared_ptr<const std::vector<curves::Line>> lines;
    std::shared_ptr<const std::vector<std::uint32_t>> in_view;  // of these, or nearly
    std::vector<LegendEntry> legend;
    render::Image image;
    std::shared_ptr<const Timeline> timeline;  // if the job wants it
};

class CurvesDraftsman {
  public:
    // Nothing if stopped. Throws what runners throw.
    std::optional<CurvesPicture> operator()(const CurvesJob& job, const std::stop_token& stop);

  private:
    bool run(const curves::Plan& plan, const std::stop_token& stop);
    bool look(const CurvesJob& job, const std::stop_token& stop);

    std::shared_ptr<curves::Runner> runner_;  // null before the first
    curves::Plan made_for_;
    std::optional<curves::Plan> plan_;  // that was run
    std::int64_t runs_ = 0;
    curves::RunStats stats_;
    std::optional<CurvesInView> seen_;  // of the plan, in that part and size
    CurvesPart part_;
    ImageSize size_;
    std::shared_ptr<const std::vector<curves::Line>> lines_;
    std::optional<BlockTrace> trace_;           // of the plan, once asked for
    std::shared_ptr<const Timeline> timeline_;  // likewise
};

}  // namespace mariani::app
