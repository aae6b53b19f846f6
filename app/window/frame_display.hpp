// How frames come to the screen: the route is determined when the window opens, and replaced by a
// safer one if it fails; and what becomes of frames that cannot.
#pragma once

#include "app/explore/frame_worker.hpp"
#include "app/explore/navigator.hpp"
#include "app/settings/display_choices.hpp"
#include "app/window/picture_stage.hpp"
#include "app/window/poster_display.hpp"
#include "app/window/recorders.hpp"
#include "app/window/window_state.hpp"
#include "compute/service/engine_dispatcher.hpp"
#include "render/interop/bridge.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// Main thread, with the window's GL context, except for device().
class DisplayRoute {
  public:
    // Throws std::runtime_error with the reason if interop is chosen and not available.
    explicit DisplayRoute(DisplayChoice choice);

    // Null if there is no interop.
    const std::shared_ptr<render::interop::Bridge>& bridge() const { return bridge_; }

    // For the window's engines.
    ServiceOptions service_options() const;

    // The CUDA device whose frames stay in its memory. Any thread.
    std::optional<int> device() const;

    // Interop has failed: from now on frames are staged.
    void give_up(const std::string& why);

    DisplayPath path_of(const Frame& frame) const;

  private:
    static constexpr int none = -1;

    render::interop::Support support_;
    std::shared_ptr<render::interop::Bridge> bridge_;
    std::atomic<int> device_ = none;
};

// The engines as each part of the window is handed them. Leaves frames where the route shows them
// from; it outlives what is returned.
FrameWorker::Compute frame_runner(EngineDispatcher engines, const DisplayRoute& route);
// One for each further GPU: see further_gpus().
std::vector<FrameWorker::Compute> further_runners(const EngineDispatcher& engines,
                                                  const FrameRequest& request,
                                                  const DisplayRoute& route);
FrameWorker::Preview preview_runner(EngineDispatcher engines);

// How often a frame is shown while it grows. Drawing may cost the processor what the frame needs,
// so that it has its share of the time: the slower a turn in which more of the frame is shown, the
// later the next one.
class GrowthPace {
  public:
    static constexpr double turns_between = 6, max_seconds = 1;

    // Once in every turn in which a frame is computed.
    bool due(double now) {
        if (looked_) next_ = *looked_ + std::min(max_seconds, turns_between * (now - *looked_));
        looked_.reset();
        return now >= next_;
    }
    // The picture is shown by this turn.
    void looked(double now) { looked_ = now; }

  private:
    std::optional<double> looked_;  // in the turn before
    double next_ = 0;
};

// Main thread, with the window's GL context.
class FrameDisplay {
  public:
    // `mark_frames`: draws the number of each frame among its pixels.
    FrameDisplay(WindowState& state, DisplayRoute& route, FrameWorker& worker,
                 const Navigator& navigator, const PosterDisplay& poster, bool mark_frames);

    // Brings what the worker has finished to the screen.
    void take_finished();
    // Puts a frame with other pixels of the same request in the place of the one on screen.
    void correct(const std::shared_ptr<const PreparedFrame>& frame);

    void take_surroundings(const std::shared_ptr<const PreparedFrame>& surroundings);

    void free_unseen() { stage_.free_unseen(); }

    // Antialiasing of the frame on screen: see PictureStage.
    void add_sample(const std::shared_ptr<const PreparedFrame>& sample);
    void show_samples() { stage_.show_samples(); }
    void finish_samples() { stage_.finish_samples(); }
    void forget_samples() { stage_.forget_samples(); }

    // The picture compared with: see PictureStage.
    void take_compared(const std::shared_ptr<const PreparedFrame>& frame);
    void forget_compared() { stage_.forget_compared(); }
    // From this column of the picture on. `gridded`: with the overlay of the first, if it is shown.
    void draw_compared(const render::Colouring& colouring, int from, bool gridded);

    // Draws the picture and its overlay. A colouring that cannot be drawn is reported and taken
    // back.
    void draw(ImageSize framebuffer, int line_width);
    void draw_without_overlay();

    // What the picture has at a point; the region only where the overlay is shown.
    std::optional<SeenDwell> dwell_at(PixelPoint at);
    std::optional<std::uint32_t> work_at(PixelPoint at);
    std::optional<Region> region_at(PixelPoint at);

    // The picture that was asked for is not yet on screen.
    bool frame_is_coming() const { return worker_.busy() || navigator_.moving() || poster_.busy(); }
    bool has_preview() const { return stage_.has_preview(); }
    bool has_growing() const { return stage_.has_growing(); }
    // What is finished of the frame that is being computed; may be null.
    const PreparedFrame* growing() const { return stage_.growing().get(); }
    // Something of the last frame is still to come.
    bool busy() const {
        return timings_.measuring() || stage_.fetches_regions() || colours_change();
    }
    bool colours_change() const { return stage_.colours_change(); }

    render::PaletteLibrary& palettes() { return stage_.palettes(); }
    TimingRecorder& timings() { return timings_; }

  private:
    void show(const FrameOutcome& outcome);
    void take_growing();
    double present(const std::shared_ptr<const PreparedFrame>& frame);
    using TakeFrame = std::function<void(std::shared_ptr<const PreparedFrame>)>;
    void take_shared(const std::shared_ptr<const PreparedFrame>& frame, const TakeFrame& take);
    void draw_shared(const std::function<void()>& draw);
    std::shared_ptr<const PreparedFrame> staged(const PreparedFrame& frame);
    void stop_sharing(const render::interop::Error& failure);
    void note_backend_failure();

    WindowState& state_;
    DisplayRoute& route_;
    FrameWorker& worker_;
    const Navigator& navigator_;
    const PosterDisplay& poster_;
    const bool mark_frames_;
    PictureStage stage_;
    GrowthPace growth_pace_;
    TimingRecorder timings_;
    render::Colouring drawable_;  // the last one that could be drawn
};

}  // namespace mariani::app
