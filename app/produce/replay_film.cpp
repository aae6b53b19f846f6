#include "app/produce/replay_film.hpp"

#include "app/files/folders.hpp"
#include "compute/service/dwell_access.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/picture.hpp"

#include <algorithm>
#include <cstddef>

namespace mariani::app {
namespace {

using render::Quantity;

// The largest of a shape that fits.
ImageSize within(ImageSize size, ImageSize shape) {
    const std::int64_t width = std::int64_t{size.height} * shape.width / shape.height;
    if (width <= size.width)
        return {static_cast<int>(std::max<std::int64_t>(1, width)), size.height};
    const std::int64_t height = std::int64_t{size.width} * shape.height / shape.width;
    return {size.width, static_cast<int>(std::max<std::int64_t>(1, height))};
}

ImageSize shape_of(const Frame& frame) {
    return {frame.plan.part.width, frame.plan.part.height};
}

std::uint32_t largest(const HostField<std::uint32_t>& work) {
    return work ? *std::ranges::max_element(work.values) : 0;
}

render::Image drawn(const Frame& frame, const RegionMap& regions,
                    const render::Colouring& colouring, ImageSize size) {
    const auto dwells = frame.dwells.host<std::uint32_t>();
    const auto work = frame.work.host<std::uint32_t>();
    const std::uint32_t limit = frame.plan.dwell_limit;
    render::PaletteLibrary palettes(data_file("assets/palettes"));
    const DwellSummary summary = summarise(dwells, limit);
    const auto colours = render::frame_colours(
        colouring.shown, colouring, palettes,
        {limit, summary, largest(work), static_cast<double>(frame.plan.image.height)});
    switch (colouring.shown) {
        case Quantity::dwell:
            return render::draw_at_size(dwells, frame.fractions.host<float>(), colours, size,
                                        mariani::on_host(frame.exterior));
        case Quantity::work:
            return render::draw_at_size(work, {}, colours, size);
        default:
            return render::draw_origins(regions, 0, size.height, colours);
    }
}

}  // namespace

// All but the picture.
ReplayFilm::ReplayFilm(const Frame& frame, const Settings& settings, ImageSize shown,
                       ImageSize size, double seconds)
    : regions_(
          map_regions(render::at_size(*frame.regions->on_host(), frame.plan.part, shown), shown)),
      style_(settings.overlay),
      size_(size),
      levels_(static_cast<int>(frame.stats.levels.size())),
      seconds_(seconds),
      tinted_(settings.colouring.shown == Quantity::dwell) {}

ReplayFilm::ReplayFilm(const Frame& computed, const Settings& settings, ImageSize size,
                       double seconds)
    : ReplayFilm(computed, settings, within(size, shape_of(computed)), size, seconds) {
    Frame frame = computed;
    copy_to_host(frame);
    picture_ = drawn(frame, regions_, settings.colouring, within(size, shape_of(frame)));
}

ReplayFilm::ReplayFilm(const Frame& frame, const render::Image& drawn, const Settings& settings,
                       ImageSize size, double seconds)
    : ReplayFilm(frame, settings, within(size, shape_of(frame)), size, seconds) {
    picture_ = render::at_size(drawn, within(size, shape_of(frame)));
}

render::Image ReplayFilm::at(double second) const {
    const int steps = levels_ + 1;
    const int level = std::clamp(static_cast<int>(second / seconds_ * steps), 0, levels_);
    render::OverlayStyle style = render::replayed(style_, level < levels_ ? level : -1);
    if (!tinted_) style.tint = 0;  // as in the window
    render::Image picture = picture_;
    render::draw_overlay(picture, regions_, style);
    if (picture.size() == size_) return picture;
    render::Image image(size_, render::PixelFormat::rgb);
    const ImageSize shown = picture.size();
    const int left = (size_.width - shown.width) / 2, top = (size_.height - shown.height) / 2;
    for (int y = 0; y < shown.height; ++y)
        std::ranges::copy(picture.row(y),
                          image.row(top + y).begin() + 3 * static_cast<std::ptrdiff_t>(left));
    return image;
}

ImageSize replay_film_size(ImageSize picture) {
    constexpr int side = 1024, least = 64;
    const ImageSize size =
        std::max(picture.width, picture.height) <= side ? picture : render::fitted(picture, side);
    return {std::max(least, size.width), std::max(least, size.height)};
}

}  // namespace mariani::app
