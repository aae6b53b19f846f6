// What the tab Points shows: points, their tree, and a picture of both.
#pragma once

#include "app/measure/timeline.hpp"
#include "app/workloads/points/picture.hpp"
#include "app/workloads/points/strips.hpp"
#include "compute/workloads/points/plan.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

// The pixels of a picture in which points of the distribution `picture` lie: how bright they are,
// as people see it. Throws std::runtime_error that names the file: it is no PNG, or has more than
// 4096 x 4096 pixels.
std::shared_ptr<const points::Picture> pixels_of(const std::filesystem::path& file);

// A row a level: where they overlap, several are made at a time. Below these a row a thread.
Timeline timeline_of(const points::Plan& plan, const std::vector<points::LevelSpan>& levels,
                     const std::vector<points::LevelTask>& tasks);

// A picture to be drawn.
struct PointsJob {
    points::Request request;             // but for its picture
    std::string pixels;                  // the file of the distribution picture
    std::optional<std::string> no_cuda;  // why this machine has none, if so
    points::TreePart part;               // its size is the whole picture's, strips included
    TreeStyle style;
    float text_size = 16;          // in the picture's pixels
    bool strips = false;           // where the points are few
    std::optional<double> played;  // the share of their replay; nothing: the end
    std::int64_t round = 0;        // another one runs the same again
    bool level_times = false;      // which take a run that is recorded
    bool operator==(const PointsJob&) const = default;
};

struct PointsPicture {
    points::Plan plan;
    std::string device;
    points::RunStats stats;
    std::int64_t run = 0;  // of so many so far, it shows the last
    std::vector<points::LevelStats> levels;
    std::vector<points::LevelSpan> level_spans;  // if the job wants them
    std::shared_ptr<const Timeline> timeline;    // of these; null if there are none
    std::optional<points::DiscStats> found;      // in the disc, if there is one
    std::optional<double> floor_ms;              // of many points on a processor it is not measured
    points::TreePart part;                       // where the tree is, above the strips
    std::optional<StripMoment> strips;           // if they are shown
    std::size_t strip_steps = 0;
    render::Image image;
    std::vector<PictureText> texts;
};

// Does jobs one after the other, and of each only what the ones before have not done. By one
// thread.
class PointsScene {
  public:
    PointsScene();
    ~PointsScene();
    PointsScene(PointsScene&&) noexcept;

    // Nothing if stopped. Throws std::invalid_argument where the request cannot be run, and
    // std::runtime_error where its picture cannot be read or memory is short.
    std::optional<PointsPicture> draw(const PointsJob& job, const std::stop_token& stop);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace mariani::app
