// The window, and OpenGL's objects as the program's loader finds them. A failing operation is not
// carried out; glGetError reports why.
#include "tests/faults/inject.hpp"

#include <atomic>
#include <cstring>

#include <glad/gl.h>

namespace {

using faults::Kind;
using Function = void (*)();

std::atomic<GLenum> pending{GL_NO_ERROR};

// Indexed by its place in the table.
template <int Place, typename Signature>
struct Seam;

template <int Place, typename Result, typename... Arguments>
struct Seam<Place, Result (*)(Arguments...)> {
    static inline Result (*real)(Arguments...) = nullptr;
    static inline const char* name = nullptr;
    static inline GLenum error = GL_NO_ERROR;

    static Result call(Arguments... arguments) {
        if (!faults::fails(Kind::gl, name)) return real(arguments...);
        pending = error;
        return Result();
    }
    static Function around(Function found, const char* called, GLenum on_failure) {
        real = reinterpret_cast<Result (*)(Arguments...)>(found);
        name = called;
        error = on_failure;
        return found ? reinterpret_cast<Function>(call) : nullptr;
    }
};

GLenum (*real_get_error)() = nullptr;

GLenum get_error() {
    const GLenum error = pending.exchange(GL_NO_ERROR);
    return error != GL_NO_ERROR ? error : real_get_error();
}

#define SEAM_OF(TYPE, NAME, ERROR) \
    if (std::strcmp(name, #NAME) == 0) return Seam<__COUNTER__, TYPE>::around(found, #NAME, ERROR);

Function around(const char* name, Function found) {
    SEAM_OF(PFNGLCREATEBUFFERSPROC, glCreateBuffers, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLCREATETEXTURESPROC, glCreateTextures, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLCREATEFRAMEBUFFERSPROC, glCreateFramebuffers, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLCREATEVERTEXARRAYSPROC, glCreateVertexArrays, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLCREATEQUERIESPROC, glCreateQueries, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLCREATESHADERPROC, glCreateShader, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLCREATEPROGRAMPROC, glCreateProgram, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLCOMPILESHADERPROC, glCompileShader, GL_NO_ERROR)
    SEAM_OF(PFNGLLINKPROGRAMPROC, glLinkProgram, GL_NO_ERROR)
    SEAM_OF(PFNGLTEXTURESTORAGE2DPROC, glTextureStorage2D, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLTEXTURESTORAGE3DPROC, glTextureStorage3D, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLTEXTURESUBIMAGE2DPROC, glTextureSubImage2D, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLGENERATETEXTUREMIPMAPPROC, glGenerateTextureMipmap, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLGETTEXTUREIMAGEPROC, glGetTextureImage, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLNAMEDBUFFERDATAPROC, glNamedBufferData, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLNAMEDBUFFERSTORAGEPROC, glNamedBufferStorage, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLMAPNAMEDBUFFERRANGEPROC, glMapNamedBufferRange, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLFENCESYNCPROC, glFenceSync, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLNAMEDFRAMEBUFFERTEXTUREPROC, glNamedFramebufferTexture, GL_INVALID_OPERATION)
    SEAM_OF(PFNGLCHECKNAMEDFRAMEBUFFERSTATUSPROC, glCheckNamedFramebufferStatus, GL_NO_ERROR)
    SEAM_OF(PFNGLDRAWARRAYSPROC, glDrawArrays, GL_OUT_OF_MEMORY)
    SEAM_OF(PFNGLREADPIXELSPROC, glReadPixels, GL_OUT_OF_MEMORY)
    if (std::strcmp(name, "glGetError") == 0 && found) {
        real_get_error = reinterpret_cast<GLenum (*)()>(found);
        return reinterpret_cast<Function>(get_error);
    }
    return found;
}

}  // namespace

extern "C" Function glfwGetProcAddress(const char* name) {
    static auto* const real = faults::next<Function(const char*)>("glfwGetProcAddress");
    return around(name, real(name));
}

extern "C" int glfwInit() {
    static auto* const real = faults::next<int()>("glfwInit");
    return faults::fails(Kind::gl, "glfwInit") ? 0 : real();
}

extern "C" void* glfwCreateWindow(int width, int height, const char* title, void* monitor,
                                  void* share) {
    static auto* const real =
        faults::next<void*(int, int, const char*, void*, void*)>("glfwCreateWindow");
    if (faults::fails(Kind::gl, "glfwCreateWindow")) return nullptr;
    return real(width, height, title, monitor, share);
}
