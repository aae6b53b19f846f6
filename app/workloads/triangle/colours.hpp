// The colours of a triangle's picture: those of its blocks, and of what the test computed of its
// cells, each with a legend.
#pragma once

#include "app/workloads/colours.hpp"
#include "app/workloads/triangle/picture.hpp"

#include <optional>
#include <vector>

namespace mariani::app {

// The colours of blocks. The scene and the style must outlive it.
class BlockColours {
  public:
    BlockColours(const TriangleScene& scene, const TriangleStyle& style);

    // Keeps the colours of a detailed scene's blocks: for many of of().
    void paint_all();
    render::Rgb8 of(triangle::Count block) const {
        return painted_.empty() ? paint(block) : painted_[static_cast<std::size_t>(block)];
    }
    std::vector<LegendEntry> legend() const;

  private:
    render::Rgb8 paint(triangle::Count block) const;
    render::Rgb8 after_its_run(triangle::Count block) const;
    std::vector<LegendEntry> of_uses() const;

    const TriangleScene& scene_;
    const TriangleStyle& style_;
    RecordColours records_;
    std::vector<render::Rgb8> painted_;  // by paint_all()
};

// The colours of cells, in the pane of the test's result. The scene must outlive it.
class CellColours {
  public:
    CellColours(const TriangleScene& scene, bool coverage);

    // The colour of a pixel's cells, from `from` to just before `to`; `from` is one of the domain.
    // The first: what is wrong with their visits, if anything is known to be.
    std::optional<render::Rgb8> of_faults(triangle::Cell from, triangle::Cell to) const;
    render::Rgb8 of_result(triangle::Cell from, triangle::Cell to) const;
    bool shows_visits() const { return visits_; }

    // The visits that are drawn, each with a count of cells; empty where none are.
    std::vector<LegendEntry> legend() const;

  private:
    template <typename Is>
    bool any_cell(triangle::Cell from, triangle::Cell to, const Is& is) const;

    const TriangleScene& scene_;
    bool visits_;
};

// Calls use(cell) for some cells of a pixel, evenly: all of them where they are few.
template <typename Use>
void for_some_cells(const triangle::Shape& shape, triangle::Cell from, triangle::Cell to,
                    const Use& use) {
    constexpr int most = 3;  // to a side
    const auto step = [](int count) { return (count + most - 1) / most; };
    const int down = step(to.row - from.row), across = step(to.column - from.column);
    for (int row = from.row; row < to.row; row += down)
        for (int column = from.column; column < to.column; column += across)
            if (in_domain(shape, {row, column})) use(triangle::Cell{row, column});
}

}  // namespace mariani::app
