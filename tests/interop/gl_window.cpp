#include "tests/interop/gl_window.hpp"

#include <GLFW/glfw3.h>
#include <glad/gl.h>

namespace mariani::test {
namespace {

std::string open_window() {
    if (!glfwInit()) return "there is no display";
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    GLFWwindow* window = glfwCreateWindow(64, 64, "interop", nullptr, nullptr);
    if (!window) return "the display offers no OpenGL 4.5";
    glfwMakeContextCurrent(window);
    return gladLoadGL(glfwGetProcAddress) == 0 ? "OpenGL's functions cannot be loaded" : "";
}

}  // namespace

const std::string& why_no_gl_window() {
    static const std::string reason = open_window();
    return reason;
}

}  // namespace mariani::test
