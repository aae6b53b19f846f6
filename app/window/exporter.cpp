#include "app/window/exporter.hpp"

#include "app/files/folders.hpp"
#include "app/files/own_file.hpp"
#include "app/files/picture_file.hpp"
#include "app/produce/film.hpp"
#include "app/produce/replay_film.hpp"
#include "app/settings/failure.hpp"
#include "app/window/frame_display.hpp"
#include "app/window/workload_screen.hpp"
#include "compute/model/text.hpp"
#include "compute/service/resolve.hpp"
#include "render/gl/framebuffer.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

namespace fs = std::filesystem;

constexpr auto longest_wait = std::chrono::seconds(10);

[[noreturn]] void fail(std::string_view why) {
    throw std::runtime_error(fmt::format("The picture was not copied: {}", why));
}

std::string text_of(int error) {
    return std::generic_category().message(error);
}

// An open file that has no name.
class Descriptor {
  public:
    explicit Descriptor(int descriptor) : descriptor_(descriptor) {
        if (descriptor < 0) fail(text_of(errno));
    }
    ~Descriptor() { close(descriptor_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return descriptor_; }

  private:
    int descriptor_;
};

// In the user's cache for as long as it takes to open it, one instance after the other.
Descriptor opened_png(const render::Image& image) {
    const fs::path path = cache_folder() / "clipboard.png";
    const FileLock lock(path);
    render::write_png(path, image);
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const int error = errno;
    std::error_code ignored;
    fs::remove(path, ignored);
    errno = error;
    return Descriptor(descriptor);
}

// A file rather than a pipe: the program leaves a process behind that keeps what it was given open.
std::string said(const Descriptor& errors) {
    std::array<char, 300> text{};
    const auto size = pread(errors.get(), text.data(), text.size(), 0);
    std::string line(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    line.resize(std::min(line.find('\n'), line.size()));
    return printable(line, longest_quote);
}

using Arguments = std::vector<const char*>;

// The program's process with the picture as its input; nullopt if there is no such program. In a
// group of its own, so that Ctrl+C in the terminal does not empty the clipboard.
std::optional<pid_t> started(const Arguments& arguments, const Descriptor& png,
                             const Descriptor& errors) {
    std::vector<char*> argv;
    for (const char* argument : arguments) argv.push_back(const_cast<char*>(argument));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&files, png.get(), STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, errors.get(), STDERR_FILENO);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t process = 0;
    const int error =
        posix_spawnp(&process, argv.front(), &files, &attributes, argv.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (error == ENOENT) return std::nullopt;
    if (error != 0)
        fail(fmt::format("{} could not be started: {}", arguments.front(), text_of(error)));
    return process;
}

// Its exit status; one that does not end is killed.
int status_of(pid_t process, std::string_view name) {
    const auto start = std::chrono::steady_clock::now();
    int status = 0;
    while (waitpid(process, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() - start > longest_wait) {
            kill(process, SIGKILL);
            waitpid(process, &status, 0);
            fail(fmt::format("{} did not accept it: try again, or save it with F12", name));
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return status;
}

// Whether there is such a program; throws if there is, and it fails.
bool copied_by(const Arguments& arguments, const Descriptor& png) {
    lseek(png.get(), 0, SEEK_SET);
    const Descriptor errors(memfd_create("clipboard errors", MFD_CLOEXEC));
    const auto process = started(arguments, png, errors);
    if (!process) return false;
    const int status = status_of(*process, arguments.front());
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    const std::string why = said(errors);
    fail(fmt::format("{} failed{}", arguments.front(), why.empty() ? "" : ": " + why));
}

bool ready(const std::future<Exporter::Done>& done) {
    return done.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

// Runs the work; turns its failure into a message.
template <typename Work>
Exporter::Done carried_out(const std::filesystem::path& path, Work&& work) {
    Exporter::Done done{path, {}, false};
    auto failure = failure_of([&] { done.cancelled = !work(); });
    if (failure) done.error = std::move(*failure);
    return done;
}

void reject_unfinished(const WindowState& state, const char* what) {
    if (pixel_count(state.seen.picture) == 0)
        throw std::runtime_error(
            fmt::format("{}: the window is too small to show a picture", what));
    if (!state.answered())
        throw std::runtime_error(
            fmt::format("{}: the picture is unfinished. Press F5 to compute it.", what));
}

void export_screenshot(const WindowState& state, FrameDisplay& display, Exporter& exports,
                       ImageSize framebuffer) {
    reject_unfinished(state, "No screenshot");
    Settings pictured = state.settings;
    pictured.overlay = state.drawn_overlay();
    const bool wanted = state.settings.overlay.shown && pictured.exports.with_overlay;
    render::Viewport area = state.viewport;
    if (pictured.exports.with_panel) {
        area = {0, 0, framebuffer.width, framebuffer.height};
    } else if (pictured.overlay.shown && !wanted) {
        pictured.overlay.shown = false;
        display.draw_without_overlay();
    }
    if (state.from_poster) {  // as an engine would compute it
        const FramePlan plan = resolve(state.wanted_request(), state.seen.hardware, {}).plan;
        return exports.screenshot(render::read_pixels(area), pictured, plan, {});
    }
    const Frame& frame = state.shown->frame->frame;
    exports.screenshot(render::read_pixels(area), pictured, frame.plan, frame.stats);
}

void export_replay(WindowState& state, FrameDisplay& display, Exporter& exports,
                   const std::filesystem::path& path) {
    if (state.from_poster)
        throw std::runtime_error(
            "No film of the replay: the picture is a poster's, without regions. Close the poster.");
    reject_unfinished(state, "No film of the replay");
    const auto frame = state.shown->frame;
    if (frame->frame.plan.engine == EngineKind::ex)
        throw std::runtime_error(
            "No film of the replay: Ex does not cut the picture into regions. Choose another "
            "engine, or auto.");
    display.draw_without_overlay();
    const auto picture = std::make_shared<const render::Image>(render::read_pixels(state.viewport));
    const FilmShape shape{replay_film_size(picture->size()),
                          SubdivisionReplay::seconds / state.panels.replay.speed};
    exports.film(path, [=, settings = state.settings](const std::stop_token& stop,
                                                      std::atomic<double>& progress) {
        const ReplayFilm film(frame->frame, *picture, settings, shape.size, shape.seconds);
        return write_film(
            path, shape, [&](double second) { return film.at(second); }, stop, progress);
    });
}

// The picture as it will stay is on screen, and as large as a file is to have it.
bool picture_rests(const WindowState& state, const FrameDisplay& display) {
    if (state.picture_wanted() && size_of(state.viewport) != state.seen.picture) return false;
    return !display.frame_is_coming() && !display.colours_change() && !state.seen.samples.coming;
}

}  // namespace

void copy_to_clipboard(const render::Image& image) {
    const Descriptor png = opened_png(image);
    const Arguments wayland{"wl-copy", "--type", "image/png"};
    const Arguments x11{"xclip", "-selection", "clipboard", "-t", "image/png", "-i"};
    const bool on_wayland = std::getenv("WAYLAND_DISPLAY") != nullptr;
    if (on_wayland && copied_by(wayland, png)) return;
    if (copied_by(x11, png)) return;
    fail(fmt::format("this needs the program {}",
                     on_wayland ? "wl-copy (package wl-clipboard)" : "xclip (package xclip)"));
}

Exporter::Exporter(EngineDispatcher engines, std::function<void()> wake)
    : engines_(std::move(engines)), wake_(std::move(wake)) {}

Exporter::~Exporter() {
    cancel_poster();
}

void Exporter::screenshot(render::Image image, const Settings& settings, const FramePlan& computed,
                          const EngineStats& stats) {
    const auto path = names_.next(settings.exports, ".png");
    file(path, [path, image = std::move(image), settings, computed, stats] {
        auto texts = picture_texts(settings, image.size(), computed);
        std::ranges::move(proof_texts(computed, stats), std::back_inserter(texts));
        render::write_png(path, image, texts);
    });
}

void Exporter::screenshot(render::Image image, const Settings& settings, const std::string& title,
                          bool altered) {
    const auto path = names_.next(settings.exports, ".png");
    file(path, [path, image = std::move(image), settings, title, altered] {
        render::write_png(path, image, picture_texts(settings, image.size(), title, altered));
    });
}

void Exporter::file(const std::filesystem::path& path, std::function<void()> write) {
    files_.push_back(std::async(std::launch::async, [path, write = std::move(write), wake = wake_] {
        auto done = carried_out(path, [&] {
            write();
            return true;
        });
        wake();
        return done;
    }));
}

void Exporter::copy(render::Image image) {
    files_.push_back(std::async(std::launch::async, [image = std::move(image), wake = wake_] {
        auto done = carried_out({}, [&] {
            copy_to_clipboard(image);
            return true;
        });
        done.said = fmt::format("Copied the picture: {} x {} pixels", image.size().width,
                                image.size().height);
        wake();
        return done;
    }));
}

void Exporter::poster(const Settings& settings) {
    reject_second();
    Poster poster{names_.next(settings.exports, ".png"), {}, {}};
    PosterJob job{settings, settings.exports.size, poster.path, std::nullopt, std::nullopt};
    job.settings.overlay.shown = settings.overlay.shown && settings.exports.with_overlay;
    progress_ = 0;
    poster.done =
        std::async(std::launch::async, [this, job = std::move(job), engines = engines_,
                                        stop = poster.stop.get_token(), wake = wake_]() mutable {
            auto done = carried_out(job.picture, [&] {
                return make_poster(job, engines, stop, progress_).has_value();
            });
            engines.free_export_engines();
            wake();
            return done;
        });
    poster_ = std::move(poster);
}

void Exporter::film(const std::filesystem::path& path, MakeFilm make) {
    reject_second();
    Poster film{path, {}, {}};
    progress_ = 0;
    film.done = std::async(std::launch::async, [this, path, make = std::move(make),
                                                stop = film.stop.get_token(), wake = wake_] {
        auto done = carried_out(path, [&] { return make(stop, progress_); });
        wake();
        return done;
    });
    poster_ = std::move(film);
}

void Exporter::reject_second() const {
    if (poster_)
        throw std::runtime_error("a poster or film is already being made: wait, or cancel it");
}

void Exporter::cancel_poster() {
    if (poster_) poster_->stop.request_stop();
}

std::vector<Exporter::Done> Exporter::poll() {
    std::vector<Done> results;
    std::erase_if(files_, [&](auto& done) {
        if (!ready(done)) return false;
        results.push_back(done.get());
        return true;
    });
    if (poster_ && ready(poster_->done)) {
        results.push_back(poster_->done.get());
        poster_.reset();
    }
    return results;
}

std::string Exporter::poster_path() const {
    return poster_ ? poster_->path.string() : std::string();
}

void take_screenshot(WindowState& state, FrameDisplay& display, Exporter& exports,
                     ImageSize framebuffer, bool with_panel) {
    if (!state.screenshot_wanted || !picture_rests(state, display) ||
        state.settings.exports.with_panel != with_panel)
        return;
    state.screenshot_wanted = false;
    state.attempt([&] { export_screenshot(state, display, exports, framebuffer); });
}

void take_screenshot(WindowState& state, const WorkloadScreen& screen, Exporter& exports,
                     ImageSize framebuffer, bool with_panel) {
    if (screen.busy()) return;
    const auto picture = [&](const char* what) {
        if (!screen.picture())
            throw std::runtime_error(fmt::format(
                "{}: the requested picture is not on screen. Press F5 to compute it.", what));
        render::Image image = *screen.picture();
        screen.label(image);
        return image;
    };
    if (!with_panel && std::exchange(state.copy_wanted, false))
        state.attempt([&] { exports.copy(picture("The picture was not copied")); });
    if (!state.screenshot_wanted || state.settings.exports.with_panel != with_panel) return;
    state.screenshot_wanted = false;
    state.attempt([&] {
        auto image = picture("No screenshot");
        if (with_panel) image = render::read_pixels({0, 0, framebuffer.width, framebuffer.height});
        Settings pictured = state.settings;
        screen.describe(pictured);
        exports.screenshot(std::move(image), pictured, screen.title(), screen.altered());
        if (screen.altered())
            state.notify(Message::Kind::info,
                         "When reopened, this screenshot computes the same number of steps from "
                         "its seed, without the changes made by hand.");
    });
}

void copy_picture(WindowState& state, const FrameDisplay& display, Exporter& exports) {
    if (!state.copy_wanted || !picture_rests(state, display)) return;
    state.copy_wanted = false;
    state.attempt([&] {
        reject_unfinished(state, "The picture was not copied");
        exports.copy(render::read_pixels(state.viewport));
    });
}

void film_replay(WindowState& state, FrameDisplay& display, Exporter& exports) {
    if (!state.film_wanted || !picture_rests(state, display)) return;
    const auto path = *std::exchange(state.film_wanted, std::nullopt);
    state.attempt([&] { export_replay(state, display, exports, path); });
}

}  // namespace mariani::app
