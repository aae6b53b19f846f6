// What is finished of a frame while it is computed, for a window that shows it grow.
#pragma once

#include "compute/model/field.hpp"
#include "compute/model/frame_plan.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace mariani {

// The dwell of a pixel that is not finished; above any dwell limit.
// A finished deep frame has it, too, where nothing could prove a dwell.
inline constexpr std::uint32_t unknown_dwell = 0xFFFFFFFF;

// Fields in host memory; finished pixels have their final values.
struct GrowingPicture {
    FramePlan plan;
    Field dwells;     // uint32, unknown_dwell where a pixel is not finished
    Field fractions;  // float32; empty unless plan.smooth
};

// One for each frame. An engine in host memory says which of its pixels are finished, and the
// reader copies them; another one publishes copies, where one is wanted.
class GrowingFrame {
  public:
    // The engine's side, from any thread.

    // The frame's own fields, of plan.part; `fractions` may be null. Again if another engine takes
    // over: nothing is finished then.
    void begin(const FramePlan& plan, std::shared_ptr<const std::uint32_t[]> dwells,
               std::shared_ptr<const float[]> fractions);
    // Rectangles of the picture whose values will not change.
    void add(std::span<const PixelRect> finished);

    bool wanted() const { return wanted_.load(std::memory_order_relaxed); }
    void publish(GrowingPicture picture);

    // The reader's side, one thread.

    // All that is finished. Nothing if that is no more than the last time.
    std::optional<GrowingPicture> picture();

  private:
    struct Source {
        std::uint64_t number = 0;  // of begin()
        FramePlan plan;
        std::shared_ptr<const std::uint32_t[]> dwells;
        std::shared_ptr<const float[]> fractions;
    };
    struct Copy {
        std::uint64_t number = 0;
        std::vector<std::uint32_t> dwells;
        std::vector<float> fractions;
    };

    void take_over(const Source& source, std::span<const PixelRect> finished);

    std::atomic<bool> wanted_{true};
    std::mutex mutex_;
    Source source_;
    std::vector<PixelRect> finished_;  // since the last picture
    std::optional<GrowingPicture> published_;
    Copy copy_;  // the reader's
};

}  // namespace mariani
