// The tab Points: points on the move, and a quadtree of them that is made anew for each picture.
#pragma once

#include "app/explore/view_navigation.hpp"
#include "app/settings/points_settings.hpp"
#include "app/window/drawn_tab.hpp"
#include "app/workloads/points/view.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace mariani::app {

struct PointsTabParts {
    static constexpr Workload workload = Workload::points;
    using Job = PointsJob;
    static int device_of(const Job& job) { return job.request.device; }
    using Picture = PointsPicture;
    using View = PointsView;
    using MeasureJob = PlansToMeasure<points::Plan>;
    using Measured = MeasuredPoints;
};

class PointsScreen final : public DrawnTab<PointsTabParts> {
  public:
    PointsScreen(WindowState& state, const TabMeans& means);

    void leave() override;
    void act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) override;
    bool open(const std::string& file) override;
    std::string title() const override;

  private:
    PointsSettings& settings() const { return *state_.settings.points; }
    PointsJob wanted() override;
    bool levels_are_looked_at() const;
    void show(const PointsJob& job, const PointsPicture& picture) override;
    void show_timeline(const PointsPicture& picture);
    void keep(const MeasureJob& job, MeasuredPoints measured) override;
    bool take_own(const Command& command) override;
    void pass(double seconds) override;
    double speed() const override { return settings().speed; }
    void observe(const std::optional<PixelPoint>&) override { view_->speed = settings().speed; }
    void recompute() override { ++round_; }

    PartView view();
    ImageSize tree_size() const;
    void follow_mouse(const PixelPoint& mouse);
    void play_textbook();
    void measure(bool energy);

    std::int64_t round_ = 0;  // of the same run
    PartNavigation navigation_;
};

}  // namespace mariani::app
