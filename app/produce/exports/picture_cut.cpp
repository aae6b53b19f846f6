#include "app/produce/exports/picture_cut.hpp"

#include <algorithm>
#include <cstdint>

namespace mariani::app {

PictureCut plain_cut(const PyramidShape& shape, int level) {
    return cut_from(shape, level, level);
}

PictureCut cut_from(const PyramidShape& shape, int level, int from) {
    return {from, whole(level_size(shape, from)), level_size(shape, level)};
}

PictureCut smooth_cut(const PyramidShape& shape, int level) {
    return cut_from(shape, level, std::max(0, level - 1));
}

PixelShare covered(int at, int size, int whole) {
    if (whole <= size) return share_of(at, size, whole);
    const std::int64_t end = (std::int64_t{at} + 1) * whole + size - 1;
    return {static_cast<int>(std::int64_t{at} * whole / size), static_cast<int>(end / size)};
}

PixelRect source_of(const PictureCut& cut, PixelRect window) {
    const auto axis = [](int first, int count, int size, int whole) {
        return PixelShare{covered(first, size, whole).from,
                          covered(first + count - 1, size, whole).to};
    };
    const auto columns = axis(window.x, window.width, cut.size.width, cut.rect.width);
    const auto rows = axis(window.y, window.height, cut.size.height, cut.rect.height);
    return {cut.rect.x + columns.from, cut.rect.y + rows.from, columns.to - columns.from,
            rows.to - rows.from};
}

}  // namespace mariani::app
