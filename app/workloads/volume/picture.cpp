#include "app/workloads/volume/picture.hpp"

#include "app/measure/plots/drawing.hpp"
#include "app/workloads/volume/text.hpp"
#include "render/picture/picture.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using render::Image;

constexpr int margin = 12;  // in pixels, around planes and between them

render::Image draw_plane(const VolumeScene& scene, std::size_t which,
                         const render::ColourMap& colours, int scale,
                         const render::OverlayStyle& style) {
    const ImageSize size = scene.planes[which].size(scene.plan);
    const HostField<std::uint32_t> dwells{{0, 0, size.width, size.height}, scene.dwells[which]};
    Image image = render::at_size(render::draw_picture(dwells, {}, colours),
                                  {size.width * scale, size.height * scale});
    if (style.shown && !scene.regions.empty())
        render::draw_overlay(image, map_regions(scene.regions[which], size), style,
                             {1.0 / scale, {0, 0}});
    return image;
}

// "x to the right, y down; z 48"
std::string axes_text(const VolumeScene& scene, const volume::Plane& plane) {
    std::string text =
        fmt::format("{} to the right, {} down", axis_name(plane.across), axis_name(plane.down));
    for (int axis = 0; axis < scene.plan.axes; ++axis)
        if (axis != plane.across && axis != plane.down)
            text += fmt::format("{} {} {}", text.find(';') == std::string::npos ? ";" : ",",
                                axis_name(axis), plane.at.at[axis]);
    return text;
}

}  // namespace

void paste(Image& image, const Image& part, int x, int y) {
    for (int row = 0; row < part.size().height; ++row)
        std::ranges::copy(part.row(row), image.row(y + row).begin() + 3 * std::ptrdiff_t{x});
}

VolumeScene volume_scene(const volume::Plan& plan, std::vector<volume::Plane> planes,
                         const volume::Runner& runner,
                         const std::vector<volume::RegionRecord>& records) {
    VolumeScene scene{plan, std::move(planes), {}, {}, {}};
    scene.summary = runner.summary(scene.planes);
    if (records.empty()) return scene;
    for (const volume::Plane& plane : scene.planes)
        scene.regions.push_back(regions_of(plan, records, plane));
    return scene;
}

VolumeScene with_dwells(VolumeScene scene, const volume::Runner& runner) {
    for (const volume::Plane& plane : scene.planes) scene.dwells.push_back(runner.plane(plane));
    return scene;
}

render::ColourMap volume_colours(const VolumeScene& scene, const render::Colouring& colouring,
                                 const render::Palette& palette) {
    return {colouring, palette, scene.plan.dwell_limit, scene.summary};
}

render::Image draw_volume(const VolumeScene& scene, const render::ColourMap& colours, int scale,
                          const render::OverlayStyle& style, const std::string& text) {
    Image first = draw_plane(scene, 0, colours, scale, style);
    if (scene.planes.size() == 1) return first;
    const Image beside = draw_plane(scene, 1, colours, scale, style);
    const Image below = draw_plane(scene, 2, colours, scale, style);
    const TextStamp stamp;
    const int head = stamp.height() + margin / 2;  // of a plane
    const int right = 2 * margin + first.size().width;
    const int lower = 2 * margin + head + first.size().height;
    Image image({right + beside.size().width + margin, lower + head + below.size().height + margin},
                render::PixelFormat::rgb);
    fill(image, {0, 0, image.size().width, image.size().height}, paper);
    const auto place = [&](const Image& part, std::size_t which, int x, int y) {
        stamp.draw(image, x, y, axes_text(scene, scene.planes[which]), ink);
        paste(image, part, x, y + head);
    };
    place(first, 0, margin, margin);
    place(beside, 1, right, margin);
    place(below, 2, margin, lower);
    int y = lower + head;
    for (const auto& words : stamp.lines_of(text, beside.size().width)) {
        stamp.draw(image, right, y, words, ink);
        y += stamp.height() + margin / 4;
    }
    return image;
}

}  // namespace mariani::app
