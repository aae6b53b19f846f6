#include "app/window/native_window.hpp"

#include "app/explore/keys.hpp"
#include "app/settings/failure.hpp"
#include "render/gl/check.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <csignal>
#include <stdexcept>
#include <tuple>
#include <utility>

#include <GLFW/glfw3.h>
#include <fmt/core.h>
#include <glad/gl.h>

namespace mariani::app {
namespace {

static_assert(key::f12 == GLFW_KEY_F12 && key::escape == GLFW_KEY_ESCAPE &&
              key::home == GLFW_KEY_HOME && key::keypad_add == GLFW_KEY_KP_ADD &&
              key::right_alt == GLFW_KEY_RIGHT_ALT && 'G' == GLFW_KEY_G);
static_assert(modifier::shift == GLFW_MOD_SHIFT && modifier::control == GLFW_MOD_CONTROL &&
              modifier::alt == GLFW_MOD_ALT);

[[noreturn]] void no_window(const char* what) {
    const char* reason = nullptr;
    glfwGetError(&reason);
    throw std::runtime_error(fmt::format("{}{}{}{}; `mariani render` needs no display", what,
                                         reason ? " (" : "", reason ? reason : "",
                                         reason ? ")" : ""));
}

// What the key prints in the user's layout; the key itself if that is no ASCII character.
int printed_by(int key, int scancode) {
    const char* name = key >= GLFW_KEY_KP_0 ? nullptr : glfwGetKeyName(key, scancode);
    if (!name || name[0] == '\0' || name[1] != '\0') return key;
    if (name[0] == '+') return key::equal;
    return std::toupper(static_cast<unsigned char>(name[0]));
}

bool is_printed(int character) {
    for (int key = GLFW_KEY_SPACE; key < GLFW_KEY_KP_0; ++key)
        if (printed_by(key, 0) == character && glfwGetKeyScancode(key) > 0) return true;
    return false;
}

// The key by what it prints, so that Ctrl+Z is where Z is. A shortcut that no key prints by itself,
// such as the digits of a French keyboard, is where it is on an American one.
int as_bound(int key, int scancode) {
    const int printed = printed_by(key, scancode);
    if (printed == key) return key;
    const auto bound = [&](const KeyBinding& binding) { return binding.key == key; };
    return std::ranges::any_of(key_bindings(), bound) && !is_printed(key) ? key : printed;
}

// At most the greater part of the screen; GLFW multiplies it by the display's scale.
ImageSize fitting(ImageSize size) {
    constexpr double max_share = 0.9;
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (!monitor) return size;
    int x = 0, y = 0, width = 0, height = 0;
    float scale_x = 1, scale_y = 1;
    glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
    glfwGetMonitorContentScale(monitor, &scale_x, &scale_y);
    if (width <= 0 || height <= 0 || scale_x <= 0 || scale_y <= 0) return size;
    return {std::min(size.width, static_cast<int>(max_share * width / scale_x)),
            std::min(size.height, static_cast<int>(max_share * height / scale_y))};
}

GLFWwindow* open_window(const std::string& title, ImageSize wanted, bool visible) {
    const ImageSize size = fitting(wanted);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);  // neither is used, and each takes memory for every pixel
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "mariani");
#ifndef NDEBUG
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, GLFW_TRUE);
#endif
    return glfwCreateWindow(size.width, size.height, title.c_str(), nullptr, nullptr);
}

volatile std::sig_atomic_t signalled = 0;

constexpr int signals[] = {SIGTERM, SIGINT, SIGHUP};

}  // namespace

NativeWindow::Library::Library() {
    if (!glfwInit()) no_window("there is no display for a window");
}

NativeWindow::Library::~Library() {
    glfwTerminate();
}

void NativeWindow::WindowDeleter::operator()(GLFWwindow* window) const {
    glfwDestroyWindow(window);
}

NativeWindow::NativeWindow(const std::string& title, ImageSize wanted, Visibility visibility)
    : window_(open_window(title, wanted, visibility == Visibility::shown)), remembered_(wanted) {
    if (!window_) no_window("this display does not offer OpenGL 4.5");
    glfwMakeContextCurrent(window_.get());
    if (!gladLoadGL(glfwGetProcAddress)) no_window("this display's OpenGL 4.5 cannot be loaded");
    glfwSwapInterval(1);
#ifndef NDEBUG
    render::gl::keep_debug_messages();
#endif
    listen();
    measure();
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (mode && mode->refreshRate > 0) display_rate_ = mode->refreshRate;
}

NativeWindow& NativeWindow::of(GLFWwindow* window) {
    return *static_cast<NativeWindow*>(glfwGetWindowUserPointer(window));
}

// GLFW, the caller, cannot handle exceptions: if memory runs out, an event is lost.
void NativeWindow::add(InputEvent event) {
    redraw_requested_ = true;
    std::ignore = failure_of([&] { events_.push_back(std::move(event)); });
}

