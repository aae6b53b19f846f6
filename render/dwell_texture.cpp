#include "render/dwell_texture.hpp"

#include "render/gl/check.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

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

void DwellTexture::show(const DwellSpan& span, std::shared_ptr<const void> owner) {
    refuse_oversize(span.part);
    part_ = {};  // should it fail, nothing is shown
    painted_.colours.reset();
    if (mariani::empty(span.part)) return;
    if (span.memory == MemoryKind::host)
        upload(span);
    else
        share(span, std::move(owner));
    memory_ = span.memory;
    has_fractions_ = span.fractions != nullptr;
    part_ = span.part;
}

void DwellTexture::upload(const DwellSpan& span) {
    const ImageSize size{span.part.width, span.part.height};
    shared_ = {};
    auto& [dwells, fractions] = uploaded_;
    if (!dwells || dwells.size() != size) dwells = gl::Texture(size, GL_R32UI);
    upload(dwells, span.dwells, GL_RED_INTEGER, GL_UNSIGNED_INT);
    if (span.fractions) {
        if (!fractions || fractions.size() != size) fractions = gl::Texture(size, GL_R32F);
        upload(fractions, span.fractions, GL_RED, GL_FLOAT);
    }
    gl::check("upload the dwells");
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

void DwellTexture::share(const DwellSpan& span, std::shared_ptr<const void> owner) {
    if (!bridge_ || bridge_->device() != span.device)
        throw std::runtime_error(
            fmt::format("dwells in the memory of CUDA device {} cannot be shown by this window: "
                        "copy them to host memory first",
                        span.device));
    const ImageSize size{span.part.width, span.part.height};
    const auto fit = [&](interop::SharedTexture& texture, GLenum format) {
        if (texture.size() == size && texture.internal_format() == format) return;
        texture = {};  // first, so that both need not fit
        texture = interop::SharedTexture(size, format, bridge_->device());
    };
    uploaded_ = {};
    front_ = (front_ + 1) % shared_.size();
    auto& [dwells, fractions] = shared_[front_];
    std::vector<interop::TextureCopy> copies;
    fit(dwells, GL_R32UI);
    copies.push_back({&dwells, span.dwells});
    if (span.fractions) {
        fit(fractions, GL_R32F);
        copies.push_back({&fractions, span.fractions});
    }
    bridge_->copy(copies, std::move(owner));
    gl::check("show a device's dwells");
}

void DwellTexture::bind(GLuint dwell_unit, GLuint fraction_unit) const {
    const bool uploaded = memory_ == MemoryKind::host;
    const Shared& shared = shared_[front_];
    (uploaded ? uploaded_.dwells : shared.dwells.texture()).bind(dwell_unit);
    (uploaded ? uploaded_.fractions : shared.fractions.texture()).bind(fraction_unit);
}

}  // namespace mariani::render
