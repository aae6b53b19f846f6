// A poster in the window: when it is shown in the place of frames, and what is told of it.
#pragma once

#include "app/explore/navigator.hpp"
#include "app/window/picture_stage.hpp"
#include "app/window/poster/open_poster.hpp"
#include "app/window/window_state.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace mariani::app {

// Main thread, with the window's GL context.
class PosterDisplay {
  public:
    PosterDisplay(WindowState& state, const Navigator& navigator, std::function<void()> wake);

    // Throws what OpenPoster throws; the one that was open stays open then.
    void open(const std::filesystem::path& folder);
    void close();
    bool is_open() const { return poster_ != nullptr; }
    const PyramidManifest& manifest() const { return poster_->manifest(); }

    // The open poster's view, with all of it in a picture of this size.
    View whole_view(ImageSize picture) const;

    // Once a turn, when the view on screen is known: sets WindowState::from_poster. `moving`: it is
    // being moved.
    void advance(std::optional<PixelPoint> mouse, bool moving);
    // Something that is wanted is still to be read.
    bool busy() const { return shown() && poster_->busy(); }

    // What the picture is drawn with: nothing if no poster is shown in it.
    std::optional<PictureTiles> tiles() const;
    // The dwell of the tile on screen there, where the poster is what is seen.
    std::optional<SeenDwell> dwell_at(PixelPoint at) const;

    // Sets Observations::poster.
    void observe() const;

  private:
    // Empty if the settings ask for what the poster shows.
    std::string why_hidden() const;
    bool shown() const { return poster_ && hidden_.empty() && poster_->choice().tiles > 0; }
    bool leads() const;
    PosterSeen seen() const;

    WindowState& state_;
    const Navigator& navigator_;
    const std::function<void()> wake_;
    std::unique_ptr<OpenPoster> poster_;
    std::string hidden_;
};

}  // namespace mariani::app
