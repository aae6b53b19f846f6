// The colours of a watched step of Life: those of its blocks, or how often each cell is computed.
#pragma once

#include "app/settings/display_choices.hpp"
#include "app/workloads/colours.hpp"
#include "app/workloads/gasket/place.hpp"
#include "compute/workloads/gasket/shape.hpp"
#include "compute/workloads/gasket/trace.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mariani::app {

// What a picture shows in place of living and dead cells.
struct GasketStyle {
    std::optional<BlockColour> blocks;
    bool coverage = false;         // visits; goes before blocks
    std::optional<double> played;  // what share of the step has passed, 0 to 1
    bool watches() const { return coverage || blocks; }
    bool operator==(const GasketStyle&) const = default;
};

// The colours of boxes by their level, and of the cells that another tile reads.
std::vector<LegendEntry> legend_of(const GasketTiles& tiles);

class GasketStepColours {
  public:
    // The trace must outlive this; the style watches.
    GasketStepColours(const gasket::StepTrace& trace, const gasket::Shape& shape, Backend backend,
                      const GasketStyle& style);

    // The colour of cells that follow each other in compact order.
    render::Rgb8 of_cells(std::uint64_t begin, std::uint64_t end) const;
    // The colour of a place of the box that is no cell.
    render::Rgb8 of_hole(gasket::Cell hole) const;

    std::vector<LegendEntry> legend() const;

  private:
    render::Rgb8 of_visits(std::uint64_t begin, std::uint64_t end) const;
    render::Rgb8 of_block(std::uint32_t block) const;
    render::Rgb8 after_its_run(std::uint32_t block) const;
    std::vector<LegendEntry> legend_of_visits() const;
    std::vector<LegendEntry> legend_of_threads() const;

    const gasket::StepTrace& trace_;
    gasket::Shape shape_;
    Backend backend_;
    GasketStyle style_;
    RecordColours records_;
};

}  // namespace mariani::app
