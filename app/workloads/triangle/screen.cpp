#include "app/workloads/triangle/screen.hpp"

#include "app/settings/triangle_settings.hpp"
#include "app/workloads/triangle/rounds.hpp"
#include "app/workloads/triangle/rows.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

constexpr int runs_of_each_map = 5;  // of each map

// The same for all times of its motion.
triangle::Plan at_rest(triangle::Plan plan) {
    plan.time = 0;
    return plan;
}

// Of a film, a motion or a zoom.
bool follows(const TriangleJob& job, const TriangleJob& before) {
    return at_rest(job.plan) == at_rest(before.plan) && job.size == before.size;
}

// Blocks are laid out only for another map; where only time has passed, it is run again and the
// values are drawn anew.
class Draftsman {
  public:
    explicit Draftsman(triangle::Progress& progress) : progress_(progress) {}

    std::optional<TrianglePicture> operator()(const TriangleJob& job, const std::stop_token& stop) {
        if (!follow(job.plan, stop)) return std::nullopt;
        auto panes = panes_of(scene_->passes, job.size, line_height(job.style));
        if (!panes) throw std::runtime_error("The window is too small to show a triangle.");
        panes->views = within_whole(job.views, least_views(*scene_, *panes));
        if (!draw(job, *panes, stop)) return std::nullopt;
        return TrianglePicture{scene_, std::move(*panes), drawn_->image};
    }

  private:
    struct Drawn {
        TriangleJob job;  // at rest
        render::Image image;
    };

    // False if stopped.
    bool follow(const triangle::Plan& plan, const std::stop_token& stop) {
        if (scene_ && scene_->plan == plan) return true;
        const bool moves = scene_ && scene_->detailed() && at_rest(scene_->plan) == at_rest(plan);
        if (moves && !runner_) runner_ = triangle::make_runner(plan);
        if (!moves) {
            scene_.reset();
            runner_.reset();
            drawn_.reset();
        }
        auto scene = moves ? at_time(*scene_, plan.time, *runner_, stop)
                           : make_scene(plan, true, stop, &progress_);
        if (!scene) return false;
        scene_ = std::make_shared<const TriangleScene>(std::move(*scene));
        return true;
    }

    // False if stopped.
    bool draw(const TriangleJob& job, const TrianglePanes& panes, const std::stop_token& stop) {
        TriangleJob key = job;
        key.plan = at_rest(job.plan);
        if (drawn_ && drawn_->job == key) {
            if (redraw_values(drawn_->image, *scene_, panes, job.style, stop)) return true;
            drawn_.reset();
            return false;
        }
        auto image = draw_triangle(*scene_, panes, job.size, job.style, stop);
        if (!image) return false;
        drawn_ = Drawn{std::move(key), std::move(*image)};
        return true;
    }

    triangle::Progress& progress_;
    std::shared_ptr<const TriangleScene> scene_;
    std::shared_ptr<triangle::Runner> runner_;  // of moved scenes; null before the first
    std::optional<Drawn> drawn_;                // of the scene
};

MapMeasurement measurement_of(const std::vector<triangle::Plan>& plans,
                              const TriangleRounds& rounds) {
    MapMeasurement measurement{plans.front(), {}, rounds.device(), rounds.floor_ms()};
    for (std::size_t map = 0; map < plans.size(); ++map) {
        const Spread ms = spread_of(rounds.ms_of(map));
        const auto [improvement, block_cost] = rounds.beside_box(plans[map], ms.median);
        measurement.times.push_back({plans[map].map, ms, improvement, plans[map].by_grid,
                                     rounds.energy_of(map), block_cost,
                                     ns_per_block(plans[map], ms.median)});
    }
    return measurement;
}

// Nothing: all that are exact. Where one as printed is shown, it too, and of the three roots the
// others with it.
std::vector<triangle::MapKind> maps_beside(triangle::MapKind shown) {
    std::vector<triangle::MapKind> maps;
    if (!triangle::is_exhibit(shown)) return maps;
    for (const auto& each : choices<triangle::MapKind>()) {
        const bool both_roots = triangle::has_epsilon(shown) && triangle::has_epsilon(each.value);
        if (!triangle::is_exhibit(each.value) || each.value == shown || both_roots)
            maps.push_back(each.value);
    }
    return maps;
}

// Six, each twice the one before; fewer of a small triangle.
std::vector<int> sides_up_to(int side) {
    constexpr int halvings = 5;
    std::vector<int> sides;
    for (int shift = halvings; shift >= 0; --shift)
        if (side >> shift > 0) sides.push_back(side >> shift);
    return sides;
}

