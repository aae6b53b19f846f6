// The native window and its OpenGL context.
#pragma once

#include "app/explore/input_event.hpp"
#include "compute/model/geometry.hpp"

#include <memory>
#include <string>
#include <vector>

struct GLFWwindow;

namespace mariani::app {

// Main thread only, one at a time. Its OpenGL 4.5 core context is current during its lifetime.
class NativeWindow {
  public:
    // A hidden one exists only for its context.
    enum class Visibility { shown, hidden };

    // Throws std::runtime_error, in one line that names `mariani render`, if there is no display or
    // no OpenGL 4.5.
    NativeWindow(const std::string& title, ImageSize wanted,
                 Visibility visibility = Visibility::shown);

    // Waits at most this long for something to happen; with 0 it only polls.
    void wait_events(double seconds);
    static void wake();  // ends the wait; any thread

    std::vector<InputEvent> take_events();
    // Whether something happened that requires redrawing, input or not; reported once.
    bool take_redraw_request();

    // As of the last wait.
    ImageSize size() const { return size_; }                // screen coordinates
    ImageSize framebuffer() const { return framebuffer_; }  // pixels; 0 x 0 while iconified
    double pixel_ratio() const;                             // pixels per screen coordinate
    // To open it as large as it is: before scaling. As it was before it was maximised, full screen
    // or iconified.
    ImageSize size_to_remember() const { return remembered_; }
    // The display's: 2 if text should have twice the pixels.
    double content_scale() const { return content_scale_; }
    bool close_requested() const;

    void resize(ImageSize size);  // at least 1 x 1
    void toggle_full_screen();
    std::string clipboard() const;
    void set_clipboard(const std::string& text);
    double display_rate() const { return display_rate_; }  // Hz
    void swap();

    GLFWwindow* handle() const { return window_.get(); }

  private:
    struct Library {
        Library();
        ~Library();
        Library(const Library&) = delete;
        Library& operator=(const Library&) = delete;
    };
    struct WindowDeleter {
        void operator()(GLFWwindow* window) const;
    };
    struct Place {
        int x, y, width, height;
    };

    void add(InputEvent event);
    void listen();
    void measure();
    static NativeWindow& of(GLFWwindow* window);

    Library library_;
    std::unique_ptr<GLFWwindow, WindowDeleter> window_;
    std::vector<InputEvent> events_;
    bool redraw_requested_ = true;
    ImageSize size_;
    ImageSize framebuffer_;
    ImageSize remembered_;
    double content_scale_ = 1;
    double display_rate_ = 60;
    Place windowed_{};  // its place before full screen
};

// Turns SIGTERM, SIGINT and SIGHUP into a request to close the window. One at a time; its
// destructor restores the default handlers.
class Termination {
  public:
    Termination();
    ~Termination();
    Termination(const Termination&) = delete;
    Termination& operator=(const Termination&) = delete;

    static bool requested();
};

}  // namespace mariani::app
