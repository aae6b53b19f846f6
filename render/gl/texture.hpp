// Owns a two-dimensional GL texture with storage of a fixed size.
#pragma once

#include "compute/model/geometry.hpp"
#include "render/gl/handle.hpp"
#include "render/picture/image.hpp"

namespace mariani::render::gl {

// The texture unit that every program reads its picture from.
inline constexpr GLint picture_unit = 0;

class Texture {
  public:
    Texture() = default;  // no texture
    // Filtering::mipmapped has levels down to one pixel, which make_mipmaps() fills. Throws Error
    // if memory runs out.
    enum class Filtering { nearest, linear, mipmapped };
    Texture(ImageSize size, GLenum internal_format, Filtering filtering = Filtering::nearest);

    // Replaces the rows [first, first + rows); `values` is an address, or an offset into the bound
    // unpack buffer. Rows are tightly packed.
    void set_rows(int first, int rows, GLenum format, GLenum type, const void* values);
    void make_mipmaps();
    void bind(GLuint unit) const;

    ImageSize size() const { return size_; }
    GLuint name() const { return handle_.name(); }
    explicit operator bool() const { return static_cast<bool>(handle_); }

  private:
    struct Traits {
        static GLuint create();
        static void destroy(GLuint name);
    };
    Handle<Traits> handle_;
    ImageSize size_;
};

}  // namespace mariani::render::gl

namespace mariani::render {

// A picture as a texture of its own, filtered linearly.
gl::Texture texture_of(const Image& image);

}  // namespace mariani::render
