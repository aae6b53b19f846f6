#include "compute/subdivision/lattice.hpp"

#include "compute/model/text.hpp"

#include <stdexcept>

namespace mariani {
namespace {

// The first cell that begins at a pixel, or behind it.
std::int64_t cell_from(int pixel, int length, int g) {
    return (std::int64_t{pixel} * g + length - 1) / length;
}

std::optional<CellRange> cells_of(int begin, int end, int length, int g) {
    const std::int64_t first = cell_from(begin, length, g), last = cell_from(end, length, g);
    if (subdivision::cell_begin(first, length, std::int64_t{g}) != begin ||
        subdivision::cell_begin(last, length, std::int64_t{g}) != end)
        return std::nullopt;
    return CellRange{first, last - first};
}

}  // namespace

std::optional<Layout> find_layout(const PixelRect& part, ImageSize image, int g) {
    const auto columns = cells_of(part.x, part.x + part.width, image.width, g);
    const auto rows = cells_of(part.y, part.y + part.height, image.height, g);
    if (!columns || !rows) return std::nullopt;
    return Layout{image, *columns, *rows};
}

Layout layout_of(const PixelRect& part, ImageSize image, int g) {
    if (const auto layout = find_layout(part, image, g)) return *layout;
    throw std::invalid_argument(*why_part_invalid(part, image, g));
}

std::optional<std::string> why_part_invalid(const PixelRect& part, ImageSize image, int g) {
    if (find_layout(part, image, g)) return std::nullopt;
    const std::string cells = std::to_string(g);
    return "the part to compute, " + to_text(ImageSize{part.width, part.height}) + " pixels at " +
           std::to_string(part.x) + "," + std::to_string(part.y) +
           ", cuts through regions: it must consist of whole cells of the " + cells + "x" + cells +
           " (g x g) into which the image of " + to_text(image) + " is cut";
}

}  // namespace mariani
