#include "compute/subdivision/parts.hpp"

#include "compute/model/limits.hpp"
#include "compute/subdivision/lattice.hpp"

#include <algorithm>

namespace mariani {
namespace {

// The cuts of an axis, from 0 to its length: g + 1 or fewer, ascending.
std::vector<int> lattice_cuts(int length, int g) {
    std::vector<int> cuts;
    for (std::int64_t cell = 0; cell <= g; ++cell) {
        const int cut = subdivision::cell_begin(cell, length, std::int64_t{g});
        if (cuts.empty() || cuts.back() != cut) cuts.push_back(cut);
    }
    return cuts;
}

// Leaves out cuts so that what lies between two is at most `side` long, where that can be.
std::vector<int> thinned(const std::vector<int>& cuts, int side) {
    std::vector<int> kept{cuts.front()};
    for (std::size_t i = 1; i + 1 < cuts.size(); ++i)
        if (cuts[i + 1] - kept.back() > side) kept.push_back(cuts[i]);
    kept.push_back(cuts.back());
    return kept;
}

std::vector<int> even_cuts(int length, int side) {
    std::vector<int> cuts;
    for (int at = 0; at < length; at += side) cuts.push_back(at);
    cuts.push_back(length);
    return cuts;
}

Parts between(const std::vector<int>& columns, const std::vector<int>& rows) {
    Parts parts;
    for (std::size_t y = 1; y < rows.size(); ++y) {
        auto& row = parts.emplace_back();
        for (std::size_t x = 1; x < columns.size(); ++x)
            row.push_back(
                {columns[x - 1], rows[y - 1], columns[x] - columns[x - 1], rows[y] - rows[y - 1]});
    }
    return parts;
}

}  // namespace

Parts parts_of(ImageSize image, int side) {
    return between(even_cuts(image.width, side), even_cuts(image.height, side));
}

Parts parts_on_lattice(ImageSize image, int g, int side) {
    return between(thinned(lattice_cuts(image.width, g), side),
                   thinned(lattice_cuts(image.height, g), side));
}

int g_for_parts(ImageSize image, int min_g, int side) {
    const std::int64_t longer = std::max(image.width, image.height);
    std::int64_t g = min_g;
    while (longer > g * side) g *= 2;
    return static_cast<int>(g);
}

bool within(const Parts& parts, const PartBudget& budget) {
    return std::ranges::all_of(parts, [&](const std::vector<PixelRect>& row) {
        std::int64_t pixels = 0;
        for (const PixelRect& part : row) {
            if (pixel_count(part) > budget.part_pixels) return false;
            pixels += pixel_count(part);
        }
        return pixels <= budget.row_pixels;
    });
}

int min_g_within(ImageSize image, int min_g, int side, const PartBudget& budget) {
    int g = min_g;
    while (g < limits::g.max && !within(parts_on_lattice(image, g, side), budget)) ++g;
    return g;
}

}  // namespace mariani
