#include "app/window/exporter.hpp"

#include "app/files/picture_file.hpp"
#include "app/produce/film.hpp"
#include "app/produce/replay_film.hpp"
#include "app/settings/failure.hpp"
#include "app/window/frame_display.hpp"
#include "app/window/picture_clipboard.hpp"
#include "app/window/workload_screen.hpp"
#include "compute/service/resolve.hpp"
#include "render/gl/framebuffer.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

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
