// A state as a picture of the fractal in its box.
#pragma once

#include "app/workloads/gasket_digits.hpp"
#include "compute/service/gasket_request.hpp"
#include "render/picture/image.hpp"

#include <vector>

namespace mariani::app {

inline constexpr render::Rgb8 beyond_box{0, 0, 0}, hole_colour{26, 29, 40},
    dead_colour{58, 70, 104}, alive_colour{255, 214, 110};

// The whole box, as large as the picture allows.
gasket::BoardView whole_board(const gasket::Shape& shape, ImageSize size);

// Pixels of at least a cell show the cell in their middle. Larger ones show how many of their cells
// are alive, by a colour between those of dead and living cells; those without any are holes.
class GasketPicture {
  public:
    // `state` must outlive this.
    GasketPicture(const gasket::Problem& problem, const gasket::State& state,
                  const gasket::BoardView& view, ImageSize size);

    // Any threads.
    render::Image rows(int first, int count) const;

    // That a pixel shows; none in a hole, and beside the box.
    std::vector<CellSpan> cells_of(int x, int y) const;

  private:
    struct Boxes {
        std::uint32_t begin = 0, end = 0;
    };
    Boxes boxes_of(int pixel, double first) const;
    render::Rgb8 colour_of(Boxes columns, Boxes rows) const;
    // Calls use(first cell, end) for the cells of each.
    template <typename Use>
    void for_each_box(Boxes columns, Boxes rows, const Use& use) const;

    const gasket::State& state_;
    gasket::Shape boxes_;  // the fractal with boxes that are shown for cells
    std::uint64_t box_cells_;
    double box_side_;    // in cells
    double pixel_;       // in cells
    double left_, top_;  // of the picture, in cells
    ImageSize size_;
};

}  // namespace mariani::app