std::string head_of(const triangle::Plan& plan) {
    return fmt::format("{} on {}: test {}, N {}, rho {}, {} blocks to a side",
                       choice_of(plan.map).label, choice_of(plan.backend).label,
                       choice_of(plan.test).label, plan.side, plan.block,
                       triangle::shape_of(plan).blocks);
}

// What a picture at rest says more. On the way only the values are drawn.
std::string time_of(const triangle::Plan& plan) {
    if (!triangle::has_input(plan.test) || plan.time == 0) return "";
    return fmt::format(", after {:.2f} s", plan.time);
}

// Why nothing of what the settings ask for can move.
std::optional<std::string> why_at_rest(const TriangleSettings& settings) {
    if (!triangle::has_input(settings.problem.test))
        return "Nothing moves in this test: choose EDM or collision.";
    if (settings.problem.side > max_scene_side)
        return fmt::format("Points move up to N = {}, where the map is run.", max_scene_side);
    return std::nullopt;
}

}  // namespace

TriangleScreen::TriangleScreen(WindowState& state, std::function<void()> wake)
    : state_(state),
      view_(std::make_shared<TriangleView>()),
      pictures_(state, Draftsman(progress_), follows, wake),
      measurer_(
          [this](const MeasureJob& job, const std::stop_token& stop) { return measure(job, stop); },
          wake) {
    state_.panels.recorded_run.loop = false;
}

TriangleScreen::~TriangleScreen() = default;

// As the settings have it, and where it runs.
triangle::Request TriangleScreen::request() const {
    const EngineRequest& engine = state_.settings.engine;
    auto request = triangle_request(*state_.settings.triangle);
    if (const DeviceEntry* first = first_device()) request.device = first->index;
    request.device = engine.device.value_or(request.device);
    request.threads = engine.threads.value_or(0);
    return request;
}

// What the settings ask for. Throws std::invalid_argument if it cannot be shown.
TriangleJob TriangleScreen::wanted() {
    const TriangleSettings& settings = *state_.settings.triangle;
    TriangleJob job;
    job.plan = triangle::resolve(request(), backend_unavailable(Backend::cuda)).front();
    job.size = state_.seen.picture;
    job.style.head = head_of(job.plan) + (moving_ ? "" : time_of(job.plan));
    job.style.text_size = 15.0f * static_cast<float>(state_.seen.line_width);
    job.style.colour = settings.colour;
    job.style.coverage = settings.coverage;
    job.views = settings.views;
    FilmPlayer& film = state_.panels.recorded_run;
    const auto& asked = pictures_.asked();
    if (film.is_open() && asked && at_rest(job.plan) != at_rest(asked->plan))
        film.close();  // it is of another map
    if (film.is_open()) job.style.played = film.second() / FilmPlayer::seconds;
    return job;
}

void TriangleScreen::advance(const std::optional<PixelPoint>& mouse) {
    if (pixel_count(state_.seen.picture) == 0) return;
    state_.panels.recorded_run.advance(state_.seen.now);
    move_on();
    if (pictures_.take_finished()) show(*pictures_.shown(), *pictures_.picture());
    if (pictures_.ask_for_made([this] { return wanted(); })) progress_.blocks_done = 0;
    view_->error = pictures_.error();
    take_measurement();
    hover(mouse);
    state_.seen.triangle = view_;
}

void TriangleScreen::show(const TriangleJob& job, const TrianglePicture& picture) {
    view_->scene = picture.scene;
    view_->panes = picture.panes;
    view_->played = job.style.played;
    view_->hovered.reset();
}

// The view of the pane at a point; null beside them.
PaneView* TriangleScreen::view_at(const PixelPoint& point, const PixelRect*& pane) {
    if (!view_->scene) return nullptr;
    const TrianglePanes& panes = view_->panes;
    for (const PixelRect* each : {&panes.parallel, &panes.data, &panes.result}) {
        const bool inside = point.x >= each->x && point.y >= each->y &&
                            point.x < each->x + each->width && point.y < each->y + each->height;
        if (!inside) continue;
        pane = each;
        PaneViews& views = state_.settings.triangle->views;
        return each == &panes.parallel ? &views.parallel : &views.cells;
    }
    return nullptr;
}

