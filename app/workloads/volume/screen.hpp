// The tab Volume: subdivision in three and four dimensions, by planes and in space.
#pragma once

#include "app/explore/players.hpp"
#include "app/settings/volume_settings.hpp"
#include "app/window/drawn_pictures.hpp"
#include "app/window/engine_measurer.hpp"
#include "app/window/window_state.hpp"
#include "app/window/workload_screen.hpp"
#include "app/workloads/volume/view.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

class VolumeScreen final : public WorkloadScreen {
  public:
    VolumeScreen(WindowState& state, std::function<void()> wake);
    ~VolumeScreen() override;

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
    double progress() const override;
    // Of a motion the last one that is finished.
    const render::Image* picture() const override {
        return moving_ ? pictures_.on_the_way() : pictures_.current();
    }
    void describe(Settings& settings) const override {
        settings.volume = pictures_.settings().volume;
        settings.colouring = pictures_.settings().colouring;
        settings.overlay = pictures_.settings().overlay;
    }
    std::string title() const override;
    WindowLog& log() override { return log_; }

  private:
    VolumeSettings& settings() const { return *state_.settings.volume; }
    volume::Request request() const;
    volume::Voxel at(const volume::Plan& plan) const;
    VolumeStyle style(const volume::Plan& plan) const;
    VolumeJob wanted() const;
    void show(const VolumeJob& job, const VolumePicture& picture);
    bool in_space(const PixelPoint& point) const;
    void press(const PixelPoint& at);
    void drag(const PixelPoint& to);
    void scroll(const PixelPoint& at, double notches);
    void orbit(double yaw, double pitch);
    void nearer(double factor);
    void pan(double x, double y);
    void zoom(double factor);
    void move(bool once);
    void pass(double seconds);
    void stop();
    bool begin_measurement(std::vector<volume::Plan> plans, bool energy);
    void show_whole();

    WindowState& state_;
    bool moving_ = false;                // w turns, or the last axis goes by
    TurnClock clock_;                    // of that motion
    double fraction_ = 0;                // of a voxel that the last axis has gone
    double wheeled_ = 0;                 // of a voxel that the wheel has moved the plane
    int wheeled_axis_ = -1;              // on this axis
    std::optional<PixelPoint> dragged_;  // where the mouse was, while its button is held
    std::optional<std::size_t> pane_;    // in which that began; nothing: in space
    std::int64_t round_ = 0;
    std::shared_ptr<VolumeView> view_;
    WindowLog log_;
    std::int64_t run_ = 0;       // whose figures are shown and logged
    volume::Progress progress_;  // of the run that is under way
    DrawnPictures<VolumeJob, VolumePicture> pictures_;
    EngineMeasurer<volume::Plan, MeasuredVolume> measurer_;
};

}  // namespace mariani::app
