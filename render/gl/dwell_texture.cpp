#include "render/gl/dwell_texture.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include <fmt/core.h>

namespace mariani::render {
namespace {

void reject_oversize(PixelRect part) {
    const int max_side = DwellTexture::greatest_side();
    if (part.width <= max_side && part.height <= max_side) return;
    throw std::runtime_error(
        fmt::format("cannot show a picture of {}x{} pixels: this display shows at most {}x{}",
                    part.width, part.height, max_side, max_side));
}

}  // namespace

int DwellTexture::greatest_side() {
    GLint side = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
    return std::min(side, 16384);
}

void DwellTexture::show(const Field& dwells, const Field& fractions,
                        const ExteriorFields& exterior) {
    reject_oversize(dwells.extent());
    part_ = {};  // if it fails, nothing is shown
    painted_.colours.reset();
    if (mariani::empty(dwells.extent())) return;
    dwells_.show(dwells);
    has_fractions_ = static_cast<bool>(fractions);
    if (has_fractions_) fractions_.show(fractions);
    has_exterior_ = static_cast<bool>(exterior);
    if (has_exterior_) {
        distances_.show(exterior.distances);
        normals_.show(exterior.normals);
    }
    part_ = dwells.extent();
}

void DwellTexture::show(const RegionMap& regions) {
    const PixelRect part = regions.kinds.extent();
    reject_oversize(part);
    part_ = {};
    painted_.colours.reset();
    if (mariani::empty(part)) return;
    dwells_.show(regions.kinds);
    has_fractions_ = has_exterior_ = false;
    const auto lines = border_lines(regions);
    const std::vector<std::uint32_t> words(lines.begin(), lines.end());
    lines_.set(std::as_bytes(std::span(words)));
    part_ = part;
}

void DwellTexture::bind(const Units& units, GLuint lines_binding) const {
    dwells_.bind(units.dwells);
    fractions_.bind(units.fractions);
    distances_.bind(units.distances);
    normals_.bind(units.normals);
    lines_.bind_storage(lines_binding);
}

}  // namespace mariani::render
