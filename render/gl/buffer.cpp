#include "render/gl/buffer.hpp"

#include "render/gl/check.hpp"

namespace mariani::render::gl {

GLuint Buffer::Traits::create() {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    return name;
}

void Buffer::Traits::destroy(GLuint name) {
    glDeleteBuffers(1, &name);
}

void Buffer::set(std::span<const std::byte> bytes, GLenum usage) {
    glNamedBufferData(name(), static_cast<GLsizeiptr>(bytes.size()), bytes.data(), usage);
    check("fill a buffer");
}

std::byte* Buffer::map_new(std::size_t bytes) {
    const auto size = static_cast<GLsizeiptr>(bytes);
    glNamedBufferData(name(), size, nullptr, GL_STREAM_DRAW);
    void* mapped =
        glMapNamedBufferRange(name(), 0, size, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    check("map a buffer");
    if (!mapped) throw Error("cannot map a buffer: the driver gave no reason");
    return static_cast<std::byte*>(mapped);
}

void Buffer::unmap() {
    glUnmapNamedBuffer(name());
}

void Buffer::bind_storage(GLuint binding) const {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, name());
}

void Buffer::bind_unpack() const {
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, name());
}

void Buffer::unbind_unpack() {
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

}  // namespace mariani::render::gl
