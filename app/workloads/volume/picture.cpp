#include "app/workloads/volume/picture.hpp"

#include "app/measure/plots/canvas.hpp"
#include "app/workloads/strokes.hpp"
#include "app/workloads/volume/runs.hpp"
#include "render/picture/picture.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using render::Image;
using volume::Box;
using volume::Plan;
using volume::Plane;
using volume::Voxel;

void check_cut(const Plan& plan, const VolumeCut& cut) {
    for (int axis = 0; axis < volume::max_axes; ++axis) {
        const auto at = cut[static_cast<std::size_t>(axis)];
        if (!at) continue;
        if (axis >= plan.axes)
            throw std::invalid_argument(
                fmt::format("there is no axis {} with k {}: choose one of x to {}", axis_name(axis),
                            plan.axes, axis_name(plan.axes - 1)));
        if (*at < 0 || *at >= plan.side.of[axis])
            throw std::invalid_argument(fmt::format("{} is {}: it must be a voxel from 0 to {}",
                                                    axis_name(axis), *at, plan.side.of[axis] - 1));
    }
}

bool contains(const Box& box, const Voxel& at, int axis) {
    const int from = at.at[axis] - box.begin.at[axis];
    return from >= 0 && from < box.side.of[axis];
}

Plane plane(int across, int down, const Voxel& at) {
    Plane plane{across, down, at};
    plane.at.at[across] = plane.at.at[down] = 0;
    return plane;
}

std::vector<Plane> three_planes(const std::vector<int>& axes, const Voxel& at) {
    return {plane(axes[0], axes[1], at), plane(axes[2], axes[1], at), plane(axes[0], axes[2], at)};
}

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

// Between and around the panes, in lines of text.
constexpr double margin_lines = 0.8, head_lines = 1.5;

int pixels(double length) {
    return static_cast<int>(std::lround(length));
}

// The axes that a plane holds, of the first three.
int held_axis(const Plane& plane) {
    return 3 - plane.across - plane.down;
}

// That of a pane's outline and head.
render::Rgb8 tone_of(const SlicePanes& panes, const SlicePane& pane) {
    if (panes.panes.size() == 1) return role::faint;
    return role::axes.at(static_cast<std::size_t>(held_axis(pane.plane)));
}

// Where a plane is cut by the one that holds this axis of it.
void draw_cut(render::Image& image, const PixelRect& rect, bool across, double at, int width,
              render::Rgb8 colour) {
    const double half = 0.5 * width;
    const double length = across ? rect.width : rect.height;
    const int from = pixels(std::clamp(at - half, 0.0, length - width));
    const PixelRect line = across ? PixelRect{rect.x + from, rect.y, width, rect.height}
                                  : PixelRect{rect.x, rect.y + from, rect.width, width};
    for (int y = line.y; y < line.y + line.height; ++y)
        for (int x = line.x; x < line.x + line.width; ++x) {
            const render::Rgb8 below = image.at(x, y);
            const auto mix = [](int a, int b) { return static_cast<std::uint8_t>((a + b) / 2); };
            image.set(x, y,
                      {mix(below.r, colour.r), mix(below.g, colour.g), mix(below.b, colour.b)});
        }
}

void draw_cuts(render::Image& image, const VolumeScene& scene, const SlicePane& pane,
               const Voxel& at, int width) {
    const auto place = [&](int axis, int length) {
        return (at.at[axis] + 0.5) * length / scene.plan.side.of[axis];
    };
    const Plane& plane = pane.plane;
    draw_cut(image, pane.rect, true, place(plane.across, pane.rect.width), width,
             role::axes.at(static_cast<std::size_t>(plane.across)));
    draw_cut(image, pane.rect, false, place(plane.down, pane.rect.height), width,
             role::axes.at(static_cast<std::size_t>(plane.down)));
}

// The voxel in which three planes meet.
Voxel meeting(const SlicePanes& panes) {
    Voxel at = panes.panes.front().plane.at;
    if (panes.panes.size() == 1) return at;
    at.at[0] = panes.panes[1].plane.at.at[0];
    at.at[1] = panes.panes[2].plane.at.at[1];
    return at;
}

}  // namespace

