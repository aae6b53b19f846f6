#include "app/workloads/points/screen.hpp"

#include "app/settings/points_settings.hpp"
#include "app/workloads/points/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

// Pictures of these jobs are those of a motion, of the points, the mouse or the view.
bool follows(const PointsJob& job, const PointsJob& before) {
    const auto still = [](points::Request request) {
        request.time = 0;
        request.place.reset();
        return request;
    };
    return job.part.size == before.part.size && still(job.request) == still(before.request) &&
           job.pixels == before.pixels && job.round == before.round;
}

// Whether the tree is there. What is measured of it comes after its picture, and never while the
// points or the mouse that they follow move.
bool has_tree_of(const PointsJob& drawn, const PointsJob& job) {
    return drawn.request == job.request && drawn.pixels == job.pixels && drawn.round == job.round;
}

}  // namespace

PointsScreen::PointsScreen(WindowState& state, std::function<void()> wake)
    : state_(state),
      view_(std::make_shared<PointsView>()),
      pictures_(
          state,
          [scene = std::make_shared<PointsScene>()](
              const PointsJob& job, const std::stop_token& stop) { return scene->draw(job, stop); },
          follows, wake),
      measurer_(measure_engines, wake) {
    state_.panels.recorded_run.loop = false;
}

PointsScreen::~PointsScreen() = default;

// What the settings ask for; whether it can be is found where it is done.
PointsJob PointsScreen::wanted() const {
    const PointsSettings& settings = *state_.settings.points;
    const EngineRequest& engine = state_.settings.engine;
    PointsJob job;
    job.request = points_request(settings);
    if (const DeviceEntry* first = first_device()) job.request.device = first->index;
    job.request.device = engine.device.value_or(job.request.device);
    job.request.threads = static_cast<int>(engine.threads.value_or(0));
    if (settings.problem.distribution == points::Distribution::picture)
        job.pixels = settings.picture;
    job.no_cuda = backend_unavailable(Backend::cuda);
    job.part = {settings.center_x, settings.center_y, settings.height, state_.seen.picture};
    job.style.counts = settings.counts;
    job.style.unit = state_.seen.line_width;
    if (settings.circle)
        job.style.disc = points::Disc{place_of(settings), static_cast<float>(settings.radius)};
    job.strips = settings.strips;
    const FilmPlayer& film = state_.panels.recorded_run;
    if (film.is_open()) job.played = film.second() / FilmPlayer::seconds;
    job.round = round_;
    const auto& shown = pictures_.shown();
    job.level_times = !moving_ && shown && has_tree_of(*shown, job);
    return job;
}

void PointsScreen::advance(const std::optional<PixelPoint>&) {
    if (pixel_count(state_.seen.picture) == 0) return;
    state_.panels.recorded_run.advance(state_.seen.now);
    pass(state_.settings.points->speed * clock_.passed(state_.seen.now, moving_));
    if (pictures_.take_finished()) show(*pictures_.picture());
    ask_for(wanted());
    view_->error = pictures_.error();
    measurer_.advance(*view_, state_, log_);
    view_->moving = moving_;
    view_->speed = state_.settings.points->speed;
    view_->log = log_.view();
    state_.seen.points = view_;
}

void PointsScreen::ask_for(const PointsJob& job) {
    if (!pictures_.follows(job)) state_.panels.recorded_run.close();  // it is of another tree
    pictures_.ask_for(job);
}

void PointsScreen::show(const PointsPicture& picture) {
    view_->plan = picture.plan;
    view_->stats = picture.stats;
    view_->device = picture.device;
    view_->levels = picture.levels;
    view_->level_ms = picture.level_ms;
    view_->found = picture.found;
    view_->floor_ms = picture.floor_ms;
    view_->part = picture.part;
    view_->strips = picture.strips;
    view_->strip_steps = picture.strip_steps;
    if (std::exchange(run_, picture.run) == picture.run) return;
    state_.attempt([&] {
        log_.write(log_row(picture.plan, picture.stats, picture.levels, picture.device,
                           std::chrono::system_clock::now()));
    });
}

PartView PointsScreen::view() {
    PointsSettings& settings = *state_.settings.points;
    return {settings.center_x, settings.center_y, settings.height, least_points_height,
            most_points_height};
}

