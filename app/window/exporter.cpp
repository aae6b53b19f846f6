#include "app/window/exporter.hpp"

#include "app/failure.hpp"
#include "app/files/picture_file.hpp"
#include "app/window/picture_clipboard.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
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
    job.settings.overlay.shown = settings.exports.with_overlay;
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
        throw std::runtime_error("a poster or film is being made already: wait, or cancel it");
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

}  // namespace mariani::app
