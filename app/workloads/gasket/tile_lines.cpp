#include "app/workloads/gasket/tile_lines.hpp"

#include "app/measure/plots/drawing.hpp"
#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace mariani::app {
namespace {

constexpr render::Rgb8 around_dot{20, 22, 28}, dot_colour{238, 240, 244};

// From cells to the pixels of some rows of the picture.
class InRows {
  public:
    InRows(const gasket::BoardView& view, ImageSize picture, int first)
        : view_(view),
          pixels_(1 / cells_per_pixel(view, picture)),
          middle_{0.5 * picture.width, 0.5 * picture.height - first} {}

    double pixels() const { return pixels_; }  // to a cell
    PlotPoint at(double x, double y) const {
        return {middle_.x + pixels_ * (x - view_.center_x),
                middle_.y + pixels_ * (y - view_.center_y)};
    }

  private:
    gasket::BoardView view_;
    double pixels_;
    PlotPoint middle_;
};

void fill_clipped(render::Image& image, double left, double top, double right, double bottom,
                  render::Rgb8 colour) {
    const auto pixel = [](double at, int side) {
        return static_cast<int>(std::clamp(std::round(at), 0.0, static_cast<double>(side)));
    };
    const auto [width, height] = image.size();
    const int x = pixel(left, width), y = pixel(top, height);
    const PixelRect rect{x, y, pixel(right, width) - x, pixel(bottom, height) - y};
    if (rect.width > 0 && rect.height > 0) fill(image, rect, colour);
}

// The pixels within its sides.
void outline_box(render::Image& image, PlotPoint from, PlotPoint to, render::Rgb8 colour) {
    fill_clipped(image, from.x, from.y, to.x, from.y + 1, colour);
    fill_clipped(image, from.x, to.y - 1, to.x, to.y, colour);
    fill_clipped(image, from.x, from.y, from.x + 1, to.y, colour);
    fill_clipped(image, to.x - 1, from.y, to.x, to.y, colour);
}

}  // namespace

void outline_tiles(render::Image& rows, int first, const GasketTiles& tiles,
                   const gasket::BoardView& view, ImageSize picture) {
    const InRows place(view, picture, first);
    auto boxes = tiles.boxes;
    std::ranges::stable_sort(boxes, std::greater(), &GasketBox::depth);
    for (const GasketBox& box : boxes) {
        const double x = box.corner.x, y = box.corner.y, side = box.side;
        outline_box(rows, place.at(x, y), place.at(x + side, y + side),
                    render::level_colour(box.depth));
    }
    const PixelRect clip{0, 0, rows.size().width, rows.size().height};
    const double radius = std::clamp(0.2 * place.pixels(), 1.0, 5.0);
    for (const auto& [x, y] : tiles.contacts) {
        const PlotPoint middle = place.at(x + 0.5, y + 0.5);
        dot(rows, clip, middle, radius + 1, around_dot);
        dot(rows, clip, middle, radius, dot_colour);
    }
}

}  // namespace mariani::app
