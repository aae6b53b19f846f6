// From what a window asks of a volume to its picture. A volume is run only where it is another one,
// and rays go through it only where camera or surface are others.
#pragma once

#include "app/settings/volume_settings.hpp"
#include "app/workloads/volume/picture.hpp"
#include "app/workloads/volume/space.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/palette.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace mariani::app {

// The colours of all dwells up to a limit, for pictures that are painted where the dwells lie. Kept
// until another map is asked for.
class DwellTable {
  public:
    // r + g * 256 + b * 65536, as colours.colour() has them. Valid until the next call.
    std::span<const std::uint32_t> of(const render::ColourMap& colours, std::uint32_t dwell_limit) {
        if (colours_ == colours && table_.size() == std::size_t{dwell_limit} + 1) return table_;
        table_.clear();
        table_.reserve(std::size_t{dwell_limit} + 1);
        for (std::uint32_t dwell = 0; dwell <= dwell_limit; ++dwell) {
            const render::Rgb8 colour = colours.colour(dwell);
            table_.push_back(colour.r | std::uint32_t{colour.g} << 8 |
                             std::uint32_t{colour.b} << 16);
        }
        colours_ = colours;
        return table_;
    }

  private:
    std::optional<render::ColourMap> colours_;
    std::vector<std::uint32_t> table_;
};

inline constexpr std::size_t listed_together = 64;
inline constexpr int cache_line_bytes = 128;  // of a GPU

// The cache lines that the voxels of so many consecutive regions touch, on the average over the
// list: of at most 64 places in it, which lie evenly, so that a long list is not waited for.
// Nothing of a shorter list. The volume begins at a line.
std::optional<double> lines_touched(const volume::Plan& plan,
                                    std::span<const ListedRegion> regions);

struct VolumeStyle {
    VolumeShown shown = VolumeShown::slices;
    bool grid = true, surface = true, boxes = false, line = false;
    std::optional<int> level;
    std::uint32_t solid = 0;  // the least dwell within the surface
    VolumeOrbit orbit;
    int coarse = 1;  // pixels to a side of a ray's
    render::Colouring colouring;
    render::Palette palette;
    render::OverlayStyle overlay;
    int line_width = 1;    // in pixels
    float text_size = 16;  // likewise
    bool operator==(const VolumeStyle&) const = default;
};

struct VolumeJob {
    volume::Plan plan;
    volume::Voxel at{};  // where the planes meet
    ImageSize size;
    VolumeStyle style;
    bool moving = false;     // other pictures are to follow soon
    std::int64_t round = 0;  // another one runs the same volume again
    bool operator==(const VolumeJob&) const = default;
};

// The level of the regions that are drawn in space.
struct ListedLevel {
    int level = 0;
    std::int64_t regions = 0;
    std::optional<double> mean_step;      // as of mean_step()
    std::optional<double> lines_touched;  // as of lines_touched()
};

struct VolumePicture {
    volume::RunStats stats;
    std::string device;
    std::int64_t run = 0;  // of so many so far, it shows the last
    render::Image image;
    std::vector<PictureText> texts;
    std::optional<SlicePanes> panes;  // if slices are shown
    PixelRect space;                  // where the volume is seen in space; may be empty
    std::optional<ListedLevel> listed;
    double draw_ms = 0;  // rays and lines and all
};

// While pictures follow one another, more regions are not outlined: their list would be fetched for
// each.
inline constexpr std::int64_t most_moving_regions = 100'000;

// A sentence: what the picture shows.
std::string volume_sentence(const VolumeJob& job);

class VolumeDraftsman {
  public:
    // The progress of runs outlives this.
    explicit VolumeDraftsman(std::shared_ptr<volume::Progress> progress)
        : progress_(std::move(progress)) {}

    // Nothing if stopped. Throws what runners throw, and std::runtime_error where the picture is
    // too small.
    std::optional<VolumePicture> operator()(const VolumeJob& job, const std::stop_token& stop);

  private:
    bool run(const volume::Plan& plan, const std::stop_token& stop);
    bool paint(const volume::Look& look, const volume::Scenery& scenery,
               const render::ColourMap& colours, const std::stop_token& stop);
    std::vector<render::Image> paint(const SlicePanes& panes, const render::ColourMap& colours);
    const std::vector<volume::RegionRecord>& records();
    bool outlines(const VolumeJob& job) const;
    bool draw_slices_of(const VolumeJob& job, VolumePicture& picture, const std::stop_token& stop);
    bool draw_with_caption(const VolumeJob& job, const PixelRect& place, VolumePicture& picture,
                           const std::stop_token& stop);
    bool draw_space_of(const VolumeJob& job, const PixelRect& place, VolumePicture& picture,
                       const std::stop_token& stop);

    std::shared_ptr<volume::Progress> progress_;
    std::shared_ptr<volume::Runner> runner_;  // null before the first
    volume::Plan made_for_;
    std::optional<volume::Plan> plan_;  // that was run
    std::int64_t round_ = 0, runs_ = 0;
    volume::RunStats stats_;
    std::optional<std::vector<volume::RegionRecord>> records_;  // of the run, once asked for
    std::optional<volume::Look> looked_;                        // at the run
    std::optional<render::ColourMap> looked_in_;                // these colours
    std::optional<volume::PaintedSpace> surface_;               // and saw this
    DwellTable plane_table_, space_table_;
    VolumeScene scene_;  // of the job
};

}  // namespace mariani::app
