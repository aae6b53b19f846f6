#include "app/workloads/points_picture.hpp"

#include "app/measure/plots/drawing.hpp"
#include "app/workloads/colour_between.hpp"
#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace mariani::app {
namespace {

using points::Node;
using points::Point;
using render::Rgb8;

constexpr Rgb8 point_colour{12, 12, 20};
constexpr std::size_t between_looks = 1 << 16;  // at the stop token

class TreePainter {
  public:
    explicit TreePainter(int side) : image_({side, side}, render::PixelFormat::rgb), side_(side) {}

    // Where there is room, its last row and column are a gap to the next.
    void leaf(const Node& node) {
        constexpr int least_with_gap = 5;
        const Point corner = corner_of(node.cell);
        const float width = side_of(node.cell);
        const int left = pixel(corner.x), right = pixel(corner.x + width);
        const int top = side_ - pixel(corner.y + width), bottom = side_ - pixel(corner.y);
        if (left == right || top == bottom) {
            image_.set(std::min(left, side_ - 1), std::min(top, side_ - 1), colour_of(node));
            return;
        }
        const int gap = right - left >= least_with_gap ? 1 : 0;
        fill(image_, {left, top, right - left, bottom - top},
             between(colour_of(node), point_colour, 0.35));
        fill(image_, {left, top, right - left - gap, bottom - top - gap}, colour_of(node));
    }

    std::size_t place_of(const Point& point) const {
        const int x = std::min(pixel(point.x), side_ - 1);
        const int y = std::max(side_ - 1 - pixel(point.y), 0);
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(side_) +
               static_cast<std::size_t>(x);
    }

    void darken(const std::vector<std::uint32_t>& counts) {
        const double most = std::max<double>(*std::ranges::max_element(counts), 1);
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (counts[i] == 0) continue;
            const int x = static_cast<int>(i) % side_, y = static_cast<int>(i) / side_;
            image_.set(x, y, between(image_.at(x, y), point_colour, std::sqrt(counts[i] / most)));
        }
    }

    render::Image image() && { return std::move(image_); }

  private:
    int pixel(float at) const {
        return static_cast<int>(static_cast<double>(at) * static_cast<double>(side_));
    }
    static Rgb8 colour_of(const Node& node) {
        return render::level_colour(static_cast<int>(node.cell.level));
    }

    render::Image image_;
    int side_;
};

}  // namespace

std::optional<render::Image> draw_tree(const points::SplitRule& rule, std::span<const Node> nodes,
                                       std::span<const Point> points, int side,
                                       const std::stop_token& stop) {
    TreePainter painter(side);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (i % between_looks == 0 && stop.stop_requested()) return std::nullopt;
        if (!is_subdivided(rule, nodes[i])) painter.leaf(nodes[i]);
    }
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(side) *
                                      static_cast<std::size_t>(side));
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (i % between_looks == 0 && stop.stop_requested()) return std::nullopt;
        ++counts[painter.place_of(points[i])];
    }
    painter.darken(counts);
    return std::move(painter).image();
}

}  // namespace mariani::app
