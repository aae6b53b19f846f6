// What the window shows of a workload beside the Mandelbrot set, whose parts are the application's
// own: one class each, which its Tab makes. Main thread, with the window's GL context.
#pragma once

#include "app/explore/command.hpp"
#include "app/explore/input_event.hpp"
#include "app/explore/navigator.hpp"
#include "app/explore/view_navigation.hpp"
#include "app/window/recorders.hpp"
#include "app/window/window_state.hpp"
#include "render/gl/draw_state.hpp"
#include "render/gl/program.hpp"
#include "render/gl/texture.hpp"
#include "render/picture/image.hpp"
#include "render/picture/viewport.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace mariani::app {

// By a shader, which Mesa's software renderer keeps from start to start: the one that it makes for
// glBlitFramebuffer takes it 25 ms each time.
class ScreenImage {
  public:
    // Throws std::runtime_error if the shader is missing or does not compile.
    ScreenImage();

    void set(const render::Image& image);

    // Stretched over this part of the window; nothing before the first set().
    void draw(const render::Viewport& place) const;

  private:
    render::gl::Program program_;
    render::gl::VertexArray nothing_;
    render::gl::Texture picture_;
};

// What mouse and keys move.
struct Navigation {
    Navigator& navigator;
    View& view;  // that is asked for
};

class WorkloadScreen {
  public:
    virtual ~WorkloadScreen() = default;

    // Once a turn while it is shown: asks for what the settings want, and takes what is finished.
    // `mouse`: the picture's pixel under the mouse, if there is one. Never waits.
    virtual void advance(const std::optional<PixelPoint>& mouse) = 0;

    // Once, when another tab is shown: nothing is computed for this one any more.
    virtual void leave() = 0;

    // What the mouse does, in the order in which it does. `mouse`: as for advance(), at that time.
    virtual void act_on(const InputEvent&, const std::optional<PixelPoint>&) {}

    // After what mouse and keys did: where that has moved a view, the settings take it.
    virtual void take_moved_view() {}

    // Whether it has a use for this, which then does not move the view.
    virtual bool takes_from_view(const InputEvent&) const { return false; }

    // Whether it has a use for a file that holds no settings: a picture, for points to lie in.
    virtual bool open(const std::string&) { return false; }

    // Into the picture's place in the framebuffer, which is cleared.
    virtual void draw() = 0;

    // Whether the command is this screen's, and carried out.
    virtual bool take(const Command& command) = 0;

    virtual bool busy() const = 0;  // something that was asked for is under way
    virtual std::optional<std::chrono::steady_clock::time_point> busy_since() const = 0;
    virtual bool measuring() const = 0;             // an experiment is
    virtual bool stopped() const { return false; }  // what was asked for was, and is not shown
    virtual bool playing() const { return false; }  // what is shown changes from turn to turn
    virtual bool moving() const { return false; }   // pictures follow one another until it is held
    // How much is done of what is under way, 0 to 1; nothing where that is not known.
    virtual std::optional<double> progress() const { return std::nullopt; }

    // The picture on screen as it was drawn, without marks; null if it is not what was asked for.
    virtual const render::Image* picture() const = 0;
    // Writes into a copy of the picture, for a file, what the interface draws over it besides
    // marks.
    virtual void label(render::Image&) const {}
    virtual std::string title() const = 0;  // of the picture, a line
    // Makes the settings those of the picture, where they differ.
    virtual void describe(Settings&) const {}
    // Whether a user changed it on the way, so that no settings lead to it.
    virtual bool altered() const { return false; }

    // The log of what its engines take.
    virtual WindowLog& log() = 0;

    // What the mouse moves over the picture; nothing where nothing can be moved.
    virtual std::optional<Navigation> navigation() { return std::nullopt; }
};

// See Tab.
template <typename Screen>
std::unique_ptr<WorkloadScreen> make_screen(WindowState& state, const TabMeans& means) {
    return std::make_unique<Screen>(state, means);
}

// The tabs beside the Mandelbrot set's: which is shown, and whose a command is. Main thread, with
// the window's GL context.
class Screens {
  public:
    Screens(WindowState& state, TabMeans means);

    // The screen of the tab that is shown; null: the Mandelbrot set's.
    WorkloadScreen* active() const;

    // Once a turn; see WorkloadScreen::advance. A tab is made when it is first shown.
    void advance(const std::optional<PixelPoint>& mouse);

    // Seconds from the turn's beginning in which a tab that was opened has the processor for what
    // it shows first; 0 or less: none.
    double head_start() const {
        constexpr double of_a_tab = 0.05;
        return active() ? opened_ + of_a_tab - state_.seen.now : 0;
    }

    // Clears the framebuffer and draws the active screen.
    void draw(ImageSize framebuffer);

    // Whether the active screen took the command, or it would act on what is not seen.
    bool take(const Command& command);

  private:
    WindowState& state_;
    TabMeans means_;
    std::map<Workload, std::unique_ptr<WorkloadScreen>> made_;
    Workload shown_ = Workload::mandelbrot;  // in the last turn
    double opened_ = 0;                      // when it was; s of the window's clock
};

// The tab `steps` after this one, round and round.
Workload workload_after(Workload workload, int steps);

}  // namespace mariani::app
