#include "app/workloads/gasket/plane.hpp"

#include <algorithm>

namespace mariani::app {
namespace {

constexpr double most_wholes = 4;  // in the height of a view
constexpr double least_cells = 1.5;

}  // namespace

View plane_view(const gasket::BoardView& board, std::uint32_t side) {
    const double cells = side;
    View view;
    view.centre = {board.center_x / cells, -board.center_y / cells};
    view.height = board.height / cells;
    return view;
}

gasket::BoardView board_view(const View& view, std::uint32_t side) {
    const double cells = side;
    const Coordinate zero = 0;
    const Length one = 1;
    return {(view.centre.re - zero) / one * cells, (zero - view.centre.im) / one * cells,
            view.height / one * cells};
}

View limited_move(const View& from, const View& to, const View& whole, std::uint32_t side) {
    const double least = std::min(least_cells / side, whole.height / Length(1));
    const double most = most_wholes * (whole.height / Length(1));
    const double before = from.height / Length(1), after = to.height / Length(1);
    const double height = std::clamp(after, least, most);
    View view = to;
    if (height != after) {  // the point under the mouse stays where it is
        const double part = before == after ? 1 : (height - before) / (after - before);
        view.height = height;
        view.centre = {from.centre.re + (to.centre.re - from.centre.re) * part,
                       from.centre.im + (to.centre.im - from.centre.im) * part};
    }
    view.centre = {clamp(view.centre.re, 0, 1), clamp(view.centre.im, -1, 0)};
    return view;
}

}  // namespace mariani::app
