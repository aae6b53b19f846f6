// The pictures of the insets: the Julia set of the point under the mouse, and the minimap.
#pragma once

#include "app/explore/frame_worker.hpp"
#include "app/explore/julia_worker.hpp"
#include "app/window/window_state.hpp"
#include "render/gl/texture.hpp"
#include "render/picture/palette.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace mariani::app {

// Main thread, with the window's GL context; both are computed on threads of their own.
class InsetPictures {
  public:
    // `wake` is called on these threads when a picture can be taken.
    InsetPictures(WindowState& state, render::PaletteLibrary& palettes, EngineDispatcher engines,
                  std::function<void()> wake);

    // Once per turn, after the point under the mouse is known: asks for what the settings show of
    // it, takes what is done, and puts it into the observations. `scale`: pixels of the framebuffer
    // per unit of a panel at scale 1. Throws std::runtime_error if a picture cannot be made.
    void advance(double scale);
    bool busy() const;  // something is shown that is still to come

  private:
    void advance_julia(double scale);
    void advance_minimap(double scale);
    void take_map();
    void colour_map(ImageSize size);

    WindowState& state_;
    render::PaletteLibrary& palettes_;

    render::Colouring colouring_;  // as the settings'; its offset rests while the colours cycle
    std::optional<PlanePoint> c_;  // the last one under the mouse
    JuliaWorker julia_worker_;
    render::gl::Texture julia_;

    FrameWorker map_worker_;
    std::shared_ptr<const PreparedFrame> map_;  // null until it is computed
    render::gl::Texture map_texture_;
    ImageSize map_size_;
    render::Colouring map_colouring_;  // of the texture
};

}  // namespace mariani::app
