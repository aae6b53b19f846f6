#include "compute/cpu/pieces.hpp"

#include <algorithm>

namespace mariani::cpu {

void append_bands(std::vector<PixelRect>& bands, PixelRect rect, std::int64_t pixels) {
    if (empty(rect)) return;
    const int columns = static_cast<int>(std::min<std::int64_t>(rect.width, pixels));
    const int rows = static_cast<int>(std::clamp<std::int64_t>(pixels / columns, 1, rect.height));
    for (int y = 0; y < rect.height; y += rows)
        for (int x = 0; x < rect.width; x += columns)
            bands.push_back({rect.x + x, rect.y + y, std::min(columns, rect.width - x),
                             std::min(rows, rect.height - y)});
}

std::vector<std::vector<Piece>> spread(std::span<const Piece> pieces) {
    constexpr std::int64_t group_pixels = 4096;
    std::vector<std::vector<Piece>> groups;
    std::vector<PixelRect> bands;
    std::int64_t room = 0;
    for (const auto& piece : pieces) {
        bands.clear();
        append_bands(bands, piece.rect, group_pixels);
        for (const auto& band : bands) {
            if (room <= 0) {
                groups.emplace_back();
                room = group_pixels;
            }
            groups.back().push_back(piece);
            groups.back().back().rect = band;
            room -= pixel_count(band);
        }
    }
    return groups;
}

}  // namespace mariani::cpu
