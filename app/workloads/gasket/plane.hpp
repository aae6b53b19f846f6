// A part of a fractal's box as a view of the plane, in which the box is the unit square below the
// real axis: so mouse, keys and history move it as they move views.
#pragma once

#include "compute/model/view.hpp"
#include "compute/service/gasket_request.hpp"

#include <cstdint>

namespace mariani::app {

// `side` is the box's, in cells.
View plane_view(const gasket::BoardView& board, std::uint32_t side);
gasket::BoardView board_view(const View& view, std::uint32_t side);

// Where a move may lead: from the whole, with space around it, to one cell; the middle stays over
// the box. A zoom that would go further ends on its way.
View limited_move(const View& from, const View& to, const View& whole, std::uint32_t side);

}  // namespace mariani::app