std::vector<Plane> planes_of(const Plan& plan, const VolumeCut& cut) {
    check_cut(plan, cut);
    std::vector<int> left;
    Voxel at{};
    for (int axis = 0; axis < plan.axes; ++axis) {
        const auto held = cut[static_cast<std::size_t>(axis)];
        at.at[axis] = static_cast<std::int16_t>(held.value_or(plan.side.of[axis] / 2));
        if (!held) left.push_back(axis);
    }
    if (left.size() < 2)
        throw std::invalid_argument("a slice leaves fewer than two axes: leave two of them free");
    if (left.size() == 2) return {plane(left[0], left[1], at)};
    return three_planes(left, at);
}

std::vector<Plane> planes_through(const Plan& plan, const Voxel& at) {
    if (plan.axes == 2) return {plane(0, 1, at)};
    return three_planes({0, 1, 2}, at);
}

std::vector<Region> regions_of(const Plan& plan, const std::vector<volume::RegionRecord>& records,
                               const Plane& plane) {
    std::vector<Region> regions;
    const volume::Code code = volume::code_of(plan);
    std::uint32_t lattice = 0;
    int level = -1;
    for (const volume::RegionRecord& record : records) {
        if (record.level != level) lattice = code.lattice(level = record.level);
        const Box box = volume::box_of(plan.side, plan.axes, lattice, record.cell);
        bool cut = true;
        for (int axis = 0; axis < plan.axes; ++axis)
            cut = cut &&
                  (axis == plane.across || axis == plane.down || contains(box, plane.at, axis));
        if (!cut) continue;
        Region region;
        region.rect = {box.begin.at[plane.across], box.begin.at[plane.down],
                       box.side.of[plane.across], box.side.of[plane.down]};
        region.level = record.level;
        region.outcome = record.outcome;
        regions.push_back(region);
    }
    return regions;
}

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
    const Lettering lettering;
    const int head = lettering.height() + margin / 2;  // of a plane
    const int right = 2 * margin + first.size().width;
    const int lower = 2 * margin + head + first.size().height;
    Canvas canvas(
        {right + beside.size().width + margin, lower + head + below.size().height + margin},
        role::ground);
    const auto place = [&](const Image& part, std::size_t which, int x, int y) {
        canvas.text(lettering, x, y, axes_text(scene, scene.planes[which]), role::text);
        canvas.picture(part, x, y + head);
    };
    place(first, 0, margin, margin);
    place(beside, 1, right, margin);
    place(below, 2, margin, lower);
    int y = lower + head;
    for (const auto& words : lettering.lines_of(text, beside.size().width)) {
        canvas.text(lettering, right, y, words, role::text);
        y += lettering.height() + margin / 4;
    }
    return canvas.image();
}

std::optional<SlicePanes> slice_panes(const Plan& plan, const Voxel& at, ImageSize size,
                                      int line_height) {
    const auto planes = planes_through(plan, at);
    const bool three = planes.size() == 3;
    const int margin = pixels(margin_lines * line_height), head = pixels(head_lines * line_height);
    const auto& side = plan.side.of;
    const double across = side[0] + (three ? side[2] : 0), down = side[1] + (three ? side[2] : 0);
    const int gaps = three ? 3 : 2, heads = three ? 2 : 1;
    const double scale = std::min((size.width - gaps * margin) / across,
                                  (size.height - gaps * margin - heads * head) / down);
    const auto rect_of = [&](const Plane& plane, int x, int y) {
        return PixelRect{x, y, pixels(side[plane.across] * scale),
                         pixels(side[plane.down] * scale)};
    };
    if (!(scale > 0)) return std::nullopt;
    const int width = pixels(across * scale) + (gaps - 2) * margin;
    const int left = (size.width - width) / 2;
    SlicePanes panes;
    panes.panes.push_back({rect_of(planes[0], left, margin + head), planes[0]});
    const PixelRect first = panes.panes.front().rect;
    if (three) {
        const int x = first.x + first.width + margin, y = first.y + first.height + margin + head;
        panes.panes.push_back({rect_of(planes[1], x, first.y), planes[1]});
        panes.panes.push_back({rect_of(planes[2], left, y), planes[2]});
        const PixelRect beside = panes.panes[1].rect, below = panes.panes[2].rect;
        panes.rest = {x, y - head, beside.width, below.height + head};
    }
    for (const SlicePane& pane : panes.panes)
        if (pane.rect.width < 1 || pane.rect.height < 1) return std::nullopt;
    return panes;
}

