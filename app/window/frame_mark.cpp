#include "app/window/frame_mark.hpp"

#include "compute/service/dwell_access.hpp"

#include <vector>

namespace mariani::app {
namespace {

constexpr int cell_side = 8;
constexpr int bits = 16;
constexpr int width = (2 + 2 * bits) * cell_side;
constexpr std::uint32_t outside = 1;

}  // namespace

void draw_mark(const Frame& frame, std::uint64_t number) {
    const PixelRect part = frame.dwells.extent();
    if (part.width < width || part.height < cell_side) return;
    std::vector<std::uint32_t> row;
    const auto add_pair = [&](bool bit) {
        for (const bool inside : {bit, !bit})
            row.insert(row.end(), cell_side, inside ? frame.plan.dwell_limit : outside);
    };
    add_pair(true);
    for (int bit = 0; bit < bits; ++bit) add_pair((number >> bit & 1) != 0);
    for (int y = 0; y < cell_side; ++y) overwrite_row(frame.dwells, part.x, part.y + y, row);
}

}  // namespace mariani::app