void TriangleScreen::keep_in_whole() {
    if (!view_->scene) return;
    PaneViews& views = state_.settings.triangle->views;
    views = within_whole(views, least_views(*view_->scene, view_->panes));
}

// What is under the point stays there.
void TriangleScreen::zoom(const PixelPoint& at, double factor) {
    const PixelRect* pane = nullptr;
    PaneView* view = view_at(at, pane);
    if (view == nullptr) return;
    keep_in_whole();  // settings of another triangle may say otherwise
    const double across = (at.x - pane->x) / pane->width, down = (at.y - pane->y) / pane->height;
    const double x = view->x + across * view->size, y = view->y + down * view->size;
    view->size = std::min(1.0, view->size * factor);
    keep_in_whole();
    view->x = x - across * view->size;
    view->y = y - down * view->size;
    keep_in_whole();
}

void TriangleScreen::drag(const PixelPoint& to) {
    const PixelRect* pane = nullptr;
    if (PaneView* view = view_at(*dragged_, pane)) {
        view->x -= (to.x - dragged_->x) / pane->width * view->size;
        view->y -= (to.y - dragged_->y) / pane->height * view->size;
        keep_in_whole();
    }
    dragged_ = to;
}

void TriangleScreen::act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) {
    constexpr double notch = 0.75;  // of the visible side
    if (const auto* scroll = std::get_if<input::Scroll>(&event); scroll && mouse)
        return zoom(*mouse, std::pow(notch, scroll->y));
    if (const auto* button = std::get_if<input::MouseButton>(&event);
        button && button->button == Button::left) {
        dragged_ = button->pressed ? mouse : std::nullopt;
    } else if (std::holds_alternative<input::MouseMove>(event) && dragged_) {
        if (mouse)
            drag(*mouse);
        else
            dragged_.reset();
    }
}

void TriangleScreen::hover(const std::optional<PixelPoint>& mouse) {
    const auto& picture = pictures_.picture();
    const bool shown = mouse && picture && picture->image.size() == state_.seen.picture;
    const auto block =
        shown ? block_at(*picture->scene, picture->panes, mouse->x, mouse->y) : std::nullopt;
    if (!block) return view_->hovered.reset();
    if (!view_->hovered || view_->hovered->number != *block)
        view_->hovered = HoveredBlock{*block, cells_of(*picture->scene, *block), {}};
    view_->hovered->cell = cell_at(*picture->scene, picture->panes, mouse->x, mouse->y);
}

// The tab's runner of the commands `race` and `sweep`, on the measurer's thread.
std::optional<MeasuredMaps> TriangleScreen::measure(const MeasureJob& job,
                                                    const std::stop_token& stop) {
    MeasuredMaps measured;
    for (const auto& plans : job.sides) {
        TriangleRounds rounds(plans);
        if (!rounds.measure(runs_of_each_map, stop, runs_done_)) return std::nullopt;
        if (job.energy && !rounds.measure_energies(stop, runs_done_)) return std::nullopt;
        measured.sides.push_back(measurement_of(plans, rounds));
        for (const TriangleRun& run : rounds.runs())
            measured.rows.push_back(triangle_row(plans[run.which], run, rounds));
    }
    return measured;
}

// Throws std::invalid_argument if the maps cannot be run.
void TriangleScreen::begin_measurement(bool against_side, bool energy) {
    if (measurer_.busy()) return;
    state_.panels.recorded_run.close();
    moving_ = false;
    auto all = request();
    all.maps = against_side ? std::vector<triangle::MapKind>() : maps_beside(all.maps.front());
    all.grid = all.test == triangle::Task::collision && !against_side;
    MeasureJob job{{}, against_side, energy};
    for (const int side : against_side ? sides_up_to(all.side) : std::vector{all.side}) {
        all.side = side;
        job.sides.push_back(triangle::resolve(all, backend_unavailable(Backend::cuda)));
    }
    runs_done_ = 0;
    const int maps = static_cast<int>(job.sides.size() * job.sides.front().size());
    runs_wanted_ = (runs_of_each_map + (energy ? 1 : 0)) * maps;
    view_->measurement_error.reset();
    measurer_.submit(job);
    if (!measurer_.busy()) measurer_.submit_again();  // the same maps as before
}

