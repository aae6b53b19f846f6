#include "render/gl/check.hpp"

#include <deque>
#include <mutex>

#include <fmt/core.h>
#include <glad/gl.h>

namespace mariani::render::gl {
namespace {

// Unless synchronous, GL calls back from threads of its own, hence the lock.
struct Messages {
    std::mutex mutex;
    std::deque<std::string> texts;
};

Messages& messages() {
    static Messages kept;
    return kept;
}

void GLAD_API_PTR keep(GLenum, GLenum type, GLuint, GLenum, GLsizei, const GLchar* text,
                       const void*) {
    if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR) return;
    const std::scoped_lock lock(messages().mutex);
    auto& texts = messages().texts;
    if (texts.size() < 8) texts.emplace_back(text);
}

std::string taken_messages() {
    const std::scoped_lock lock(messages().mutex);
    std::string all;
    for (const auto& text : messages().texts) all += fmt::format(" ({})", text);
    messages().texts.clear();
    return all;
}

const char* name_of(GLenum error) {
    switch (error) {
        case GL_INVALID_ENUM:
            return "GL_INVALID_ENUM";
        case GL_INVALID_VALUE:
            return "GL_INVALID_VALUE";
        case GL_INVALID_OPERATION:
            return "GL_INVALID_OPERATION";
        case GL_INVALID_FRAMEBUFFER_OPERATION:
            return "GL_INVALID_FRAMEBUFFER_OPERATION";
        case GL_OUT_OF_MEMORY:
            return "GL_OUT_OF_MEMORY: the graphics memory is full";
        case GL_CONTEXT_LOST:
            return "GL_CONTEXT_LOST: the driver was reset";
        default:
            return "an unknown GL error";
    }
}

}  // namespace

void check(const char* operation) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) return;
    while (glGetError() != GL_NO_ERROR) {
        if (error == GL_CONTEXT_LOST) break;  // it would be reported forever
    }
    throw Error(fmt::format("cannot {}: {}{}", operation, name_of(error), taken_messages()));
}

void reject_unnamed() {
    check("make an OpenGL object");
    throw Error("cannot make an OpenGL object: the driver gave no reason");
}

void keep_debug_messages() {
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(keep, nullptr);
    check("ask GL for its messages");
}

std::string description() {
    const auto text = [](GLenum name) {
        const auto* value = glGetString(name);
        return std::string(value ? reinterpret_cast<const char*>(value) : "unknown");
    };
    return fmt::format("OpenGL {}, {}", text(GL_VERSION), text(GL_RENDERER));
}

}  // namespace mariani::render::gl
