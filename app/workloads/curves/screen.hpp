// The tab Curves: Bezier curves by their chords, as fine as the view asks for.
#pragma once

#include "app/explore/view_navigation.hpp"
#include "app/measure/timeline.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/settings/settings.hpp"
#include "app/window/drawn_tab.hpp"
#include "app/workloads/curves/picture.hpp"
#include "app/workloads/curves/view.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

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

// The curves on screen.
struct SeenCurves {
    std::span<const curves::Line> lines;
    PartView view;
    ImageSize picture;
    double reach;  // pixels: a point this near to the mouse is under it
};

// Edits the points that are put elsewhere in the settings. Main thread.
class CurvePoints {
  public:
    explicit CurvePoints(CurvesSettings& settings) : settings_(settings) {}

    // Once a turn. Forgets what was put elsewhere of other curves.
    void follow(const SeenCurves& seen, const std::optional<PixelPoint>& mouse);

    // Whether the mouse has taken hold of a point, and the event is not the view's.
    bool act_on(const SeenCurves& seen, const InputEvent& event,
                const std::optional<PixelPoint>& mouse);

    std::optional<std::uint32_t> hovered() const { return dragged_ ? dragged_ : hovered_; }
    bool dragging() const { return dragged_.has_value(); }

    // What is dragged goes back to where it was taken from. Whether anything was.
    bool cancel();
    void let_go();

  private:
    using Placed = std::vector<curves::PlacedPoint>;

    void drag(const SeenCurves& seen, const PixelPoint& to);
    void forget_others();

    CurvesSettings& settings_;
    std::optional<std::uint32_t> hovered_, dragged_;
    double offset_x_ = 0, offset_y_ = 0;  // of the dragged point from the mouse, in the plane
    Placed before_;                       // the drag
    std::optional<CurvesSettings> seen_;  // in the last turn
};

// What is measured beside the curves that are shown: all engines on them, or the litmus tests of
// launches from a GPU.
struct CurvesMeasureJob {
    std::vector<curves::Plan> engines;  // none: the litmus tests
    int device = 0;                     // of these
    bool energy = false;                // of the engines, too
    bool operator==(const CurvesMeasureJob&) const = default;
    int runs() const { return engines.empty() ? litmus_count() : runs_of(engines.size(), energy); }
};

// What came of it: one of them.
struct CurvesMeasured {
    std::shared_ptr<const CurvesMeasurement> times;
    std::vector<nlohmann::ordered_json> rows;  // of all runs of engines, for the log
    std::shared_ptr<const MeasuredLitmuses> litmuses;
};

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
