// The picture: the last frames on the GPU, drawn in colour under the view on screen.
#pragma once

#include "app/explore/prepared_frame.hpp"
#include "app/explore/view_navigation.hpp"
#include "app/panels/observations.hpp"
#include "app/settings/settings.hpp"
#include "render/gl/dwell_texture.hpp"
#include "render/gl/picture_view.hpp"
#include "render/gl/region_overlay.hpp"
#include "render/gl/sample_accumulator.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/palette.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace mariani::app {

// Colours that stay while one moves: the stretched and equalised mappings spread the palette over
// the dwells of the picture, and every view has others.
class SteadyColours {
  public:
    static constexpr double rest = 0.2;    // s without a movement before the colours change
    static constexpr double easing = 0.4;  // s that they take

    // Once for each picture drawn, with the map of the last finished frame. Another palette or
    // mapping is taken at once. `now` in seconds.
    void advance(double now, bool moving, const render::ColourMap& wanted);

    // The colours are still to change.
    bool changing() const { return changing_; }

    // The map of any frame drawn, with dwells at the places on the palette that they have now.
    render::ColourMap applied_to(const render::ColourMap& own) const;

  private:
    void ease(double now, const render::ColourMap& wanted);

    std::optional<render::ColourMap> held_;    // with the present curve
    std::optional<render::ColourMap> from_;    // where the easing began
    std::optional<render::ColourMap> wanted_;  // where it goes
    double moved_ = 0, began_ = 0;
    bool changing_ = false;
};

// A picture that lies ready in tiles, drawn with the frames.
struct PictureTiles {
    std::uint32_t dwell_limit = 0;
    const DwellSummary* dwells = nullptr;  // how those on screen are spread
    PixelRect covered;                     // no frame is seen behind them here
    bool lead = false;                     // the picture has their colours, not the last frame's
    std::optional<Length> finest = {};     // frames of smaller pixels are drawn over them
    std::function<void(const render::ColourMap&)> draw;
};

// Main thread, with the window's GL context.
class PictureStage {
  public:
    // `device`, which may be null, shows frames that stay in its memory.
    PictureStage(const std::filesystem::path& shaders, const std::filesystem::path& palettes,
                 const std::shared_ptr<render::DeviceTextures>& device);

    // Takes a finished frame to the GPU; the frame it replaces stays behind it while that shows
    // more of `shown`; the mean of samples of the same plan stays shown. Throws std::runtime_error
    // if the GPU cannot hold it, and what DeviceTextures throws if its memory can no longer be
    // shown.
    void take(std::shared_ptr<const PreparedFrame> frame, const View& shown, ImageSize picture);

    // Takes a coarse picture of a frame that is still being computed, to be shown where no finer
    // one is, until take().
    void take_preview(std::shared_ptr<const PreparedFrame> preview);

    // Takes what is finished of a frame that is still being computed, to be shown above all that
    // is coarser until take(); not above a finished picture of the same pixels.
    void take_growing(GrowingPicture picture);
    void forget_growing() { growing_.frame.reset(); }
    void forget_preview() { preview_.frame.reset(); }

    // Takes a coarse picture of what lies around the last frame, to be shown where nothing else is.
    void take_surroundings(std::shared_ptr<const PreparedFrame> surroundings);

    // Antialiasing: adds the colours of another sample of each pixel of the last frame, which has
    // been drawn; show_samples() shows the mean in its place. Throws what take() throws.
    void add_sample(const std::shared_ptr<const PreparedFrame>& sample);
    void show_samples();
    void finish_samples();  // the same after the last one: their sum is no longer needed
    // The last frame's own colours are drawn again.
    void forget_samples();

    // Takes the other picture of the last frame's pixels, to be drawn over it.
    void take_compared(std::shared_ptr<const PreparedFrame> frame);
    void forget_compared();

    // Once the picture rests: what only a moving one shows takes no memory of the GPU.
    void free_unseen();

