// The tab Curves: Bezier curves by their chords, as fine as the view asks for.
#pragma once

#include "app/explore/part_navigation.hpp"
#include "app/explore/players.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/window/drawn_pictures.hpp"
#include "app/window/window_state.hpp"
#include "app/window/workload_screen.hpp"
#include "app/workloads/curves/draftsman.hpp"
#include "app/workloads/curves/dragged_points.hpp"
#include "app/workloads/curves/measurer.hpp"
#include "app/workloads/curves/view.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace mariani::app {

class CurvesScreen final : public WorkloadScreen {
  public:
    CurvesScreen(WindowState& state, std::function<void()> wake);
    ~CurvesScreen() override;

    void advance(const std::optional<PixelPoint>& mouse) override;
    void leave() override;
    void act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) override;
    void draw() override { pictures_.draw(state_.viewport); }
    bool take(const Command& command) override;
    // Pictures of a motion come one after the other: that is no work to wait for.
    bool busy() const override { return pictures_.busy() && !moving_; }
    std::optional<std::chrono::steady_clock::time_point> busy_since() const override;
    bool moving() const override { return moving_; }
    bool measuring() const override { return measurer_.busy(); }
    bool stopped() const override { return pictures_.stopped(); }
    double progress() const override { return 0; }
    // Of a motion the last one that is finished.
    const render::Image* picture() const override {
        return moving_ ? pictures_.on_the_way() : pictures_.current();
    }
    void describe(Settings& settings) const override {
        settings.curves = pictures_.settings().curves;
    }
    std::string title() const override;
    WindowLog& log() override { return log_; }

  private:
    curves::Request request() const;
    CurvesJob wanted() const;
    void show();
    void measure_engines(bool energy);
    void run_litmuses();
    PartView view();
    SeenCurves seen();
    void move(bool once);
    void pass(double seconds);
    void stop();

    WindowState& state_;
    bool moving_ = false;  // control points
    TurnClock clock_;      // of their motion
    PartNavigation navigation_;
    CurvePoints points_;
    std::shared_ptr<CurvesView> view_;
    WindowLog log_;         // of the runs that are shown
    std::int64_t run_ = 0;  // whose figures are shown and logged
    DrawnPictures<CurvesJob, CurvesPicture> pictures_;
    CurvesMeasurer measurer_;
};

}  // namespace mariani::app
