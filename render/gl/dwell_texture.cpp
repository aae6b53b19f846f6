#include "render/gl/dwell_texture.hpp"

#include "compute/model/pixel_origin.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

namespace mariani::render {
namespace {

void refuse_oversize(PixelRect part) {
    const int most = DwellTexture::greatest_side();
    if (part.width <= most && part.height <= most) return;
    throw std::runtime_error(
        fmt::format("cannot show a picture of {}x{} pixels: this display shows at most {}x{}",
                    part.width, part.height, most, most));
}

}  // namespace

int DwellTexture::greatest_side() {
    GLint side = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
    return std::min(side, 16384);
}

void DwellTexture::show(const Field& dwells, const Field& fractions) {
    refuse_oversize(dwells.extent());
    part_ = {};  // if it fails, nothing is shown
    painted_.colours.reset();
    if (mariani::empty(dwells.extent())) return;
    dwells_.show(dwells);
    has_fractions_ = static_cast<bool>(fractions);
    if (has_fractions_) fractions_.show(fractions);
    part_ = dwells.extent();
}

void DwellTexture::show(const RegionMap& regions) {
    const PixelRect part = regions.kinds.extent();
    refuse_oversize(part);
    part_ = {};
    painted_.colours.reset();
    if (mariani::empty(part)) return;
    dwells_.show(regions.kinds);
    has_fractions_ = false;
    const auto lines = border_lines(regions);
    const std::vector<std::uint32_t> words(lines.begin(), lines.end());
    lines_.set(std::as_bytes(std::span(words)));
    part_ = part;
}

void DwellTexture::bind(GLuint dwell_unit, GLuint fraction_unit, GLuint lines_binding) const {
    dwells_.bind(dwell_unit);
    fractions_.bind(fraction_unit);
    lines_.bind_storage(lines_binding);
}

}  // namespace mariani::render
