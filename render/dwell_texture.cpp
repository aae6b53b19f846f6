#include "render/dwell_texture.hpp"

#include <algorithm>
#include <stdexcept>

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

void DwellTexture::show(const DwellSpan& span, const std::shared_ptr<const void>& owner) {
    refuse_oversize(span.part);
    part_ = {};  // should it fail, nothing is shown
    painted_.colours.reset();
    if (mariani::empty(span.part)) return;
    TexelValues values{
        {span.part.width, span.part.height}, span.dwells, span.memory, span.device, owner};
    dwells_.show(texel_uint32, values);
    has_fractions_ = span.fractions != nullptr;
    values.values = span.fractions;
    if (has_fractions_) fractions_.show(texel_float, values);
    part_ = span.part;
}

void DwellTexture::bind(GLuint dwell_unit, GLuint fraction_unit) const {
    dwells_.bind(dwell_unit);
    fractions_.bind(fraction_unit);
}

}  // namespace mariani::render