void TriangleScreen::take_measurement() {
    const bool measured = view_->measuring;
    if (auto outcome = measurer_.poll()) {
        if (outcome->result) write(outcome->result->rows);
        if (!outcome->result)
            view_->measurement_error = outcome->error;
        else if (outcome->job.against_side)
            view_->by_side = std::make_shared<const std::vector<MapMeasurement>>(
                std::move(outcome->result->sides));
        else
            view_->measurement =
                std::make_shared<const MapMeasurement>(std::move(outcome->result->sides.front()));
    }
    view_->log = log_.view();
    view_->measuring = measurer_.busy();
    view_->moving = moving_;
    view_->measured_share = runs_wanted_ == 0 ? 0 : static_cast<double>(runs_done_) / runs_wanted_;
    if (measured != view_->measuring) state_.request_redraw();
}

// Into the log, if there is one.
void TriangleScreen::write(const std::vector<nlohmann::ordered_json>& rows) {
    state_.attempt([&] {
        for (const auto& row : rows) log_.write(row);
    });
}

void TriangleScreen::leave() {
    pictures_.forget();
    measurer_.stop();
    moving_ = false;
    state_.panels.recorded_run.close();
    dragged_.reset();
    view_->hovered.reset();
    state_.seen.triangle.reset();
}

// From the beginning, or on and off; a timed run is not recorded, nor played.
void TriangleScreen::play() {
    FilmPlayer& film = state_.panels.recorded_run;
    if (refuses_to_play()) return;
    moving_ = false;
    if (!film.is_open())
        film.open();
    else
        film.playing() ? film.pause() : film.play();
}

bool TriangleScreen::refuses_to_play() {
    if (measurer_.busy())
        state_.notify(Message::Kind::info,
                      "Nothing is played while maps are measured: it would take their time.");
    return measurer_.busy();
}

// Points and spheres, on and off, or for a moment.
void TriangleScreen::move(bool once) {
    constexpr double moment = 0.05;  // s
    if (refuses_to_play()) return;
    if (auto why = why_at_rest(*state_.settings.triangle))
        return state_.notify(Message::Kind::info, std::move(*why));
    state_.panels.recorded_run.close();
    moving_ = !once && !moving_;
    clock_.restart();
    if (once) pass(moment);
}

void TriangleScreen::pass(double seconds) {
    double& time = state_.settings.triangle->problem.time;
    time = std::min(time + seconds, triangle::limits::max_time);
}

// A picture is asked for when the one before is finished, and shows the time by then.
void TriangleScreen::move_on() {
    if (why_at_rest(*state_.settings.triangle)) moving_ = false;
    pass(clock_.passed(state_.seen.now, moving_));
}

// What Esc ends: the topmost.
void TriangleScreen::stop() {
    FilmPlayer& film = state_.panels.recorded_run;
    if (std::exchange(state_.seen.help_shown, false)) return;
    if (film.is_open()) return film.close();
    if (std::exchange(moving_, false))
        return state_.notify(Message::Kind::info, "Paused. Space goes on.");
    if (pictures_.busy()) {
        pictures_.stop();
        state_.notify(Message::Kind::info, "Stopped. F5 runs this map again.");
    }
    measurer_.stop();
}

bool TriangleScreen::take(const Command& command) {
    if (is(command, Action::stop_frame)) {
        stop();
        return true;
    }
    if (is(command, Action::play_subdivision)) {
        play();
        return true;
    }
    if (is(command, Action::play_pause)) {
        move(false);
        return true;
    }
    if (is(command, Action::step_once)) {
        move(true);
        return true;
    }
    if (is(command, Action::home_view)) {
        state_.settings.triangle->views = {};
        return true;
    }
    if (const auto* race = std::get_if<command::Race>(&command)) {
        begin_measurement(false, race->energy);
        return true;
    }
    if (std::holds_alternative<command::Sweep>(command)) {
        begin_measurement(true, false);
        return true;
    }
    if (is(command, Action::stop_experiment) && measurer_.busy()) {
        measurer_.stop();
        return true;
    }
    if (is(command, Action::recompute_frame)) {
        pictures_.ask_again();
        return true;
    }
    return false;
}

std::optional<std::chrono::steady_clock::time_point> TriangleScreen::busy_since() const {
    return busy() ? std::optional(pictures_.asked_at()) : std::nullopt;
}

double TriangleScreen::progress() const {
    const auto total = static_cast<double>(progress_.blocks_total);
    return total == 0 ? 0 : static_cast<double>(progress_.blocks_done) / total;
}

std::string TriangleScreen::title() const {
    const auto& shown = pictures_.shown();
    return shown ? "A triangle's map, " + shown->style.head : std::string();
}

}  // namespace mariani::app
