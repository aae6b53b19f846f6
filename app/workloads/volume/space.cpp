#include "app/workloads/volume/space.hpp"

#include "app/workloads/colours.hpp"
#include "app/workloads/strokes.hpp"
#include "app/workloads/volume/picture.hpp"
#include "app/workloads/volume/runs.hpp"
#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace mariani::app {
namespace {

using render::Rgb8;
using volume::Camera;
using volume::Place;
using Vector = std::array<double, 3>;
using volume::Plan;

constexpr double half_angle = 23.5;  // of what is seen along the shorter side, in degrees
constexpr double least_depth = 0.5;

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double dot(const Place& a, const Vector& b) {
    return double{a.at[0]} * b[0] + double{a.at[1]} * b[1] + double{a.at[2]} * b[2];
}

double dot(const Place& a, const Place& b) {
    return dot(a, Vector{b.at[0], b.at[1], b.at[2]});
}

Place scaled(const Vector& vector, double by) {
    return {{static_cast<float>(by * vector[0]), static_cast<float>(by * vector[1]),
             static_cast<float>(by * vector[2])}};
}

Place difference(const Place& a, const Place& b) {
    return {{a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2]}};
}

Place on_the_way(const Place& from, const Place& to, double share) {
    Place place;
    for (std::size_t axis = 0; axis < 3; ++axis)
        place.at[axis] =
            static_cast<float>(from.at[axis] + share * (double{to.at[axis]} - from.at[axis]));
    return place;
}

volume::Tone tone_of(Rgb8 colour) {
    return {colour.r, colour.g, colour.b};
}
Rgb8 rgb_of(const volume::Tone& tone) {
    return {tone.r, tone.g, tone.b};
}

// From the upper left, over the camera.
Vector light_of(const Camera& camera) {
    const double pixel = std::sqrt(dot(camera.right, camera.right));
    Vector light{};
    double square = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        light[axis] = -0.9 * camera.forward.at[axis] -
                      (0.45 * camera.right.at[axis] + 0.6 * camera.down.at[axis]) / pixel;
        square += light[axis] * light[axis];
    }
    for (double& each : light) each /= std::sqrt(square) * 127;
    return light;
}

constexpr std::int64_t readable_regions = 10'000;

Place corner(const volume::Box& box, double share) {
    Place place;
    for (int axis = 0; axis < 3; ++axis)
        place.at[axis] = static_cast<float>(box.begin.at[axis] + share * box.side.of[axis]);
    return place;
}

// The volume's edges; the first of each axis in the axis's colour.
void draw_frame(SpaceCanvas& canvas, const Plan& plan, double width) {
    const Place from{}, to = corner({{}, plan.side}, 1);
    canvas.box(from, to, {role::faint, role::faint, 0.5, width});
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Place end = from;
        end.at[axis] = to.at[axis];
        canvas.line(from, end, {role::axes[axis], role::axes[axis], 0.9, width});
    }
}

// Where three planes cut the volume.
void draw_planes(SpaceCanvas& canvas, const Plan& plan, const volume::Voxel& at, double width) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Place from{}, to = corner({{}, plan.side}, 1);
        from.at[axis] = to.at[axis] = static_cast<float>(at.at[axis]) + 0.5f;
        canvas.box(from, to, {role::axes[axis], role::axes[axis], 0.35, width});
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

Camera camera_of(const volume::Sides& side, const VolumeOrbit& orbit, ImageSize size) {
    const double yaw = radians(orbit.yaw), pitch = radians(orbit.pitch);
    const Vector forward{std::sin(yaw) * std::cos(pitch), std::sin(pitch),
                         std::cos(yaw) * std::cos(pitch)};
    const Vector right{std::cos(yaw), 0, -std::sin(yaw)};
    const int longest = std::max({side.of[0], side.of[1], side.of[2]});
    const double pixel =
        2 * std::tan(radians(half_angle)) / std::max(1, std::min(size.width, size.height));
    Camera camera;
    camera.size = size;
    camera.forward = scaled(forward, 1);
    camera.right = scaled(right, pixel);
    camera.down = scaled(cross(forward, right), pixel);
    for (std::size_t axis = 0; axis < 3; ++axis)
        camera.eye.at[axis] =
            static_cast<float>(0.5 * side.of[axis] - orbit.distance * longest * forward[axis]);
    return camera;
}

