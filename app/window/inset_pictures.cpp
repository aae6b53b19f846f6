#include "app/window/inset_pictures.hpp"

#include "app/panels/card.hpp"
#include "render/picture/picture.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace mariani::app {
namespace {

constexpr std::uint32_t most_julia_dwells = 1000;  // more would show in no picture this small
constexpr ImageSize map_samples{640, 520};

int in_pixels(float length, double scale) {
    return std::clamp(static_cast<int>(std::lround(length * scale)), 1, 2048);
}

FrameRequest map_request() {
    FrameRequest request;
    request.view = minimap_view;
    request.image = map_samples;
    request.part = whole(request.image);
    request.dwell_limit = 256;
    request.threads = 1;
    return request;
}

}  // namespace

InsetPictures::InsetPictures(WindowState& state, render::PaletteLibrary& palettes,
                             EngineDispatcher engines, std::function<void()> wake)
    : state_(state),
      palettes_(palettes),
      julia_worker_(wake),
      map_worker_(
          [dispatcher = std::make_shared<EngineDispatcher>(std::move(engines))](
              const FrameRequest& request, std::stop_token stop, FrameProgress& progress) {
              return prepare_frame(*dispatcher, request, std::move(stop), progress);
          },
          std::move(wake)) {}

void InsetPictures::advance(double scale) {
    const double offset = colouring_.offset;
    colouring_ = state_.settings.colouring;
    if (state_.panels.cycle.running()) colouring_.offset = offset;
    advance_julia(scale);
    advance_minimap(scale);
}

bool InsetPictures::busy() const {
    return julia_worker_.busy() || map_worker_.busy();
}

void InsetPictures::advance_julia(double scale) {
    auto& seen = state_.seen;
    if (!state_.settings.insets.julia || seen.view.julia) {
        julia_worker_.stop();
        seen.julia.reset();
        return;
    }
    if (seen.cursor) c_ = seen.cursor;
    julia_worker_.submit({c_.value_or(seen.view.centre), in_pixels(julia_side, scale),
                          std::min(state_.settings.engine.dwell_limit, most_julia_dwells),
                          colouring_, palettes_.get(colouring_.palette)});
    const auto picture = julia_worker_.poll();
    if (!picture) return;
    if (!picture->error.empty())
        throw std::runtime_error("The Julia set cannot be shown: " + picture->error);
    julia_ = render::texture_of(picture->image);
    seen.julia = JuliaView{picture->c, julia_.name()};
    state_.request_redraw();
}

void InsetPictures::advance_minimap(double scale) {
    auto& seen = state_.seen;
    seen.minimap.reset();
    take_map();
    if (!state_.settings.insets.minimap || !minimap_helps(seen.view)) return;
    if (!map_) {
        map_worker_.submit(map_request());  // once: an equal request does nothing
        return;
    }
    colour_map({in_pixels(minimap_width, scale), in_pixels(minimap_height, scale)});
    seen.minimap = MinimapView{minimap_view, map_samples, map_texture_.name()};
}

void InsetPictures::take_map() {
    const auto outcome = map_worker_.poll();
    if (!outcome) return;
    if (!outcome->frame) throw std::runtime_error("There is no minimap: " + outcome->error);
    map_ = outcome->frame;
    state_.request_redraw();
}

void InsetPictures::colour_map(ImageSize size) {
    render::Colouring colouring = render::without_exterior(colouring_);
    colouring.shown = render::Quantity::dwell;
    if (map_texture_ && size == map_size_ && colouring == map_colouring_) return;
    const Frame& frame = map_->frame;
    const render::ColourMap colours(colouring, palettes_.get(colouring.palette),
                                    frame.plan.dwell_limit, map_->summary);
    map_texture_ = render::texture_of(render::draw_at_size(
        frame.dwells.host<std::uint32_t>(), frame.fractions.host<float>(), colours, size));
    map_size_ = size;
    map_colouring_ = colouring;
}

}  // namespace mariani::app
