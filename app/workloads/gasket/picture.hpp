// A state as a picture of the fractal in its box, with an engine's tiles, and of its compact
// rectangle.
#pragma once

#include "app/workloads/gasket/place.hpp"
#include "compute/workloads/gasket/state.hpp"
#include "render/picture/image.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mariani::app {

class GasketStepColours;

// The whole box, as large as the picture allows.
gasket::BoardView whole_board(const gasket::Shape& shape, ImageSize size);

// Pixels of at least a cell show the cell in their middle. Larger ones show how many of their cells
// are alive, by a colour between those of dead and living cells; those without any are holes.
// Any threads.
class GasketPicture {
  public:
    GasketPicture(const gasket::Problem& problem, const gasket::BoardView& view, ImageSize size);

    // Throws what snapshots throw.
    render::Image rows(const gasket::Snapshot& state, int first, int count) const;
    // The mean of the colours of what a pixel shows.
    render::Image rows(const GasketStepColours& colours, int first, int count) const;

    // That a pixel shows; none in a hole, and beside the box.
    std::vector<CellSpan> cells_of(int x, int y) const;

  private:
    // The places of boxes along one side of the fractal's box.
    struct Boxes {
        std::uint32_t begin = 0, end = 0;
        bool empty() const { return begin == end; }
    };
    struct Pixels {
        int begin = 0, end = 0;
        bool empty() const { return begin == end; }
    };
    // One that is shown, and the pixels that show it.
    struct ShownBox {
        std::uint32_t number = 0;  // in compact order
        Pixels columns, rows;
    };
    // A copy of the fractal at a lower level, on the way from the whole to the boxes.
    struct Copy {
        int level = 0;             // boxes_.level is the whole, 0 is a box
        std::uint32_t side = 1;    // in boxes
        std::uint32_t number = 0;  // among the copies of its level, in compact order
        gasket::Cell corner;       // in boxes
    };

    Boxes boxes_of(int pixel, double first) const;
    static Pixels pixels_of(const std::vector<Boxes>& boxes, Pixels among, Boxes wanted);
    void find_boxes(const Copy& copy, Pixels among_rows, std::vector<ShownBox>& found) const;
    std::size_t pixels_in(int rows) const {
        return static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(rows);
    }
    std::vector<ShownBox> boxes_in(int first, int count) const;
    template <typename Use>
    void for_each_pixel(const ShownBox& box, int first, const Use& use) const;
    // Draws the rows from `first` on. Pixels without a cell are empty().
    template <typename Pixel, typename ColourOf, typename HoleColour>
    render::Image image_of(const std::vector<Pixel>& pixels, int first, const ColourOf& colour_of,
                           const HoleColour& of_hole) const;

    gasket::Shape boxes_;  // the fractal with boxes that are shown for cells
    std::uint64_t box_cells_;
    double box_side_;                    // in cells
    double pixel_;                       // in cells
    std::vector<Boxes> columns_, rows_;  // of each pixel along a side
    ImageSize size_;
};

// The compact rectangle, which has all cells and no holes: as wide as that, with square cells
// where there is room for a pixel of each row.
ImageSize rectangle_size(const gasket::Shape& shape, int width);

// In the colours of the fractal's picture: pixels of at least a cell show the cell in their middle,
// larger ones how many of their cells are alive.
render::Image draw_rectangle(const gasket::Shape& shape, const gasket::Snapshot& state,
                             ImageSize size);

// An engine's tiles, as the tab draws them over its own: into `rows`, which are those of the
// picture from row `first` on: boxes in the colours of levels, the largest on top, and a dot on
// each cell that another tile reads.
void outline_tiles(render::Image& rows, int first, const GasketTiles& tiles,
                   const gasket::BoardView& view, ImageSize picture);

}  // namespace mariani::app
