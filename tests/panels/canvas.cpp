#include "tests/panels/canvas.hpp"

#include <backends/imgui_impl_opengl3.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <glad/gl.h>

namespace mariani::app {
namespace {

void describe_failure(int, const char*) {}

unsigned int filled_texture(const void* pixels, GLenum format, int width, int height) {
    unsigned int name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    glTextureStorage2D(name, 1, GL_RGBA8, width, height);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (pixels) glTextureSubImage2D(name, 0, 0, 0, width, height, format, GL_UNSIGNED_BYTE, pixels);
    glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    return name;
}

// ImGui renders with row 0 at the top; glReadPixels starts at the bottom.
render::Image read_upright(int width, int height) {
    render::Image upside_down({width, height}, render::PixelFormat::rgb);
    render::Image image({width, height}, render::PixelFormat::rgb);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, upside_down.bytes().data());
    for (int y = 0; y < height; ++y) {
        const auto row = upside_down.row(height - 1 - y);
        std::copy(row.begin(), row.end(), image.row(y).begin());
    }
    return image;
}

// Those that the stage only took for drawn.
void forget_textures() {
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        texture->SetTexID(ImTextureID_Invalid);
        texture->SetStatus(ImTextureStatus_WantCreate);
    }
}

// Why there is no context; empty if it is current.
std::string open_context() {
    glfwSetErrorCallback(describe_failure);
    if (!glfwInit()) return "no display";
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    GLFWwindow* window = glfwCreateWindow(64, 64, "panels", nullptr, nullptr);
    if (!window) return "no OpenGL 4.5";
    glfwMakeContextCurrent(window);
    return gladLoadGL(glfwGetProcAddress) == 0 ? "no OpenGL functions" : "";
}

}  // namespace

Canvas* Canvas::open(std::string& why_not) {
    static const std::string missing = open_context();
    static Canvas canvas;
    why_not = missing;
    return missing.empty() ? &canvas : nullptr;
}

unsigned int Canvas::texture(const render::Image& image) {
    const GLenum format = image.format() == render::PixelFormat::rgb ? GL_RGB : GL_RGBA;
    return filled_texture(image.bytes().data(), format, image.size().width, image.size().height);
}

render::Image Canvas::draw(Stage& stage) {
    const auto size = ImGui::GetIO().DisplaySize;
    const int width = static_cast<int>(size.x), height = static_cast<int>(size.y);
    forget_textures();
    ImGui_ImplOpenGL3_Init("#version 450");
    ImGui_ImplOpenGL3_NewFrame();
    stage.frame();
    const unsigned int target = filled_texture(nullptr, GL_RGB, width, height);
    unsigned int framebuffer = 0;
    glCreateFramebuffers(1, &framebuffer);
    glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, target, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, width, height);
    glClearColor(0.25f, 0.27f, 0.33f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    auto image = read_upright(width, height);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &target);
    ImGui_ImplOpenGL3_Shutdown();
    return image;
}

}  // namespace mariani::app