Voxel voxel_near(const SlicePane& pane, const Plan& plan, double x, double y) {
    const auto voxel = [&](int axis, double share) {
        const int side = plan.side.of[axis];
        return std::clamp(static_cast<int>(std::floor(share * side)), 0, side - 1);
    };
    return pane.plane.voxel(voxel(pane.plane.across, (x - pane.rect.x) / pane.rect.width),
                            voxel(pane.plane.down, (y - pane.rect.y) / pane.rect.height));
}

std::optional<PointedVoxel> voxel_at(const SlicePanes& panes, const Plan& plan, double x,
                                     double y) {
    for (std::size_t i = 0; i < panes.panes.size(); ++i) {
        const PixelRect& rect = panes.panes[i].rect;
        const bool inside =
            x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
        if (inside) return PointedVoxel{i, voxel_near(panes.panes[i], plan, x, y)};
    }
    return std::nullopt;
}

std::string axis_meaning(const Plan& plan, int axis) {
    if (plan.function == volume::Function::mandelbulb) return std::string(axis_name(axis));
    if (axis < 2) return axis == 0 ? "c.re" : "c.im";
    if (axis == 3) return "w.im";
    return plan.axes == 3 && plan.turn != 0 ? "w" : "w.re";
}

double place_on_axis(const Plan& plan, int axis, int voxel) {
    const double pitch = plan.height / plan.side.of[1];
    const double from_middle = (voxel - 0.5 * (plan.side.of[axis] - 1)) * pitch;
    if (axis == 0) return plan.centre_re + from_middle;
    return axis == 1 ? plan.centre_im - from_middle : from_middle;
}

std::vector<PictureText> heads_of(const Plan& plan, const SlicePanes& panes, float size,
                                  int line_width) {
    std::vector<PictureText> heads;
    for (const SlicePane& pane : panes.panes) {
        const Plane& plane = pane.plane;
        const auto name = [&](int axis) { return axis_meaning(plan, axis); };
        const std::string shown =
            fmt::format("{} across, {} down", name(plane.across), name(plane.down));
        std::string text = shown;
        for (int axis = 0; axis < plan.axes; ++axis)
            if (axis != plane.across && axis != plane.down)
                text += fmt::format(", {} {:.3g}", name(axis),
                                    place_on_axis(plan, axis, plane.at.at[axis]));
        const int height = pixels(size);
        const auto colour = panes.panes.size() == 1 ? role::quiet : tone_of(panes, pane);
        heads.push_back(
            {{pane.rect.x, pane.rect.y - height - 4 * line_width, pane.rect.width, height},
             std::move(text),
             shown,
             colour,
             size});
    }
    return heads;
}

void draw_slices(render::Image& image, const VolumeScene& scene, const SlicePanes& panes,
                 std::vector<render::Image> pictures, const SlicesStyle& style) {
    const Voxel at = meeting(panes);
    for (std::size_t i = 0; i < panes.panes.size(); ++i) {
        const SlicePane& pane = panes.panes[i];
        const ImageSize size = pane.plane.size(scene.plan);
        render::Image& part = pictures[i];
        if (style.grid.shown && !scene.regions.empty())
            render::draw_overlay(part, map_regions(scene.regions[i], size), style.grid,
                                 {static_cast<double>(size.width) / pane.rect.width, {0, 0}},
                                 style.line_width);
        paste(image, part, pane.rect.x, pane.rect.y);
        const int width = style.line_width;
        outline(image,
                {pane.rect.x - width, pane.rect.y - width, pane.rect.width + 2 * width,
                 pane.rect.height + 2 * width},
                width, tone_of(panes, pane));
        if (panes.panes.size() > 1) draw_cuts(image, scene, pane, at, width);
    }
}

}  // namespace mariani::app
