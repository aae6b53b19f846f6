// The tab Volume: subdivision in three and four dimensions, by planes and in space.
#pragma once

#include "app/settings/volume_settings.hpp"
#include "app/window/drawn_tab.hpp"
#include "app/workloads/volume/view.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

struct VolumeTabParts {
    static constexpr Workload workload = Workload::volume;
    using Job = VolumeJob;
    static int device_of(const Job& job) { return job.plan.device; }
    using Picture = VolumePicture;
    using View = VolumeView;
    using MeasureJob = PlansToMeasure<volume::Plan>;
    using Measured = MeasuredVolume;
};

class VolumeScreen final : public DrawnTab<VolumeTabParts> {
  public:
    VolumeScreen(WindowState& state, const TabMeans& means);

    void leave() override;
    void act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) override;
    std::optional<double> progress() const override;
    void describe(Settings& settings) const override;
    std::string title() const override;

  private:
    // `progress` is that of the run that is under way.
    VolumeScreen(WindowState& state, const TabMeans& means,
                 const std::shared_ptr<volume::Progress>& progress);

    VolumeSettings& settings() const { return *state_.settings.volume; }
    VolumeJob wanted() override;
    void show(const VolumeJob& job, const VolumePicture& picture) override;
    void keep(const MeasureJob& job, MeasuredVolume measured) override;
    bool take_own(const Command& command) override;
    void pass(double seconds) override;
    double one_step() const override;
    std::optional<std::string> why_at_rest() const override;
    void recompute() override { ++round_; }

    volume::Request request() const;
    volume::Voxel at(const volume::Plan& plan) const;
    VolumeStyle style(const volume::Plan& plan) const;
    bool in_space(const PixelPoint& point) const;
    void press(const PixelPoint& at);
    void drag(const PixelPoint& to);
    void scroll(const PixelPoint& at, double notches);
    void orbit(double yaw, double pitch);
    void nearer(double factor);
    void pan(double x, double y);
    void zoom(double factor);
    void measure(std::vector<volume::Plan> plans, bool energy);
    void show_whole();

    double fraction_ = 0;                // of a voxel that the last axis has gone
    double wheeled_ = 0;                 // of a voxel that the wheel has moved the plane
    int wheeled_axis_ = -1;              // on this axis
    std::optional<PixelPoint> dragged_;  // where the mouse was, while its button is held
    std::optional<std::size_t> pane_;    // in which that began; nothing: in space
    std::int64_t round_ = 0;
    std::shared_ptr<volume::Progress> progress_;
};

}  // namespace mariani::app
