// The tab Triangle: a map of blocks to a triangle, block by block, and how long all maps take.
#pragma once

#include "app/explore/latest_worker.hpp"
#include "app/explore/players.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/window/drawn_pictures.hpp"
#include "app/window/window_state.hpp"
#include "app/window/workload_screen.hpp"
#include "app/workloads/triangle/picture.hpp"
#include "app/workloads/triangle/view.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// A picture to be drawn.
struct TriangleJob {
    triangle::Plan plan;
    ImageSize size;
    TriangleStyle style;
    PaneViews views;
    bool operator==(const TriangleJob&) const = default;
};

// All exact maps under a test, to be measured.
struct MeasureJob {
    std::vector<std::vector<triangle::Plan>> sides;  // for each N, ascending
    bool against_side = false;                       // for a plot over N, or one N for itself
    bool energy = false;                             // of each map too
    bool operator==(const MeasureJob&) const = default;
};

// What came of it.
struct MeasuredMaps {
    std::vector<MapMeasurement> sides;         // one for each N
    std::vector<nlohmann::ordered_json> rows;  // of all runs, for the log
};

struct TrianglePicture {
    std::shared_ptr<const TriangleScene> scene;
    TrianglePanes panes;
    render::Image image;
};

class TriangleScreen final : public WorkloadScreen {
  public:
    TriangleScreen(WindowState& state, std::function<void()> wake);
    ~TriangleScreen() override;

    void advance(const std::optional<PixelPoint>& mouse) override;
    void leave() override;
    void act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) override;
    void draw() override { pictures_.draw(state_.viewport); }
    bool take(const Command& command) override;
    // Pictures of a film or of a motion come one after the other: that is no work to wait for.
    bool busy() const override { return pictures_.busy() && !playing() && !moving_; }
    std::optional<std::chrono::steady_clock::time_point> busy_since() const override;
    bool moving() const override { return moving_; }
    bool measuring() const override { return measurer_.busy(); }
    bool playing() const override { return state_.panels.recorded_run.playing(); }
    double progress() const override;
    // While a recorded run is played or points move, the one on its way.
    const render::Image* picture() const override {
        if (playing()) return pictures_.on_screen();
        return moving_ ? pictures_.on_the_way() : pictures_.current();
    }
    void describe(Settings& settings) const override {
        settings.triangle = pictures_.settings().triangle;
    }
    std::string title() const override;
    WindowLog& log() override { return log_; }

  private:
    TriangleJob wanted();
    void show(const TriangleJob& job, const TrianglePicture& picture);
    PaneView* view_at(const PixelPoint& point, const PixelRect*& pane);
    void zoom(const PixelPoint& at, double factor);
    void drag(const PixelPoint& to);
    void keep_in_whole();
    void play();
    bool refuses_to_play();
    void move(bool once);
    void pass(double seconds);
    void move_on();
    void stop();
    std::optional<MeasuredMaps> measure(const MeasureJob& job, const std::stop_token& stop);
    void begin_measurement(bool against_side, bool energy);
    void take_measurement();
    void write(const std::vector<nlohmann::ordered_json>& rows);
    triangle::Request request() const;
    void hover(const std::optional<PixelPoint>& mouse);

    WindowState& state_;
    bool moving_ = false;                // points and spheres
    TurnClock clock_;                    // of their motion
    std::optional<PixelPoint> dragged_;  // where the mouse was, while it moves a pane
    std::shared_ptr<TriangleView> view_;
    WindowLog log_;                   // of measured runs
    triangle::Progress progress_;     // of the run that is under way
    std::atomic<int> runs_done_ = 0;  // of the measurement
    int runs_wanted_ = 0;
    DrawnPictures<TriangleJob, TrianglePicture> pictures_;
    LatestWorker<MeasureJob, MeasuredMaps> measurer_;
};

}  // namespace mariani::app