SpacePoint projected(const Camera& camera, const Place& place) {
    const Place from_eye = difference(place, camera.eye);
    const double depth = dot(from_eye, camera.forward);
    const double pixels = 1 / (dot(camera.right, camera.right) * depth);
    return {0.5 * camera.size.width + pixels * dot(from_eye, camera.right),
            0.5 * camera.size.height + pixels * dot(from_eye, camera.down), depth};
}

volume::Scenery scenery_of(const volume::Sides& side, const Camera& camera) {
    volume::Scenery scenery;
    std::ranges::copy(light_of(camera), scenery.light);
    const Place middle{{0.5f * side.of[0], 0.5f * side.of[1], 0.5f * side.of[2]}};
    scenery.radius = std::sqrt(dot(middle, middle));
    scenery.nearest = dot(difference(middle, camera.eye), camera.forward) - scenery.radius;
    scenery.ground = tone_of(role::ground);
    scenery.stone = tone_of(role::stone);
    return scenery;
}

SpaceCanvas::SpaceCanvas(const volume::Sides& side, const Camera& camera)
    : camera_(camera),
      image_(camera.size, render::PixelFormat::rgb),
      scenery_(scenery_of(side, camera)) {
    fill(image_, whole(camera.size), role::ground);
}

// Sooner done here than threads are begun for it.
void SpaceCanvas::surface(const volume::PaintedSpace& painted, int coarse) {
    if (coarse == 1) {
        std::ranges::copy(painted.rgb, image_.bytes().begin());
        depths_ = painted.depths.data();
        return;
    }
    fine_depths_.resize(static_cast<std::size_t>(pixel_count(camera_.size)));
    depths_ = fine_depths_.data();
    const auto [width, height] = camera_.size;
    const auto columns = static_cast<std::size_t>((width + coarse - 1) / coarse);
    for (int y = 0; y < height; ++y) {
        const auto rgb = image_.row(y);
        float* const depths = &fine_depths_[place_of(0, y)];
        if (y % coarse != 0) {
            std::ranges::copy(image_.row(y - 1), rgb.begin());
            std::copy_n(&fine_depths_[place_of(0, y - 1)], width, depths);
            continue;
        }
        const std::size_t row = static_cast<std::size_t>(y / coarse) * columns;
        for (std::size_t x = 0; x < static_cast<std::size_t>(width); ++x) {
            const std::size_t at = row + x / static_cast<std::size_t>(coarse);
            std::copy_n(&painted.rgb[3 * at], 3, &rgb[3 * x]);
            depths[x] = painted.depths[at];
        }
    }
}

void SpaceCanvas::blend(int x, int y, double depth, Rgb8 colour, double opacity) {
    constexpr double tolerance = 1;  // in voxels
    if (x < 0 || y < 0 || x >= camera_.size.width || y >= camera_.size.height) return;
    if (opacity <= 0) return;
    if (depths_ != nullptr && depth > double{depths_[place_of(x, y)]} + tolerance) return;
    const auto behind = rgb_of(scenery_.behind_haze(tone_of(colour), depth));
    image_.set(x, y, between(image_.at(x, y), behind, opacity));
}

