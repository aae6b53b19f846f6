// What a poster's cells are computed as, and in which order: a function of the manifest alone, so
// that processes agree about it without a word.
#pragma once

#include "app/produce/pyramid/pyramid_folder.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

namespace mariani::app {

// The manifest of a poster with these settings. Each level is subdivided as `render` subdivides a
// picture of its size, but that a region of the first lattice is at most a cell. Throws
// std::invalid_argument if it may not be: why.
PyramidManifest plan_pyramid(const Settings& settings, const PyramidShape& shape,
                             const EngineDispatcher& dispatcher);

// A picture of the settings' view, with nothing but its dwells and what the colouring shows.
FrameRequest stored_request(const Settings& settings, ImageSize size);

// What a poster stores of a frame of such a picture. Throws what its fields throw.
Field stored_field(const PyramidManifest& manifest, const Frame& frame);

// The values of a rectangle of a level: a picture that is a piece of the level's. Backend and
// device stay automatic.
FrameRequest piece_request(const PyramidManifest& manifest, int level, PixelRect pixels);
FrameRequest cell_request(const PyramidManifest& manifest, CellPlace cell);

// A cell, and how much of the work it takes, estimated from the dwells of a small picture.
struct PlannedCell {
    CellPlace cell;
    double cost = 0;  // in iterations without subdivision
};

// All cells: coarse levels first, so that the whole is soon seen; in a level the dear ones first,
// and the others mixed, so that no dear one is left for the end and those that are computed fast
// come between those that are compressed fast. The same on every machine. Nothing if stopped.
// Throws what EngineDispatcher::compute() throws.
std::optional<std::vector<PlannedCell>> planned_cells(const PyramidManifest& manifest,
                                                      EngineDispatcher& dispatcher,
                                                      const std::stop_token& stop);

// Who computes which cell: several devices, processes or jobs take their cells from one order
// (planned_cells()), each cell going to one of them. Thread-safe.
class CellSource {
  public:
    virtual ~CellSource() = default;
    // The place in the order of the next cell to compute; nullopt when there are no more.
    virtual std::optional<std::size_t> next() = 0;
};

// The threads of one process, one a device; and one of several jobs that know nothing of each
// other: it takes the cells whose place leaves the remainder `part` when divided by `parts`.
class LocalCells final : public CellSource {
  public:
    explicit LocalCells(std::size_t cells, std::size_t part = 0, std::size_t parts = 1)
        : cells_(cells), parts_(parts), next_(part) {}
    std::optional<std::size_t> next() override {
        const std::size_t place = next_.fetch_add(parts_);
        return place < cells_ ? std::optional(place) : std::nullopt;
    }

  private:
    const std::size_t cells_;
    const std::size_t parts_;
    std::atomic<std::size_t> next_;
};

}  // namespace mariani::app
