#include "app/window/picture_stage.hpp"

#include "compute/service/dwell_access.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <ranges>
#include <utility>

namespace mariani::app {
namespace {

// A sample is painted so many pixels at a time, so that it needs no textures as large as the
// picture.
constexpr int band_pixels = 1 << 20;

render::Placement placement_of(const Frame& frame, const View& shown, ImageSize picture) {
    return render::place(frame.plan.view, frame.plan.image, shown, picture);
}

// A frame of another set has nothing to show.
bool shows_plane_of(const Frame& frame, const View& shown) {
    return frame.plan.view.julia == shown.julia;
}

template <typename T>
Field rows_of(const Field& field, int first, int count) {
    const auto rows = field.host<T>().rows(first, count);
    return {rows.extent, std::shared_ptr<const T[]>(field.values(), rows.values.data())};
}

// All of a field in a device's memory.
Field some_rows(const Field& field, int first, int count) {
    if (!field || !field.on_host()) return field;
    return field.type() == ElementType::float32 ? rows_of<float>(field, first, count)
                                                : rows_of<std::uint32_t>(field, first, count);
}

bool is_of_same_pixels(const FramePlan& one, const FramePlan& other) {
    return one.view == other.view && one.image == other.image;
}

// The part of a picture, in its pixels from the top left corner, that the frame covers: those whose
// middles lie in it, as these are what is drawn.
PixelRect covered(const Frame& frame, const View& shown, ImageSize picture) {
    if (!shows_plane_of(frame, shown)) return {};
    const auto place = placement_of(frame, shown, picture);
    const auto first_pixel = [&](glm::dvec2 corner, double tolerance) {
        const auto at =
            glm::clamp(place.in_viewport(corner), glm::dvec2(0), render::extent_of(picture));
        return glm::ivec2(glm::ceil(at - 0.5 + tolerance));
    };
    constexpr double rounding = 1e-3;  // no middle so near to the edge counts
    const glm::ivec2 from = first_pixel({0, 0}, rounding);
    const glm::ivec2 to = first_pixel(render::extent_of(frame.plan.image), -rounding);
    return {from.x, from.y, std::max(to.x - from.x, 0), std::max(to.y - from.y, 0)};
}

PixelRect common(const PixelRect& one, const PixelRect& other) {
    const int left = std::max(one.x, other.x), top = std::max(one.y, other.y);
    return {left, top, std::min(one.x + one.width, other.x + other.width) - left,
            std::min(one.y + one.height, other.y + other.height) - top};
}

// What of a picture lies above, left of, right of and below a part of it.
std::array<PixelRect, 4> around(const PixelRect& part, ImageSize picture) {
    const auto [x, y, width, height] = part;
    const int right = x + width, bottom = y + height;
    return {{{0, 0, picture.width, y},
             {0, y, x, height},
             {right, y, picture.width - right, height},
             {0, bottom, picture.width, picture.height - bottom}}};
}

// What of a part lies right of a column of the picture.
PixelRect right_of(const PixelRect& part, int column) {
    const int left = std::max(part.x, column);
    return {left, part.y, std::max(part.x + part.width - left, 0), part.height};
}

// Where a part of the picture is drawn, and the frame in it.
std::pair<render::Viewport, render::Placement> placed(const Frame& frame, const View& shown,
                                                      const render::Viewport& viewport,
                                                      const PixelRect& part) {
    auto placement = placement_of(frame, shown, size_of(viewport));
    placement.offset = placement.in_frame({part.x, part.y});
    return {{viewport.x + part.x, viewport.y + viewport.height - part.y - part.height, part.width,
             part.height},
            placement};
}

Length pixel_size(const PreparedFrame& frame) {
    return pitch(frame.frame.plan.view, frame.frame.plan.image);
}

// How many of the picture's pixels are one of the frame's, along an axis.
double magnification(const PreparedFrame& frame, const View& shown, ImageSize picture) {
    return pixel_size(frame) / pitch(shown, picture);
}

// Not so far magnified that one of its pixels hides all that the picture would show.
bool shows_detail(const PreparedFrame& frame, const View& shown, ImageSize picture) {
    return magnification(frame, shown, picture) <= 16;
}

// The field's value; nothing outside of it, or where it is not there.
std::optional<std::uint32_t> value_at(const Frame& frame, const Field& values, const View& shown,
                                      ImageSize picture, PixelPoint at) {
    if (!values) return std::nullopt;
    const auto place = placement_of(frame, shown, picture);
    const glm::dvec2 pixel = glm::floor(place.in_frame(at));
    if (!render::contains(frame.plan.image, pixel)) return std::nullopt;
    try {
        return mariani::value_at(values, static_cast<int>(pixel.x), static_cast<int>(pixel.y));
    } catch (const std::exception&) {
        return std::nullopt;  // the device is lost: the next frame reports it
    }
}

}  // namespace

void SteadyColours::advance(double now, bool moving, const render::ColourMap& wanted) {
    if (moving) moved_ = now;
    if (!held_ || !held_->has_palette_of(wanted)) held_ = wanted;
    changing_ = wanted.has_curve() && !held_->has_curve_of(wanted);
    if (!changing_ || now - moved_ < rest) return wanted_.reset();
    ease(now, wanted);
}

void SteadyColours::ease(double now, const render::ColourMap& wanted) {
    if (!wanted_ || !wanted_->has_curve_of(wanted)) {
        from_ = held_;
        wanted_ = wanted;
        began_ = now;
    }
    const double t = std::min((now - began_) / easing, 1.0);
    changing_ = t < 1;
    held_ = changing_ ? wanted.with_curve_between(*from_, wanted, t * t * (3 - 2 * t)) : wanted;
}

render::ColourMap SteadyColours::applied_to(const render::ColourMap& own) const {
    if (!held_ || !own.has_palette_of(*held_) || own.has_curve_of(*held_)) return own;
    return own.with_curve_between(*held_, *held_, 0);
}

PictureStage::PictureStage(const std::filesystem::path& shaders,
                           const std::filesystem::path& palettes,
                           const std::shared_ptr<render::DeviceTextures>& device)
    : device_(device),
      palettes_(palettes),
      picture_view_(shaders),
      samples_(shaders),
      sample_(device),
      overlay_(shaders, device) {
    for (Layer* layer : {&current_, &backdrop_, &preview_, &growing_, &surroundings_, &compared_})
        layer->texture = render::DwellTexture(device);
}

void PictureStage::take(std::shared_ptr<const PreparedFrame> frame, const View& shown,
                        ImageSize picture) {
    if (current_.frame) {
        const FramePlan &before = current_.frame->frame.plan, &next = frame->frame.plan;
        mean_shown_ = mean_shown_ && before == next;
        if (!is_of_same_pixels(before, next) &&
            covered(current_.frame->frame, shown, picture) == whole(picture))
            std::swap(current_, backdrop_);
    }
    const auto start = std::chrono::steady_clock::now();
    replace(current_, std::move(frame));
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - start;
    upload_ms_ = spent.count();
    if (mean_shown_) keep_mean();
    preview_.frame.reset();
    growing_.frame.reset();
}

void PictureStage::take_growing(GrowingPicture picture) {
    auto frame = std::make_shared<PreparedFrame>();
    frame->frame.plan = std::move(picture.plan);
    frame->frame.dwells = std::move(picture.dwells);
    frame->frame.fractions = std::move(picture.fractions);
    frame->summary = summarise(frame->frame.dwells, frame->frame.plan.dwell_limit);
    replace(growing_, std::move(frame));
}

void PictureStage::take_preview(std::shared_ptr<const PreparedFrame> preview) {
    replace(preview_, std::move(preview));
}

void PictureStage::take_surroundings(std::shared_ptr<const PreparedFrame> surroundings) {
    replace(surroundings_, std::move(surroundings));
}

void PictureStage::free_unseen() {
    for (Layer* layer : {&preview_, &growing_})
        if (!layer->frame && !layer->texture.empty()) release(*layer);
}

void PictureStage::release(Layer& layer) const {
    Layer none;
    none.texture = render::DwellTexture(device_);
    layer = std::move(none);
}

void PictureStage::add_sample(const std::shared_ptr<const PreparedFrame>& sample) {
    if (!current_.colours) return;
    const Frame& frame = sample->frame;
    const auto [width, height] = frame.plan.image;
    const int most = frame.dwells.on_host() ? std::max(band_pixels / width, 1) : height;
    const int bands = (height + most - 1) / most;
    const int even = (height + bands - 1) / bands;  // so that textures are seldom made anew
    for (int first = 0; first < height; first += even) {
        const int count = std::min(even, height - first);
        const auto rows = [&](const Field& field) { return some_rows(field, first, count); };
        sample_.show(rows(frame.dwells), rows(frame.fractions),
                     {rows(frame.exterior.distances), rows(frame.exterior.normals)});
        picture_view_.paint(sample_, *current_.colours);
        samples_.add(*sample_.painted().picture, first, height);
    }
}

void PictureStage::show_samples() {
    if (samples_.count() == 0) return;
    render::PaintedDwells& painted = current_.texture.painted();
    samples_.draw_mean(*painted.picture);
    painted.mipmaps = false;
    mean_shown_ = true;
}

void PictureStage::finish_samples() {
    show_samples();
    samples_.forget();
}

// It does not depend on the frame that the samples lie around, but for its mapping of colours.
void PictureStage::keep_mean() {
    colour(current_, drawn_);
    current_.texture.painted().colours = steady_.applied_to(*current_.colours);
}

void PictureStage::forget_samples() {
    if (std::exchange(mean_shown_, false)) current_.texture.painted().colours.reset();
    samples_.forget();
}

void PictureStage::take_compared(std::shared_ptr<const PreparedFrame> frame) {
    replace(compared_, std::move(frame));
}

void PictureStage::forget_compared() {
    release(compared_);
}

void PictureStage::replace(Layer& layer, std::shared_ptr<const PreparedFrame> frame) {
    layer.shown.reset();
    layer.frame = std::move(frame);
    show(layer, wanted_);
}

void PictureStage::show(Layer& layer, render::Quantity wanted) {
    const auto& frame = *layer.frame;
    const render::Quantity shown = frame.work ? wanted : render::Quantity::dwell;
    if (layer.shown == shown) return;
    layer.colours.reset();
    if (shown == render::Quantity::level || shown == render::Quantity::outcome) {
        layer.texture.show(frame.regions);
    } else {
        const bool work = shown == render::Quantity::work;
        layer.texture.show(work ? frame.frame.work : frame.frame.dwells,
                           work ? Field() : frame.frame.fractions,
                           work ? ExteriorFields() : frame.frame.exterior);
    }
    layer.shown = shown;
}

void PictureStage::colour(Layer& layer, const render::Colouring& colouring) {
    if (layer.colours && layer.colouring == colouring) return;
    layer.colouring = colouring;
    const PreparedFrame& frame = *layer.frame;
    const auto [height, pixel] = stands_in_for(layer);
    layer.colours = render::frame_colours(
        *layer.shown, frame.frame.exterior ? colouring : render::without_exterior(colouring),
        palettes_,
        {frame.frame.plan.dwell_limit, frame.summary, frame.work ? frame.work->max : 0, height,
         pixel});
}

// What is coarser than the picture has the colours that the picture would have there.
PictureStage::PicturePixels PictureStage::stands_in_for(const Layer& layer) const {
    const double own = layer.frame->frame.plan.image.height;
    if (!current_.frame) return {own, 1};
    const double height = current_.frame->frame.plan.image.height;
    if (&layer == &preview_) return {height, own / height};
    if (&layer == &surroundings_)
        return {height, pixel_size(*current_.frame) / pixel_size(*layer.frame)};
    return {own, 1};
}

void PictureStage::draw_layer(Layer& layer, const View& shown, const render::Viewport& viewport,
                              const PixelRect& part) {
    if (empty(part)) return;
    const auto [area, placement] = placed(layer.frame->frame, shown, viewport, part);
    const auto blending =
        &layer == &growing_ ? render::Blending::premultiplied : render::Blending::none;
    picture_view_.draw(layer.texture, steady_.applied_to(*layer.colours), placement, area,
                       blending);
}

void PictureStage::draw_picture(const render::Colouring& colouring, const View& shown,
                                const render::Viewport& viewport, double now, bool moving,
                                const PictureTiles* tiles) {
    wanted_ = colouring.shown;
    growing_has_all_ = wanted_ == render::Quantity::dwell && !render::needs_exterior(colouring);
    const auto layers = seen_layers(shown, size_of(viewport));
    for (Layer* layer : layers) {
        show(*layer, colouring.shown);
        colour(*layer, colouring);
    }
    if (std::exchange(drawn_, colouring) != colouring) steady_ = {};
    std::optional<render::ColourMap> of_tiles;
    if (tiles)
        of_tiles = render::frame_colours(colouring.shown, colouring, palettes_,
                                         {tiles->dwell_limit, *tiles->dwells, tiles->dwells->max});
    if (tiles && tiles->lead)
        steady_.advance(now, moving, *of_tiles);
    else if (const Layer* leading = leading_layer(shown, size_of(viewport)))
        steady_.advance(now, moving && leading == &current_, *leading->colours);
    for (const PixelRect& part : around(tiles ? tiles->covered : PixelRect{}, size_of(viewport)))
        draw_layers(layers, shown, viewport, part);
    if (tiles) draw_tiles(*tiles, *of_tiles, layers, shown, viewport);
}

void PictureStage::draw_layers(const std::vector<Layer*>& layers, const View& shown,
                               const render::Viewport& viewport, const PixelRect& part) {
    for (Layer* layer : layers) {
        const bool first = layer == layers.front();  // its edge goes on where it has no pixels
        const PixelRect own = covered(layer->frame->frame, shown, size_of(viewport));
        draw_layer(*layer, shown, viewport, first ? part : common(part, own));
    }
}

void PictureStage::draw_tiles(const PictureTiles& tiles, const render::ColourMap& colours,
                              const std::vector<Layer*>& layers, const View& shown,
                              const render::Viewport& viewport) {
    tiles.draw(steady_.applied_to(colours));
    if (!tiles.finest) return;
    for (Layer* layer : layers)
        if (pixel_size(*layer->frame) < *tiles.finest * 0.999)
            draw_layer(*layer, shown, viewport,
                       covered(layer->frame->frame, shown, size_of(viewport)));
}

void PictureStage::draw_compared(const render::Colouring& colouring, const View& shown,
                                 const render::Viewport& viewport, int from) {
    if (!compared_.frame) return;
    show(compared_, colouring.shown);
    colour(compared_, colouring);
    draw_layer(compared_, shown, viewport,
               right_of(covered(compared_.frame->frame, shown, size_of(viewport)), from));
}

// The one whose colours the picture has: the last frame, but for a view of which it shows hardly
// anything.
const PictureStage::Layer* PictureStage::leading_layer(const View& shown, ImageSize picture) const {
    const auto shows_much = [&](const Layer& layer) {
        const PixelRect part = covered(layer.frame->frame, shown, picture);
        return pixel_count(part) >= pixel_count(picture) / 16 &&
               shows_detail(*layer.frame, shown, picture);
    };
    if (current_.frame && shows_much(current_)) return &current_;
    for (const Layer* layer : {&preview_, &growing_, &current_})
        if (layer->frame && layer->colours) return layer;
    return nullptr;
}

// A flat picture has nothing to keep.
bool PictureStage::grows_under_current() const {
    if (!current_.frame || current_.frame->summary.escaped == 0) return false;
    return is_of_same_pixels(current_.frame->frame.plan, growing_.frame->frame.plan);
}

// From back to front: what shows the view beside the last frame, coarse or as it was, that frame,
// any preview, and what is finished of the next frame, whose dwells alone are known.
std::vector<PictureStage::Layer*> PictureStage::seen_layers(const View& shown, ImageSize picture) {
    const auto part = [&](const Layer& layer) {
        return layer.frame ? covered(layer.frame->frame, shown, picture) : PixelRect{};
    };
    const auto is_there = [&](const Layer& layer) {
        return layer.frame && shows_plane_of(layer.frame->frame, shown);
    };
    const bool alone = part(current_) == whole(picture);
    std::vector<Layer*> layers;
    if (!alone && !empty(part(surroundings_))) layers.push_back(&surroundings_);
    if (!alone && !empty(part(backdrop_))) layers.push_back(&backdrop_);
    if (is_there(current_)) layers.push_back(&current_);
    const auto coarser_than = [&](const Layer& other) {
        return is_there(preview_) && is_there(other) &&
               pixel_size(*preview_.frame) > pixel_size(*other.frame);
    };
    // What grew of another view may be coarser than the preview of this one. A finished picture of
    // the same pixels stays until its next one is finished too.
    const bool growing = is_there(growing_) && growing_has_all_ && !grows_under_current();
    if (coarser_than(current_) && !alone) layers.insert(layers.begin(), &preview_);
    if (growing && !coarser_than(growing_)) layers.push_back(&growing_);
    if (is_there(preview_) && !coarser_than(current_)) layers.push_back(&preview_);
    if (growing && coarser_than(growing_)) layers.push_back(&growing_);
    return layers;
}

void PictureStage::draw_overlay(const render::OverlayStyle& style, const View& shown,
                                const render::Viewport& viewport, int line_width, int from) {
    if (!current_.frame || !current_.frame->frame.regions) return;
    if (!shows_plane_of(current_.frame->frame, shown)) return;
    if (overlaid_ != current_.frame) overlay_.show({current_.frame, &current_.frame->regions});
    overlaid_ = current_.frame;
    const PixelRect part = right_of(whole(size_of(viewport)), from);
    if (empty(part)) return;
    const auto [area, placement] = placed(current_.frame->frame, shown, viewport, part);
    overlay_.draw(style, placement, area, line_width);
}

std::optional<SeenDwell> PictureStage::dwell_at(const View& shown, ImageSize picture,
                                                PixelPoint at) {
    const auto seen = seen_at(shown, picture, at);
    return seen ? std::optional(seen->dwell) : std::nullopt;
}

std::optional<std::uint32_t> PictureStage::work_at(const View& shown, ImageSize picture,
                                                   PixelPoint at) {
    const auto seen = seen_at(shown, picture, at);
    if (!seen || seen->layer != &current_) return std::nullopt;
    return value_at(current_.frame->frame, current_.frame->frame.work, shown, picture, at);
}

// The foremost that is drawn there; what a frame that grows has not finished is not.
std::optional<PictureStage::SeenPixel> PictureStage::seen_at(const View& shown, ImageSize picture,
                                                             PixelPoint at) {
    for (const Layer* layer : seen_layers(shown, picture) | std::views::reverse) {
        const Frame& frame = layer->frame->frame;
        const bool is_coarse = magnification(*layer->frame, shown, picture) > 1.001;
        if (!shows_detail(*layer->frame, shown, picture)) continue;
        const auto dwell = value_at(frame, frame.dwells, shown, picture, at);
        if (dwell && (*dwell != unknown_dwell || layer != &growing_))
            return SeenPixel{layer, {*dwell, frame.plan.dwell_limit, is_coarse}};
    }
    return std::nullopt;
}

std::optional<Region> PictureStage::region_at(const View& shown, ImageSize picture, PixelPoint at,
                                              const render::OverlayStyle& style) {
    if (!current_.frame || !current_.frame->frame.regions || !style.shown) return std::nullopt;
    const auto place = placement_of(current_.frame->frame, shown, picture);
    const glm::dvec2 pixel = glm::floor(place.in_frame(at));
    if (!render::contains(current_.frame->frame.plan.image, pixel)) return std::nullopt;
    return finder_.region_at(current_.frame->frame.regions, static_cast<int>(pixel.x),
                             static_cast<int>(pixel.y), style);
}

}  // namespace mariani::app
