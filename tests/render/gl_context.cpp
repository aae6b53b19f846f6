#include "tests/render/gl_context.hpp"

#include "render/gl/check.hpp"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <cstdlib>

#include <glad/gl.h>

namespace mariani::test {
namespace {

// Makes the context current on this thread; it draws only into framebuffer objects.
std::string make_context() {
#ifdef __SANITIZE_THREAD__
    // Mesa is not built with the sanitizer, which therefore cannot see how the threads of its
    // renderer and shader cache synchronise and would report their mutexes. Without threads it
    // draws the same.
    setenv("LP_NUM_THREADS", "0", 0);
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 0);
#endif
    const EGLDisplay display =
        eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr))
        return "EGL has no display without a window (Debian: libegl-mesa0, libgl1-mesa-dri)";
    if (!eglBindAPI(EGL_OPENGL_API)) return "EGL has no OpenGL";
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 4,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 5,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_CONTEXT_OPENGL_DEBUG,
                                 EGL_TRUE,
                                 EGL_NONE};
    const EGLContext context =
        eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (context == EGL_NO_CONTEXT) return "EGL gives no OpenGL 4.5 core context";
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        return "the OpenGL context cannot be made current without a window";
    if (gladLoadGL(eglGetProcAddress) == 0) return "OpenGL's functions cannot be loaded";
    render::gl::keep_debug_messages();
    return {};
}

}  // namespace

const std::string& why_no_gl() {
    static const std::string reason = make_context();
    return reason;
}

}  // namespace mariani::test
