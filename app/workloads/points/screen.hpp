// The tab Points: points on the move, and a quadtree of them that is made anew for each picture.
#pragma once

#include "app/explore/part_navigation.hpp"
#include "app/explore/players.hpp"
#include "app/settings/points_settings.hpp"
#include "app/window/drawn_pictures.hpp"
#include "app/window/engine_measurer.hpp"
#include "app/window/window_state.hpp"
#include "app/window/workload_screen.hpp"
#include "app/workloads/points/view.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace mariani::app {

class PointsScreen final : public WorkloadScreen {
  public:
    PointsScreen(WindowState& state, std::function<void()> wake);
    ~PointsScreen() override;

    void advance(const std::optional<PixelPoint>& mouse) override;
    void leave() override;
    void act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) override;
    void draw() override { pictures_.draw(state_.viewport); }
    bool take(const Command& command) override;
    // Pictures of a motion come one after the other: that is no work to wait for.
    bool busy() const override { return pictures_.busy() && !playing() && !moving_; }
    std::optional<std::chrono::steady_clock::time_point> busy_since() const override;
    bool moving() const override { return moving_; }
    bool measuring() const override { return measurer_.busy(); }
    bool stopped() const override { return pictures_.stopped(); }
    bool playing() const override { return state_.panels.recorded_run.playing(); }
    double progress() const override { return 0; }
    const render::Image* picture() const override;
    std::string title() const override;
    void describe(Settings& settings) const override {
        settings.points = pictures_.settings().points;
    }
    WindowLog& log() override { return log_; }

  private:
    PointsJob wanted() const;
    void ask_for(const PointsJob& job);
    void show(const PointsPicture& picture);
    PartView view();
    ImageSize tree_size() const;
    void follow(const PixelPoint& mouse);
    void move(bool once);
    void pass(double seconds);
    void play();
    void begin_measurement(bool energy);
    void stop();

    WindowState& state_;
    bool moving_ = false;     // points
    TurnClock clock_;         // of their motion
    std::int64_t round_ = 0;  // of the same run
    PartNavigation navigation_;
    std::shared_ptr<PointsView> view_;
    WindowLog log_;         // of the runs that are shown or measured
    std::int64_t run_ = 0;  // whose figures are shown and logged
    DrawnPictures<PointsJob, PointsPicture> pictures_;
    EngineMeasurer<points::Plan, MeasuredPoints> measurer_;
};

}  // namespace mariani::app
