// A picture of any size as a file: the one export, for `render` and for the window's screenshots.
#pragma once

#include "app/produce/gpu_team.hpp"
#include "app/settings/settings.hpp"
#include "compute/engine.hpp"
#include "compute/model/engine_stats.hpp"
#include "compute/model/work_sums.hpp"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <thread>

namespace mariani::app {

// Updates `progress` on a thread of its own during its lifetime: 0 to 1, never decreasing.
class PosterProgress {
  public:
    PosterProgress(std::atomic<double>& progress, std::int64_t pixels);
    ~PosterProgress();  // leaves the final state in `progress`
    PosterProgress(const PosterProgress&) = delete;
    PosterProgress& operator=(const PosterProgress&) = delete;

    FrameProgress& frame() { return frame_; }  // of the part being computed
    void done(std::int64_t pixels);            // in a finished part

  private:
    void update();

    std::atomic<double>& progress_;
    const double pixels_;
    std::atomic<std::int64_t> done_{0};
    FrameProgress frame_;
    std::jthread watcher_;
};

// A larger picture is computed in parts of half this side, or of single regions that are larger.
constexpr ImageSize largest_in_one_part{4096, 4096};
bool in_one_part(ImageSize size);
// The g of such a picture where none is asked for, and `g` suits one in one part.
int automatic_g(ImageSize size, int g);

struct PosterJob {
    Settings settings;  // its overlay.shown: whether to draw the region grid
    ImageSize size;     // at most 32768 x 32768
    std::filesystem::path picture;
    std::optional<std::filesystem::path> dwells;   // .npy
    std::optional<std::filesystem::path> regions;  // .csv
};

struct PosterResult {
    FramePlan plan;
    EngineStats stats;             // of all parts together
    std::optional<WorkSums> work;  // if anything but the dwells is shown
    bool limit_hides_all = false;  // each pixel took as many steps as the dwell limit allows
    bool all_inside = false;       // whatever the limit: see edge_is_inside()
    double total_ms = 0;           // computing, colouring and writing
    int parts = 0;
};

using FindGpus =
    std::function<std::vector<FurtherGpu>(const EngineDispatcher&, const FrameRequest&)>;

// Computes the picture part by part, cut along the lattice of the whole, colours it and writes the
// files; they appear whole, or none does. What takes seconds is spread over the GPUs that the
// settings leave open. Needs at most 300 MB for each GPU whatever the size, 700 MB where a g asked
// for makes regions larger than such parts; antialiased, 12 bytes more for each pixel of a part,
// and where regions are asked for 64 bytes for each region of a part; a g that would need more is
// refused. Blocks; any one thread. `progress` goes from 0 to 1. Nothing when stopped. Throws
// std::invalid_argument when the request may not be, else std::runtime_error.
std::optional<PosterResult> make_poster(const PosterJob& job, EngineDispatcher& dispatcher,
                                        std::stop_token stop, std::atomic<double>& progress,
                                        const FindGpus& find_gpus = further_gpus);

}  // namespace mariani::app
