// A poster that is open: its tiles in memory and on the GPU, drawn under any view.
#pragma once

#include "app/panels/observations.hpp"
#include "app/produce/pyramid/pyramid_folder.hpp"
#include "app/window/poster/least_recent.hpp"
#include "app/window/poster/tile_loader.hpp"
#include "app/window/poster/tiles.hpp"
#include "compute/model/dwell_summary.hpp"
#include "render/gl/framebuffer.hpp"
#include "render/gl/tile_atlas.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mariani::app {

// A pixel of a poster: its dwell or what else is stored, and whether it is larger than the
// screen's.
struct PosterDwell {
    std::uint32_t dwell = 0;
    bool coarse = false;
};

// Main thread, with the window's GL context.
class OpenPoster {
  public:
    static constexpr std::size_t most_chunks = 4096;      // in memory, each of up to 256 KiB
    static constexpr std::size_t most_uniform = 1 << 16;  // tiles of one dwell, beside them
    static constexpr int most_layers = 1024;              // on the GPU
    static constexpr int most_tiles = 768;                // of the level on screen
    static constexpr double upload_seconds = 0.004;       // a turn

    // Throws std::runtime_error if the folder holds no poster, or the GPU cannot show it. `wake` is
    // called on another thread when there is something new to draw.
    OpenPoster(std::filesystem::path folder, const std::filesystem::path& shaders,
               std::function<void()> wake);

    const std::filesystem::path& folder() const { return folder_; }
    const PyramidManifest& manifest() const { return manifest_; }

    // Once a turn: takes what was read, and asks for what the view needs. `focus`: where on the
    // screen tiles come first. While the view is `moving` no pixel is the mean of several: that
    // takes four times the tiles. Returns what could not be read, for the user. Throws
    // std::runtime_error if nothing can be read any more.
    std::vector<std::string> advance(const View& shown, ImageSize screen, glm::dvec2 focus,
                                     bool moving);

    // The tiles of the view of the last advance().
    const TileChoice& choice() const { return choice_; }
    // Nothing but the poster is needed for what is on screen, and for the view that it goes to.
    bool shows_alone(const View& goal) const;
    bool busy() const { return !known_ || loading_; }
    // How many of the screen's pixels one of the finest level is.
    double magnification() const;
    // The part of the screen where the poster lies, and its pixels if tiles are all over them.
    ScreenRect area() const;
    PixelRect covered() const;
    std::optional<PosterDwell> dwell_at(glm::dvec2 pixel);

    // How the values on screen are spread, one a pixel, of a large screen every second or third:
    // takes some ms. While the view moves, that of an earlier one will do.
    const DwellSummary& summary();

    void draw(const render::ColourMap& colours, const render::Viewport& viewport);

    std::int64_t cells() const { return cells_; }
    std::int64_t finished() const { return finished_count_; }
    // The cells of the level that suits the view.
    std::vector<PosterCell> cells_on_screen() const;

  private:
    using Values = std::shared_ptr<const std::vector<std::byte>>;

    bool is_finished(CellPlace cell) const;
    TileState state_of(TilePlace tile) const;
    void take(TileLoader::News& news);
    void choose();
    bool upload(TilePlace tile);
    std::optional<int> free_layer();
    std::optional<std::uint32_t> value_of(TilePlace tile, int x, int y);
    std::vector<render::PlacedTile> placed_tiles();
    std::vector<std::uint32_t> dwells_on_screen(int step);
    void sample(TilePlace tile, int step, ImageSize samples, std::vector<std::uint32_t>& dwells);

    std::filesystem::path folder_;
    PyramidManifest manifest_;
    PosterPicture picture_;
    std::int64_t cells_ = 0, finished_count_ = 0;
    std::vector<std::vector<bool>> finished_;  // by level, row by row
    std::set<TilePlace> unreadable_;
    bool known_ = false;    // which cells are finished
    bool loading_ = false;  // something that is wanted is not ready
    LeastRecent<TilePlace, Values> chunks_{most_chunks};
    LeastRecent<TilePlace, std::uint32_t> uniform_{most_uniform};
    LeastRecent<TilePlace, int> layers_;
    std::set<TilePlace> in_use_;  // by the last picture drawn
    View shown_;
    ImageSize screen_;
    glm::dvec2 focus_{0};
    bool moving_ = false;
    TileChoice choice_;
    DwellSummary summary_;
    bool has_summary_ = false, summary_old_ = true;
    render::TileAtlas atlas_;
    // The picture of a view that rests, which takes longer to draw.
    struct Rested {
        std::vector<TilePlace> drawn;
        View shown;
        render::ColourMap colours;
        render::gl::Framebuffer picture;
    };
    std::optional<Rested> rested_;
    int next_layer_ = 0;  // that was never filled
    TileLoader loader_;   // last: it ends first
};

}  // namespace mariani::app