// By columns or by rows, whichever it crosses more of; 1 / depth is linear on the way.
void SpaceCanvas::line(const Place& from, const Place& to, const SpacePen& pen) {
    const auto depth_of = [&](const Place& place) {
        return dot(difference(place, camera_.eye), camera_.forward);
    };
    const double depth_from = depth_of(from), depth_to = depth_of(to);
    if (std::max(depth_from, depth_to) <= least_depth) return;
    const auto at_least_depth = [&](const Place& near, const Place& far, double near_depth) {
        if (near_depth >= least_depth) return near;
        const double far_depth = depth_of(far);
        return on_the_way(near, far, (least_depth - near_depth) / (far_depth - near_depth));
    };
    SpacePoint a = projected(camera_, at_least_depth(from, to, depth_from));
    SpacePoint b = projected(camera_, at_least_depth(to, from, depth_to));
    Rgb8 colour_a = pen.from, colour_b = pen.to;
    const bool steep = std::abs(b.y - a.y) > std::abs(b.x - a.x);
    const auto along = [steep](const SpacePoint& at) { return steep ? at.y : at.x; };
    const auto beside = [steep](const SpacePoint& at) { return steep ? at.x : at.y; };
    if (along(a) > along(b)) {
        std::swap(a, b);
        std::swap(colour_a, colour_b);
    }
    const int most = (steep ? camera_.size.height : camera_.size.width) - 1;
    const double length = along(b) - along(a);
    if (!(along(b) >= 0 && along(a) <= most + 1)) return;
    const int first = std::max(0, static_cast<int>(std::floor(along(a))));
    const int last = static_cast<int>(std::min<double>(most, std::floor(along(b))));
    for (int step = first; step <= last; ++step) {
        const double share =
            length > 0 ? std::clamp((step + 0.5 - along(a)) / length, 0.0, 1.0) : 0.5;
        const double depth = 1 / ((1 - share) / a.depth + share / b.depth);
        const double middle = beside(a) + share * (beside(b) - beside(a));
        const double reach = 0.5 * pen.width + 0.5;
        const auto colour = between(colour_a, colour_b, share);
        if (!(middle > -reach && middle < 1e6)) continue;
        for (int near = static_cast<int>(std::floor(middle - reach)); near < middle + reach;
             ++near) {
            const double covered = std::clamp(reach - std::abs(near + 0.5 - middle), 0.0, 1.0);
            blend(steep ? near : step, steep ? step : near, depth, colour, covered * pen.opacity);
        }
    }
}

void SpaceCanvas::box(const Place& from, const Place& to, const SpacePen& pen) {
    for (int axis = 0; axis < 3; ++axis)
        for (int edge = 0; edge < 4; ++edge) {
            Place begin = from;
            const int next = (axis + 1) % 3, after = (axis + 2) % 3;
            if ((edge & 1) != 0) begin.at[next] = to.at[next];
            if ((edge & 2) != 0) begin.at[after] = to.at[after];
            Place end = begin;
            end.at[axis] = to.at[axis];
            line(begin, end, pen);
        }
}

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
    constexpr auto& stops = role::along;
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
    return std::move(canvas.image());
}

std::vector<PictureText> axis_names(const Plan& plan, const VolumeOrbit& orbit,
                                    const PixelRect& place, float size) {
    const volume::Camera camera = camera_of(plan.side, orbit, {place.width, place.height});
    const SpacePoint from = projected(camera, Place{});
    std::vector<PictureText> names;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Place end{};
        end.at[axis] = static_cast<float>(plan.side.of[axis]);
        const SpacePoint at = projected(camera, end);
        if (!(at.depth > 0) || !(from.depth > 0)) continue;
        std::string name = axis_meaning(plan, static_cast<int>(axis));
        const double width = usual_width(name.size() + 1, size);
        const double length = std::max(1.0, std::hypot(at.x - from.x, at.y - from.y));
        const double x = (at.x - from.x) / length, y = (at.y - from.y) / length;
        const double beyond = 0.5 * (std::abs(x) * width + std::abs(y) * size) + 0.3 * size;
        const double left = at.x + beyond * x - 0.5 * width, top = at.y + beyond * y - 0.5 * size;
        if (left < 0 || top < 0 || left + width > place.width || top + size > place.height)
            continue;
        names.push_back({{place.x + static_cast<int>(left), place.y + static_cast<int>(top),
                          static_cast<int>(std::ceil(width)), static_cast<int>(size)},
                         std::move(name),
                         {},
                         role::axes[axis],
                         size,
                         true});
    }
    return names;
}

}  // namespace mariani::app
