// The tab Triangle: a map of blocks to a triangle, block by block, and how long all maps take.
#pragma once

#include "app/settings/triangle_settings.hpp"
#include "app/window/drawn_tab.hpp"
#include "app/workloads/triangle/picture.hpp"
#include "app/workloads/triangle/view.hpp"

#include <memory>
#include <optional>
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
    bool timeline = false;  // of a recorded run, if there is one
    bool operator==(const TriangleJob&) const = default;
};

// All exact maps under a test, to be measured.
struct MeasureJob {
    std::vector<std::vector<triangle::Plan>> sides;  // for each N, ascending
    bool against_side = false;                       // for a plot over N, or one N for itself
    bool energy = false;                             // of each map too
    bool operator==(const MeasureJob&) const = default;
};

struct TrianglePicture {
    std::shared_ptr<const TriangleScene> scene;
    TrianglePanes panes;
    render::Image image;
    std::vector<PictureText> texts;
    std::vector<LegendEntry> legend;
    std::shared_ptr<const Timeline> timeline;  // if the job wants it
};

struct TriangleTabParts {
    static constexpr Workload workload = Workload::triangle;
    using Job = TriangleJob;
    static int device_of(const Job& job) { return job.plan.device; }
    using Picture = TrianglePicture;
    using View = TriangleView;
    using MeasureJob = mariani::app::MeasureJob;
    using Measured = MeasuredMaps;
};

class TriangleScreen final : public DrawnTab<TriangleTabParts> {
  public:
    TriangleScreen(WindowState& state, const TabMeans& means);

    void leave() override;
    void act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) override;
    std::optional<double> progress() const override;
    std::string title() const override;
    void label(render::Image& image) const override;

  private:
    // `progress` is that of the run that is under way.
    TriangleScreen(WindowState& state, const TabMeans& means,
                   const std::shared_ptr<triangle::Progress>& progress);

    TriangleSettings& settings() const { return *state_.settings.triangle; }
    TriangleJob wanted() override;
    void show(const TriangleJob& job, const TrianglePicture& picture) override;
    void keep(const MeasureJob& job, MeasuredMaps measured) override;
    bool take_own(const Command& command) override;
    void pass(double seconds) override;
    std::optional<std::string> why_at_rest() const override;
    void asked() override { progress_->blocks_done = 0; }
    void observe(const std::optional<PixelPoint>& mouse) override;

    triangle::Request request() const;
    PaneView* view_at(const PixelPoint& point, const PixelRect*& pane);
    void zoom(const PixelPoint& at, double factor);
    void drag(const PixelPoint& to);
    void keep_in_whole();
    void measure(bool against_side, bool energy);

    std::optional<PixelPoint> dragged_;  // where the mouse was, while it moves a pane
    std::shared_ptr<triangle::Progress> progress_;
};

}  // namespace mariani::app