    // Frames without the quantity to show are drawn by their dwells, and those without an exterior
    // by the stretched palette; what grows is not drawn then. While the picture is `moving`,
    // colours stay as they were; `now` in seconds. `tiles`, if any, hide frames as coarse as they
    // are. Throws what take() throws.
    void draw_picture(const render::Colouring& colouring, const View& shown,
                      const render::Viewport& viewport, double now = 0, bool moving = false,
                      const PictureTiles* tiles = nullptr);
    bool colours_change() const { return steady_.changing(); }  // until it has rested
    // From this column on.
    void draw_compared(const render::Colouring& colouring, const View& shown,
                       const render::Viewport& viewport, int from);
    void draw_overlay(const render::OverlayStyle& style, const View& shown,
                      const render::Viewport& viewport, int line_width, int from = 0);

    const std::shared_ptr<const PreparedFrame>& frame() const { return current_.frame; }
    bool has_preview() const { return preview_.frame != nullptr; }
    bool has_growing() const { return growing_.frame != nullptr; }
    const std::shared_ptr<const PreparedFrame>& growing() const { return growing_.frame; }
    double upload_ms() const { return upload_ms_; }  // of the last frame taken

    // At a point of a picture that shows `shown`: the dwell that is seen there, of the last frame
    // or of what lies over it; that frame's work, if it is seen and was counted.
    std::optional<SeenDwell> dwell_at(const View& shown, ImageSize picture, PixelPoint at);
    std::optional<std::uint32_t> work_at(const View& shown, ImageSize picture, PixelPoint at);
    // May take several turns: the regions may have to be fetched first.
    std::optional<Region> region_at(const View& shown, ImageSize picture, PixelPoint at,
                                    const render::OverlayStyle& style);
    void take_fetched_regions() { finder_.take_fetched(); }  // once per turn
    bool fetches_regions() const { return finder_.busy(); }

    render::PaletteLibrary& palettes() { return palettes_; }

  private:
    struct Layer {
        render::DwellTexture texture;
        std::shared_ptr<const PreparedFrame> frame;
        std::optional<render::Quantity> shown;  // the quantity in the texture; nullopt: none yet
        render::Colouring colouring;
        std::optional<render::ColourMap> colours;  // for this frame and colouring
    };

    void replace(Layer& layer, std::shared_ptr<const PreparedFrame> frame);
    void release(Layer& layer) const;
    static void show(Layer& layer, render::Quantity wanted);
    void keep_mean();
    struct SeenPixel {
        const Layer* layer;
        SeenDwell dwell;
    };
    std::optional<SeenPixel> seen_at(const View& shown, ImageSize picture, PixelPoint at);
    std::vector<Layer*> seen_layers(const View& shown, ImageSize picture);
    bool grows_under_current() const;
    const Layer* leading_layer(const View& shown, ImageSize picture) const;
    void draw_layers(const std::vector<Layer*>& layers, const View& shown,
                     const render::Viewport& viewport, const PixelRect& part);
    void draw_tiles(const PictureTiles& tiles, const render::ColourMap& colours,
                    const std::vector<Layer*>& layers, const View& shown,
                    const render::Viewport& viewport);
    void draw_layer(Layer& layer, const View& shown, const render::Viewport& viewport,
                    const PixelRect& part);
    void colour(Layer& layer, const render::Colouring& colouring);
    struct PicturePixels {
        double height;  // of the picture
        double pixel;   // one of the picture's, in those of the layer's frame
    };
    PicturePixels stands_in_for(const Layer& layer) const;

    std::shared_ptr<render::DeviceTextures> device_;
    render::PaletteLibrary palettes_;
    render::PictureView picture_view_;
    render::SampleAccumulator samples_;
    render::DwellTexture sample_;  // some rows of it
    render::RegionOverlay overlay_;
    std::shared_ptr<const PreparedFrame> overlaid_;  // the frame whose regions the overlay has
    RegionFinder finder_;
    Layer current_;
    Layer backdrop_;
    Layer preview_;
    Layer growing_;
    Layer surroundings_;
    Layer compared_;
    SteadyColours steady_;
    render::Colouring drawn_;
    render::Quantity wanted_ = render::Quantity::dwell;  // as last drawn
    bool growing_has_all_ = true;                        // dwells alone are known while it grows
    bool mean_shown_ = false;                            // of samples, in the last frame's place
    double upload_ms_ = 0;
};

}  // namespace mariani::app