void NativeWindow::listen() {
    GLFWwindow* window = window_.get();
    glfwSetWindowUserPointer(window, this);
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
        of(w).add(input::MouseMove{x, y});
    });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int mods) {
        if (button <= GLFW_MOUSE_BUTTON_MIDDLE)
            of(w).add(input::MouseButton{static_cast<Button>(button), action == GLFW_PRESS,
                                         mods & modifier::all});
    });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
        of(w).add(input::Scroll{x, y});
    });
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
        if (key != GLFW_KEY_UNKNOWN)
            of(w).add(input::Key{as_bound(key, scancode), action != GLFW_RELEASE,
                                 mods & modifier::all, action == GLFW_REPEAT});
    });
    glfwSetCharCallback(window,
                        [](GLFWwindow* w, unsigned code) { of(w).add(input::Character{code}); });
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
        std::ignore = failure_of([&] { of(w).add(input::Drop{{paths, paths + count}}); });
    });
    const auto request_redraw = [](GLFWwindow* w) { of(w).redraw_requested_ = true; };
    glfwSetWindowRefreshCallback(window, request_redraw);
    glfwSetWindowCloseCallback(window, request_redraw);
    glfwSetWindowSizeCallback(window, [](GLFWwindow* w, int width, int height) {
        of(w).add(input::Resize{width, height});
    });
    glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int) { of(w).redraw_requested_ = true; });
    glfwSetWindowIconifyCallback(window,
                                 [](GLFWwindow* w, int) { of(w).redraw_requested_ = true; });
    glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int inside) {
        using input::MouseMove;
        if (!inside) of(w).add(MouseMove{MouseMove::outside, MouseMove::outside});
    });
    glfwSetWindowContentScaleCallback(
        window, [](GLFWwindow* w, float, float) { of(w).redraw_requested_ = true; });
}

void NativeWindow::wait_events(double seconds) {
    if (seconds > 0)
        glfwWaitEventsTimeout(seconds);
    else
        glfwPollEvents();
    measure();
}

void NativeWindow::wake() {
    glfwPostEmptyEvent();
}

std::vector<InputEvent> NativeWindow::take_events() {
    return std::exchange(events_, {});
}

bool NativeWindow::take_redraw_request() {
    return std::exchange(redraw_requested_, false);
}

// Each query of the display is a round trip: once after the events is enough.
void NativeWindow::measure() {
    glfwGetWindowSize(window_.get(), &size_.width, &size_.height);
    framebuffer_ = {};
    const bool iconified = glfwGetWindowAttrib(window_.get(), GLFW_ICONIFIED);
    if (!iconified)
        glfwGetFramebufferSize(window_.get(), &framebuffer_.width, &framebuffer_.height);
    float x = 1;
    float y = 1;
    glfwGetWindowContentScale(window_.get(), &x, &y);
    content_scale_ = std::clamp(std::max(x, y), 0.5f, 8.0f);
    if (iconified || glfwGetWindowMonitor(window_.get()) ||
        glfwGetWindowAttrib(window_.get(), GLFW_MAXIMIZED))
        return;
    const double scale = content_scale_ / pixel_ratio();
    const auto unscaled = [&](int side) { return static_cast<int>(std::lround(side / scale)); };
    remembered_ = {unscaled(size_.width), unscaled(size_.height)};
}

double NativeWindow::pixel_ratio() const {
    if (size_.width <= 0 || framebuffer_.width <= 0) return 1.0;
    return static_cast<double>(framebuffer_.width) / size_.width;
}

bool NativeWindow::close_requested() const {
    return glfwWindowShouldClose(window_.get());
}

void NativeWindow::resize(ImageSize size) {
    constexpr int max = 16'384;  // X11 aborts a program that asks for more than fits its fields
    glfwSetWindowSize(window_.get(), std::clamp(size.width, 1, max),
                      std::clamp(size.height, 1, max));
}

void NativeWindow::toggle_full_screen() {
    GLFWwindow* window = window_.get();
    if (glfwGetWindowMonitor(window)) {
        glfwSetWindowMonitor(window, nullptr, windowed_.x, windowed_.y, windowed_.width,
                             windowed_.height, GLFW_DONT_CARE);
        return;
    }
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (!mode) return;
    glfwGetWindowPos(window, &windowed_.x, &windowed_.y);
    glfwGetWindowSize(window, &windowed_.width, &windowed_.height);
    glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

std::string NativeWindow::clipboard() const {
    const char* text = glfwGetClipboardString(window_.get());
    return text ? text : "";
}

void NativeWindow::set_clipboard(const std::string& text) {
    glfwSetClipboardString(window_.get(), text.c_str());
}

void NativeWindow::swap() {
    glfwSwapBuffers(window_.get());
}

Termination::Termination() {
    signalled = 0;
    for (const int signal : signals) std::signal(signal, [](int) { signalled = 1; });
}

Termination::~Termination() {
    for (const int signal : signals) std::signal(signal, SIG_DFL);
}

bool Termination::requested() {
    return signalled != 0;
}

}  // namespace mariani::app
