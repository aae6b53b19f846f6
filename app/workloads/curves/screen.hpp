// The tab Curves: Bezier curves by their chords, as fine as the view asks for.
#pragma once

#include "app/explore/part_navigation.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/window/drawn_tab.hpp"
#include "app/workloads/curves/draftsman.hpp"
#include "app/workloads/curves/dragged_points.hpp"
#include "app/workloads/curves/measurer.hpp"
#include "app/workloads/curves/view.hpp"

#include <optional>
#include <string>

namespace mariani::app {

struct CurvesTabParts {
    static constexpr Workload workload = Workload::curves;
    using Job = CurvesJob;
    static int device_of(const Job& job) { return job.plan.device; }
    using Picture = CurvesPicture;
    using View = CurvesView;
    using MeasureJob = CurvesMeasureJob;
    using Measured = CurvesMeasured;
};

class CurvesScreen final : public DrawnTab<CurvesTabParts> {
  public:
    CurvesScreen(WindowState& state, const TabMeans& means);

    void leave() override;
    void act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) override;
    std::string title() const override;

  private:
    CurvesSettings& settings() const { return *state_.settings.curves; }
    CurvesJob wanted() override;
    void show(const CurvesJob& job, const CurvesPicture& picture) override;
    void keep(const CurvesMeasureJob& job, CurvesMeasured measured) override;
    bool take_own(const Command& command) override;
    void pass(double seconds) override;
    double speed() const override { return settings().speed; }
    void follow(const std::optional<PixelPoint>& mouse) override;
    void observe(const std::optional<PixelPoint>& mouse) override;
    bool cancel() override { return points_.cancel(); }

    curves::Request request() const;
    void measure_engines(bool energy);
    void run_litmuses();
    PartView view();
    SeenCurves seen();

    PartNavigation navigation_;
    CurvePoints points_;
};

}  // namespace mariani::app
