#include "app/workloads/volume/space.hpp"

#include "app/measure/plots/drawing.hpp"
#include "app/workloads/colour_between.hpp"
#include "app/workloads/volume/slices.hpp"
#include "app/workloads/volume/text.hpp"
#include "app/workloads/volume/tones.hpp"
#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace mariani::app {
namespace {

using volume::Place;
using volume::Plan;

constexpr std::int64_t readable_regions = 10'000;

Place corner(const volume::Box& box, double share) {
    Place place;
    for (int axis = 0; axis < 3; ++axis)
        place.at[axis] = static_cast<float>(box.begin.at[axis] + share * box.side.of[axis]);
    return place;
}

// The volume's edges; the first of each axis in the axis's colour, with its name at the end.
void draw_frame(SpaceCanvas& canvas, const Plan& plan, double width) {
    const Place from{}, to = corner({{}, plan.side}, 1);
    canvas.box(from, to, {volume_faint, volume_faint, 0.5, width});
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Place end = from;
        end.at[axis] = to.at[axis];
        canvas.line(from, end, {axis_tones[axis], axis_tones[axis], 0.9, width});
    }
}

void name_axes(render::Image& image, const Plan& plan, const volume::Camera& camera,
               int line_width) {
    const TextStamp stamp(13.0f * static_cast<float>(line_width));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Place end{};
        end.at[axis] = 1.04f * plan.side.of[axis];
        const SpacePoint at = projected(camera, end);
        if (!(at.depth > 0)) continue;
        const std::string name = axis_meaning(plan, static_cast<int>(axis));
        const double left = at.x - 0.5 * stamp.width_of(name), top = at.y - 0.5 * stamp.height();
        const auto [width, height] = image.size();
        if (left < 0 || top < 0 || left > width || top > height) continue;
        stamp.draw(image, static_cast<int>(left), static_cast<int>(top), name, axis_tones[axis]);
    }
}

// Where three planes cut the volume.
void draw_planes(SpaceCanvas& canvas, const Plan& plan, const volume::Voxel& at, double width) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Place from{}, to = corner({{}, plan.side}, 1);
        from.at[axis] = to.at[axis] = static_cast<float>(at.at[axis]) + 0.5f;
        canvas.box(from, to, {axis_tones[axis], axis_tones[axis], 0.35, width});
    }
}

// The boxes of regions that were not filled: the filled ones are the room between them.
void draw_boxes(SpaceCanvas& canvas, const SpaceScene& scene, double width) {
    const auto tone = render::level_colour(scene.level);
    const auto count = static_cast<double>(scene.regions.size());
    const double opacity = std::clamp(12 / std::sqrt(count + 1), 0.12, 0.8);
    for (const ListedRegion& region : scene.regions)
        if (region.outcome != Outcome::filled)
            canvas.box(corner(region.box, 0), corner(region.box, 1), {tone, tone, opacity, width});
}

void draw_line(SpaceCanvas& canvas, const SpaceScene& scene, double width) {
    const auto& regions = scene.regions;
    const auto steps = static_cast<double>(regions.size());
    for (std::size_t i = 0; i + 1 < regions.size(); ++i)
        canvas.line(corner(regions[i].box, 0.5), corner(regions[i + 1].box, 0.5),
                    {colour_along(static_cast<double>(i) / steps),
                     colour_along(static_cast<double>(i + 1) / steps), 0.85, width});
}

}  // namespace

std::vector<ListedRegion> regions_of_level(const Plan& plan,
                                           const std::vector<volume::RegionRecord>& records,
                                           int level, int section) {
    std::vector<ListedRegion> regions;
    const std::uint32_t lattice = volume::code_of(plan).lattice(level);
    for (const volume::RegionRecord& record : records) {
        if (record.level != level) continue;
        const volume::Box box = volume::box_of(plan.side, plan.axes, lattice, record.cell);
        const int from = section - box.begin.at[3];
        if (from >= 0 && from < box.side.of[3]) regions.push_back({box, record.outcome});
    }
    return regions;
}

std::optional<int> readable_level(const volume::RunStats& stats) {
    std::optional<int> level;
    for (std::size_t i = 0; i < stats.levels.size(); ++i)
        if (i == 0 || stats.levels[i].regions <= readable_regions) level = static_cast<int>(i);
    return level;
}

std::optional<double> mean_step(std::span<const ListedRegion> regions) {
    if (regions.size() < 2) return std::nullopt;
    double sum = 0;
    for (std::size_t i = 0; i + 1 < regions.size(); ++i) {
        const Place a = corner(regions[i].box, 0.5), b = corner(regions[i + 1].box, 0.5);
        const double side = std::max<int>(1, regions[i].box.side.of[0]);
        for (int axis = 0; axis < 3; ++axis) sum += std::abs(b.at[axis] - a.at[axis]) / side;
    }
    return sum / static_cast<double>(regions.size() - 1);
}

render::Rgb8 colour_along(double share) {
    static constexpr std::array<render::Rgb8, 5> stops{
        {{82, 110, 255}, {40, 190, 230}, {110, 220, 110}, {250, 200, 60}, {250, 70, 70}}};
    const double at = std::clamp(share, 0.0, 1.0) * (stops.size() - 1);
    const auto stop = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    return between(stops[stop], stops[stop + 1], at - static_cast<double>(stop));
}

ImageSize coarse_size(ImageSize size, int coarse) {
    return {(size.width + coarse - 1) / coarse, (size.height + coarse - 1) / coarse};
}

render::Image draw_space(const SpaceScene& scene, const VolumeOrbit& orbit, ImageSize size,
                         const SpaceStyle& style) {
    const volume::Camera camera = camera_of(scene.plan.side, orbit, size);
    SpaceCanvas canvas(scene.plan.side, camera);
    if (scene.surface != nullptr) canvas.surface(*scene.surface, style.coarse);
    const double width = style.line_width;
    draw_frame(canvas, scene.plan, width);
    if (scene.at) draw_planes(canvas, scene.plan, *scene.at, width);
    if (style.boxes) draw_boxes(canvas, scene, width);
    if (style.line) draw_line(canvas, scene, 1.5 * width);
    name_axes(canvas.image(), scene.plan, camera, style.line_width);
    return std::move(canvas.image());
}

}  // namespace mariani::app
