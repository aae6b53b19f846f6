// What the window does with the laboratory, and in idle time.
#include "app/files/atomic_file.hpp"
#include "app/files/picture_file.hpp"
#include "app/measure/experiment_file.hpp"
#include "app/measure/plots/race_picture.hpp"
#include "app/measure/race_csv.hpp"
#include "app/produce/portrait.hpp"
#include "app/window/application.hpp"
#include "render/picture/png.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr double rest_before_verifying = 0.5;  // s

}  // namespace

// A new view or a new experiment ends the verification at once; rest begins it.
void Application::verify_at_rest() {
    auto& exactness = seen_.exactness;
    if (stage_.frame() != verified_) {
        const bool exact = stage_.frame() && exact_already(stage_.frame()->frame);
        exactness = {exact ? Exactness::exact : Exactness::unknown, 0, 0, 0};
    }
    if (!undisturbed()) {
        if (verifier_.busy()) verifier_.cancel();
        tried_.reset();
        return;
    }
    if (exactness.state == Exactness::exact) return;
    const bool at_rest = shelf_.complete() && seen_.now - at_rest_since_ > rest_before_verifying;
    if (!verifier_.busy() && at_rest && verification_due()) {
        tried_ = stage_.frame();
        verifier_.begin(stage_.frame());
    }
    exactness.state = verifier_.busy() ? Exactness::verifying : Exactness::unknown;
    exactness.progress = verifier_.progress();
}

void Application::take_verification() {
    auto done = verifier_.poll();
    if (!done || !stage_.frame() || shown_request_ != wanted_request()) return;
    if (!done->error.empty())
        return tell(Message::Kind::warning, "The fills are not verified: " + done->error);
    attempt([&] {
        if (!done->wrong.empty()) {
            stage_.take(done->frame, navigator_.shown(), seen_.picture);
            seen_.frame = std::shared_ptr<const Frame>(done->frame, &done->frame->frame);
        }
        verified_ = stage_.frame();
        seen_.exactness = {Exactness::exact, 1, done->regions,
                           static_cast<std::int64_t>(done->wrong.size())};
        quiet_turns_ = 0;
    });
}

// What is on screen is what was asked for, and nothing else wants the engines.
bool Application::undisturbed() const {
    return settings_.verify_fills && shown_request_ == wanted_request() && !worker_.busy() &&
           !laboratory_.busy() && !exports_.busy();
}

// Idle time is still to be used: the window looks for it now and then.
bool Application::verification_due() const {
    return undisturbed() && stage_.frame() && stage_.frame() != verified_ &&
           stage_.frame() != tried_ && !exact_already(stage_.frame()->frame);
}

FrameRequest Application::subject_request() const {
    FrameRequest request = wanted_request();
    if (!stage_.frame() || shown_request_ != request) return request;
    const FramePlan& shown = stage_.frame()->frame.plan;
    request.scheme = shown.scheme;
    set_subdivision(request, shown.subdivision);
    return request;
}

void Application::tune() {
    if (!stage_.frame() || shown_request_ != wanted_request())
        throw std::runtime_error(
            "The search needs the finished picture, to know for which views it holds: wait for it");
    laboratory_.tune(subject_request());
    tuning_ = tuning_class(stage_.frame()->frame, stage_.frame()->summary);
    remembered_.reset();
}

// Keeps what a search has found, and tells what is known for views like that on screen.
void Application::remember_tuning() {
    const auto& found = seen_.laboratory.tuned;
    if (tuning_ && found && found != remembered_ && !laboratory_.busy()) {
        remembered_ = found;
        attempt([&] {
            const Tuning tuning = tuning_of(*tuning_, *found);
            tell(Message::Kind::info,
                 tunings_.remember(tuning) == tuning
                     ? "Remembered for views like this one, on this device"
                     : "A better find stays remembered for views like this one, on this device");
        });
    }
    seen_.tuned.reset();
    if (!stage_.frame()) return;
    const PreparedFrame& shown = *stage_.frame();
    if (const Tuning* known = tunings_.find(tuning_class(shown.frame, shown.summary)))
        seen_.tuned = *known;
}

void Application::race(const command::Race& asked) {
    RacePlan plan{wanted_request(), {}, asked.repeat, asked.seed, asked.energy};
    for (const auto& text : asked.racers) plan.racers.push_back(parse_racer(text));
    PortraitStyle style{settings_.colouring, stage_.palettes().get(settings_.colouring.palette),
                        settings_.overlay};
    laboratory_.race(
        plan, [style = std::move(style)](const Frame& frame) { return portrait(frame, style); });
}

// A picture that carries the raced view and the settings, and a table beside it.
void Application::export_race() {
    const auto race = laboratory_.view().race;
    if (!race || ranking(*race).empty())
        throw std::runtime_error("There is no race to save yet: start one in the laboratory");
    Settings raced = settings_;
    raced.view = race->plan.request.view;
    raced.engine.dwell_limit = race->plan.request.dwell_limit;
    const auto png = names_.next(settings_.exports, "-race.png");
    const auto csv = names_.next(settings_.exports, "-race.csv");
    exports_.file(png, [png, race, raced] {
        render::write_png(png, draw_race(*race),
                          picture_texts(raced, race->plan.request.image, winning_plan(*race)));
    });
    exports_.file(csv, [csv, race] { write_race_csv(csv, *race); });
}

void Application::export_sweep() {
    const auto sweep = laboratory_.view().sweep;
    if (!sweep || sweep->rows.empty())
        throw std::runtime_error("There is no sweep to save yet: start one in the laboratory");
    const auto path = names_.next(settings_.exports, "-experiment.json");
    exports_.file(path, [path, sweep] {
        write_whole_file(path, experiment_to_json(experiment_of(sweep->subject, sweep->rows)));
    });
}

}  // namespace mariani::app