// Of the picture, without the strips below.
ImageSize PointsScreen::tree_size() const {
    const ImageSize all = state_.seen.picture;
    const auto& shown = pictures_.shown();
    const bool current = shown && shown->part.size == all;
    return current ? view_->part.size : all;
}

void PointsScreen::act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) {
    navigation_.act_on(view(), tree_size(), event, mouse);
    if (std::holds_alternative<input::MouseMove>(event) && mouse && !navigation_.dragging())
        follow(*mouse);
}

// Where it is needed, and over the square.
void PointsScreen::follow(const PixelPoint& mouse) {
    PointsSettings& settings = *state_.settings.points;
    if (!settings.circle && settings.problem.distribution != points::Distribution::mouse) return;
    const auto [x, y] = point_under(view(), tree_size(), mouse);
    if (mouse.y >= tree_size().height || !(x >= 0 && x < 1 && y >= 0 && y < 1)) return;
    settings.place_x = x;
    settings.place_y = y;
}

// Points, on and off, or for a moment.
void PointsScreen::move(bool once) {
    constexpr double moment = 0.05;  // s
    state_.panels.recorded_run.close();
    moving_ = !once && !moving_;
    clock_.restart();
    if (once) pass(moment);
}

void PointsScreen::pass(double seconds) {
    double& time = state_.settings.points->problem.time;
    time = std::min(time + seconds, points::limits::time);
}

// From the beginning, or on and off.
void PointsScreen::play() {
    PointsSettings& settings = *state_.settings.points;
    FilmPlayer& film = state_.panels.recorded_run;
    if (settings.problem.count > points::most_textbook_points)
        return state_.notify(Message::Kind::info,
                             "The two buffers of up to 64 points can be played: press Textbook in "
                             "the panel, which takes as many.");
    moving_ = false;
    settings.strips = true;
    if (!film.is_open())
        film.open();
    else
        film.playing() ? film.pause() : film.play();
}

// Of the points that are shown; nothing while a measurement is under way. Throws
// std::invalid_argument before the first picture.
void PointsScreen::begin_measurement(bool energy) {
    if (measurer_.busy()) return;
    if (!view_->plan) throw std::invalid_argument("No points are shown yet that can be measured.");
    moving_ = false;
    points::Plan plan = *view_->plan;
    plan.pool = state_.settings.points->problem.pool;
    plan.block = state_.settings.points->problem.block;
    measurer_.begin(engines_over(plan), energy);
}

// What Esc ends: the topmost.
void PointsScreen::stop() {
    FilmPlayer& film = state_.panels.recorded_run;
    if (std::exchange(state_.seen.help_shown, false)) return;
    if (film.is_open()) return film.close();
    if (std::exchange(moving_, false))
        return state_.notify(Message::Kind::info, "Paused. Space goes on.");
    if (measurer_.busy()) {
        measurer_.stop();
        return state_.notify(Message::Kind::info, "Stopped: what was measured before stays.");
    }
    pictures_.stop();
}

void PointsScreen::leave() {
    pictures_.forget();
    measurer_.stop();
    moving_ = false;
    state_.panels.recorded_run.close();
    navigation_.let_go();
    state_.seen.points.reset();
}

bool PointsScreen::take(const Command& command) {
    if (is(command, Action::stop_frame)) {
        stop();
    } else if (is(command, Action::play_pause)) {
        move(false);
    } else if (is(command, Action::step_once)) {
        move(true);
    } else if (is(command, Action::play_subdivision)) {
        play();
    } else if (is(command, Action::recompute_frame)) {
        ++round_;
    } else if (const auto* race = std::get_if<command::Race>(&command)) {
        begin_measurement(race->energy);
    } else if (is(command, Action::stop_experiment) && measurer_.busy()) {
        measurer_.stop();
    } else {
        return navigation_.take(view(), tree_size(), command);
    }
    return true;
}

std::optional<std::chrono::steady_clock::time_point> PointsScreen::busy_since() const {
    return busy() ? std::optional(pictures_.asked_at()) : std::nullopt;
}

// Of a motion the last one that is finished.
const render::Image* PointsScreen::picture() const {
    const render::Image* moved = moving_ || playing() ? pictures_.on_the_way() : nullptr;
    return moved != nullptr ? moved : pictures_.current();
}

std::string PointsScreen::title() const {
    return view_->plan ? "A quadtree of " + points_head(*view_->plan) : "";
}

}  // namespace mariani::app
