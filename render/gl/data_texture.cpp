#include "render/gl/data_texture.hpp"

#include "render/gl/buffer.hpp"
#include "render/gl/check.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::render {
namespace {

// Copied at a time: large enough to be fast, small enough for three of them to be cheap.
constexpr std::size_t band_bytes = 8u << 20;

const TexelFormat& format_of(ElementType type) {
    switch (type) {
        case ElementType::uint8:
            return texel_uint8;
        case ElementType::uint16:
            return texel_uint16;
        case ElementType::uint32:
            return texel_uint32;
        default:
            return texel_float;
    }
}

ImageSize size_of(const Field& field) {
    return {field.extent().width, field.extent().height};
}

}  // namespace

void DataTexture::show(const Field& field) {
    const TexelFormat format = format_of(field.type());
    if (field.on_host())
        upload(format, field);
    else
        share(format, field);
    gl::check("fill a texture");
}

void DataTexture::upload(const TexelFormat& format, const Field& field) {
    shared_.reset();
    const ImageSize size = size_of(field);
    const auto [width, height] = size;
    if (!uploaded_ || uploaded_.size() != size || uploaded_format_ != format.internal)
        uploaded_ = gl::Texture(size, format.internal);
    uploaded_format_ = format.internal;
    const auto row_bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(format.bytes);
    const int band = std::max(1, static_cast<int>(band_bytes / row_bytes));
    const auto* source = static_cast<const std::byte*>(field.values().get());
    std::array<gl::Buffer, 3> staging;  // used in turn, so that no copy waits for the previous one
    std::size_t next = 0;
    for (int first = 0; first < height; first += band) {
        const int rows = std::min(band, height - first);
        const std::size_t bytes = static_cast<std::size_t>(rows) * row_bytes;
        gl::Buffer& buffer = staging[next++ % staging.size()];
        std::memcpy(buffer.map_new(bytes), source, bytes);
        buffer.unmap();
        buffer.bind_unpack();
        uploaded_.set_rows(first, rows, format.format, format.type, nullptr);
        source += bytes;
    }
    gl::Buffer::unbind_unpack();
}

void DataTexture::share(const TexelFormat& format, const Field& field) {
    const int device = field.place().device;
    if (!device_ || device_->device() != device)
        throw std::runtime_error(fmt::format(
            "what lies in the memory of CUDA device {} cannot be shown by this window: it has "
            "to be copied to host memory first",
            device));
    const ImageSize size = size_of(field);
    const auto row_bytes =
        static_cast<std::size_t>(size.width) * static_cast<std::size_t>(format.bytes);
    shared_ = device_->texture_of(size, format.internal, field.values(), row_bytes);
    uploaded_ = {};
}

void DataTexture::bind(GLuint unit) const {
    (shared_ ? *shared_ : uploaded_).bind(unit);
}

}  // namespace mariani::render
