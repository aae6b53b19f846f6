#include "render/dwell_texture.hpp"

#include "render/gl/check.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

namespace mariani::render {
namespace {

// Copied at a time: large enough to be quick, small enough for three of them to be cheap.
constexpr std::size_t band_bytes = 8u << 20;

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

void DwellTexture::show(const DwellSpan& span) {
    if (span.memory != MemoryKind::host)
        throw std::runtime_error(
            "cannot show dwells of a CUDA device: this build has no "
            "CUDA-OpenGL interop; copy them to host memory first");
    refuse_oversize(span.part);
    const ImageSize size{span.part.width, span.part.height};
    part_ = {};  // should the upload fail, nothing is shown
    painted_.colours.reset();
    if (mariani::empty(span.part)) return;
    if (!dwells_ || dwells_.size() != size) dwells_ = gl::Texture(size, GL_R32UI);
    upload(dwells_, span.dwells, GL_RED_INTEGER, GL_UNSIGNED_INT);
    if (span.fractions) {
        if (!fractions_ || fractions_.size() != size) fractions_ = gl::Texture(size, GL_R32F);
        upload(fractions_, span.fractions, GL_RED, GL_FLOAT);
    }
    has_fractions_ = span.fractions != nullptr;
    gl::check("upload the dwells");
    part_ = span.part;
}

void DwellTexture::upload(gl::Texture& texture, const void* values, GLenum format, GLenum type) {
    const auto [width, height] = texture.size();
    const std::size_t row_bytes = static_cast<std::size_t>(width) * 4;
    const int band = std::max(1, static_cast<int>(band_bytes / row_bytes));
    const auto* source = static_cast<const std::byte*>(values);
    for (int first = 0; first < height; first += band) {
        const int rows = std::min(band, height - first);
        const std::size_t bytes = static_cast<std::size_t>(rows) * row_bytes;
        gl::Buffer& staging = staging_[next_];
        next_ = (next_ + 1) % staging_.size();
        std::memcpy(staging.map_new(bytes), source, bytes);
        staging.unmap();
        staging.bind_unpack();
        texture.set_rows(first, rows, format, type, nullptr);
        source += bytes;
    }
    gl::Buffer::unbind_unpack();
}

void DwellTexture::bind(GLuint dwell_unit, GLuint fraction_unit) const {
    dwells_.bind(dwell_unit);
    fractions_.bind(fraction_unit);
}

}  // namespace mariani::render
