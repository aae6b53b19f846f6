// Writes pictures to files and to the clipboard, on threads of its own.
#pragma once

#include "app/produce/export_names.hpp"
#include "app/produce/poster.hpp"
#include "app/settings/settings.hpp"
#include "render/picture/image.hpp"

#include <atomic>
#include <filesystem>
#include <functional>
#include <future>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

// Returns once that program has taken the picture, as image/png; on a thread that may wait. Throws
// std::runtime_error if neither is installed, naming the packages, and if it fails, with what it
// says.
void copy_to_clipboard(const render::Image& image);

class FrameDisplay;
class WorkloadScreen;
struct WindowState;

class Exporter {
  public:
    struct Done {
        std::filesystem::path path;
        std::string error;  // for the user; empty if the file was written
        bool cancelled = false;
        std::string said = {};  // of what is no file: that it was done
    };

    // `wake` is called on the exporter's threads when something is done.
    Exporter(EngineDispatcher engines, std::function<void()> wake);
    ~Exporter();  // cancels a poster or film, finishes the other files
    Exporter(const Exporter&) = delete;
    Exporter& operator=(const Exporter&) = delete;

    // All of these on one thread; none waits.

    ExportNames& names() { return names_; }

    // Writes a screenshot that carries the settings, and what was computed, into the folder they
    // name. Throws std::runtime_error when the folder cannot be made.
    void screenshot(render::Image image, const Settings& settings, const FramePlan& computed,
                    const EngineStats& stats);
    // The same of another workload's picture; see picture_texts().
    void screenshot(render::Image image, const Settings& settings, const std::string& title,
                    bool altered);
    // Copies a picture to the clipboard.
    void copy(render::Image image);
    // Runs `write`, which writes a file of this name or throws.
    void file(const std::filesystem::path& path, std::function<void()> write);
    // Starts the poster that the settings ask for. Throws std::runtime_error if a poster or film is
    // already being made, and what screenshot() throws.
    void poster(const Settings& settings);
    // Runs `make`, which writes a film to this path, or returns false if stopped. Only one poster
    // or film is made at a time: throws std::runtime_error while one is.
    using MakeFilm =
        std::function<bool(const std::stop_token& stop, std::atomic<double>& progress)>;
    void film(const std::filesystem::path& path, MakeFilm make);
    void cancel_poster();
    std::vector<Done> poll();

    bool exporting() const { return poster_.has_value(); }
    bool busy() const { return exporting() || !files_.empty(); }
    double progress() const { return progress_; }
    bool cancelled() const { return poster_ && poster_->stop.stop_requested(); }
    std::string poster_path() const;

  private:
    void reject_second() const;

    struct Poster {  // or a film
        std::filesystem::path path;
        std::stop_source stop;
        std::future<Done> done;
    };

    ExportNames names_;
    const EngineDispatcher engines_;  // of which each poster has a copy: none learns from another
    std::function<void()> wake_;
    std::vector<std::future<Done>> files_;
    std::atomic<double> progress_ = 0;
    std::optional<Poster> poster_;
};

// The screenshot, copy or film that was asked for: taken once the picture on screen is the one
// asked for. Twice a turn, with the picture drawn: before the panels are and, `with_panel`, after.
// Hands the screenshot to the exporter where it is due; a failure is reported. Main thread, with
// the window's GL context.
void take_screenshot(WindowState& state, FrameDisplay& display, Exporter& exports,
                     ImageSize framebuffer, bool with_panel);

// The same where the screen of another workload is shown, and a copy to the clipboard.
void take_screenshot(WindowState& state, const WorkloadScreen& screen, Exporter& exports,
                     ImageSize framebuffer, bool with_panel);

// The same for a copy to the clipboard, which shows what is seen of the picture, the grid too.
// Once a turn, before the panels are drawn.
void copy_picture(WindowState& state, const FrameDisplay& display, Exporter& exports);

// The same for a film of the replay: its picture is the one on screen, without its regions. Once a
// turn, before the picture is drawn.
void film_replay(WindowState& state, FrameDisplay& display, Exporter& exports);

}  // namespace mariani::app
