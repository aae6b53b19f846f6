#include "app/workloads/gasket/screen.hpp"

#include "app/measure/timeline.hpp"
#include "app/workloads/gasket/picture.hpp"
#include "app/workloads/gasket/place.hpp"
#include "app/workloads/gasket/runs.hpp"
#include "compute/service/resolve.hpp"
#include "render/picture/parallel_for.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/core.h>
#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

// Rows of the picture, which rows_of(first, count) makes, on all threads; nothing if stopped.
template <typename RowsOf>
std::optional<render::Image> make_image(ImageSize size, const std::stop_token& stop,
                                        const RowsOf& rows_of) {
    constexpr int at_once = 64;
    render::Image image(size, render::PixelFormat::rgb);
    render::parallel_for((size.height + at_once - 1) / at_once, [&](int band) {
        if (stop.stop_requested()) return;
        const int first = band * at_once;
        const auto rows = rows_of(first, std::min(at_once, size.height - first));
        std::ranges::copy(rows.bytes(), image.row(first).data());
    });
    if (stop.stop_requested()) return std::nullopt;
    return image;
}

// Nothing if stopped. Cells are shown where the step should have been watched and was not.
std::optional<GasketPainting> make_picture(const GasketDrawing& job, const std::stop_token& stop) {
    const GasketMoment& moment = *job.moment;
    const GasketPicture picture(moment.problem, job.board, job.size);
    std::optional<GasketStepColours> colours;
    if (job.style.watches() && moment.trace)
        colours.emplace(*moment.trace, moment.shape, moment.engine->backend, job.style);
    auto image = make_image(job.size, stop, [&](int first, int count) {
        return colours ? picture.rows(*colours, first, count)
                       : picture.rows(*moment.state, first, count);
    });
    if (!image) return std::nullopt;
    GasketPainting painting{std::move(*image), {}, {}};
    if (colours) painting.legend = colours->legend();
    if (job.rectangle)
        painting.rectangle = draw_rectangle(moment.shape, *moment.state, *job.rectangle);
    return painting;
}

std::optional<bool> is_alive(const GasketInquiry& job, const std::stop_token&) {
    return job.moment->state->populations(1, std::array{job.number}).front() != 0;
}

// Whether the stroke that begins sets cells alive; nothing for other buttons.
std::optional<bool> brush_of(const InputEvent& event) {
    const auto* button = std::get_if<input::MouseButton>(&event);
    if (!button || !button->pressed || (button->modifiers & modifier::control) == 0)
        return std::nullopt;
    if (button->button == Button::middle) return std::nullopt;
    return button->button == Button::left;
}

}  // namespace

GasketScreen::GasketScreen(WindowState& state, const TabMeans& tab)
    : state_(state),
      settings_(*state.settings.gasket),
      navigator_(plane_),
      opened_(state.opened_pictures),
      view_(std::make_shared<GasketView>()),
      simulation_(tab.service, tab.wake),
      draftsman_(make_picture, tab.wake),
      scout_(is_alive, tab.wake) {}

GasketMeans GasketScreen::means() const {
    const EngineRequest& engine = state_.settings.engine;
    GasketMeans means;
    means.rule = problem_->rule;
    means.engine = settings_.engine;
    means.backend = settings_.backend;
    if (!means.backend && why_no_cuda(state_.seen.hardware, engine.device))
        means.backend = Backend::cpu;
    means.method = settings_.numbers.method();
    means.method.threads = static_cast<int>(engine.threads.value_or(0));
    means.method.device = engine.device.value_or(state_.seen.hardware.device);
    return means;
}

GasketWish GasketScreen::wish() const {
    const auto& [level, density, seed, rho, tile, fuse, shared] = settings_.numbers;
    return {{settings_.fractal, level, static_cast<float>(density), seed, settings_.steps,
             round_ + opened_},
            means(),
            settings_.running,
            settings_.speed,
            single_steps_,
            energies_,
            races_,
            sweeps_,
            style().watches() || (state_.seen.layout.timeline > 0 && !settings_.running)};
}

GasketStyle GasketScreen::style() const {
    const FilmPlayer& film = state_.panels.recorded_run;
    GasketStyle style{settings_.blocks, settings_.coverage, {}};
    if (film.is_open()) style.played = film.second() / FilmPlayer::seconds;
    return style;
}

// The part of the box that the settings name; nothing for the whole.
std::optional<gasket::BoardView> GasketScreen::chosen_board() const {
    if (!settings_.height) return std::nullopt;
    return gasket::BoardView{settings_.center_x, settings_.center_y, *settings_.height};
}

// Mouse and keys move the view, which the settings then take; else it is theirs.
void GasketScreen::follow_settings() {
    const auto shape = shape_of(problem_->fractal, problem_->level);
    const bool first = !std::exchange(follows_, true);
    const gasket::BoardView whole = whole_board(shape, state_.seen.picture);
    const bool other_box = std::exchange(side_, shape.side) != shape.side;
    if (!first && !other_box && plane_ != followed_plane_) {
        plane_ = limited_move(followed_plane_, plane_, plane_view(whole, side_), side_);
        const auto board = board_view(plane_, side_);
        settings_.center_x = board.center_x;
        settings_.center_y = board.center_y;
        settings_.height = board.height;
        if (plane_ == plane_view(whole, side_)) settings_.height.reset();
    } else if (first || other_box || !settings_.height || chosen_board() != followed_board_) {
        const View goal = plane_view(chosen_board().value_or(whole), side_);
        if (first || other_box) navigator_.start_at(plane_, goal);
        plane_ = goal;
    }
    followed_board_ = chosen_board();
    followed_plane_ = plane_;
}

void GasketScreen::take_moved_view() {
    if (follows_ && pixel_count(state_.seen.picture) > 0) follow_settings();
}

void GasketScreen::advance(const std::optional<PixelPoint>& mouse) {
    if (pixel_count(state_.seen.picture) == 0) return;
    problem_ = gasket_problem(settings_);
    opened_ = state_.opened_pictures;
    state_.panels.recorded_run.advance(state_.seen.now);
    follow_settings();
    navigator_.advance(plane_, state_.seen.picture, state_.seen.now);
    simulation_.want(wish());
    take_finished();
    draw_newest();
    list_engines();
    view_->error = simulation_.error();
    view_->board = board_view(navigator_.shown(), side_);
    outline_tiles();
    hover(mouse);
    if (!busy())
        busy_since_.reset();
    else if (!busy_since_)
        busy_since_ = std::chrono::steady_clock::now();
    state_.seen.tab = view_;
}

void GasketScreen::take_finished() {
    if (auto moment = simulation_.poll()) {
        newest_ = std::move(moment);
        if (log_.format() && newest_->engine) write(*newest_);
    }
    view_->log = log_.view();
    auto outcome = draftsman_.poll();
    if (!outcome) return;
    if (!outcome->result) throw std::runtime_error(outcome->error);
    image_ = std::move(outcome->result->board);
    drawn_.set(*image_);
    shown_ = std::move(outcome->job);
    view_->rectangle.reset();
    if (const auto& rectangle = outcome->result->rectangle) {
        rectangle_ = render::texture_of(*rectangle);
        view_->rectangle = GasketRectangle{rectangle->size(), rectangle_.name()};
    }
    view_->moment = shown_->moment;
    view_->played = shown_->style.played;
    step_legend_ = std::move(outcome->result->legend);
    view_->trace_ns = shown_->moment->trace ? whole_ns(shown_->moment->trace->blocks) : 0;
    show_timeline(*shown_->moment);
    if (!settings_.running) state_.request_redraw();
}

// Steps that follow each other are recorded for their colours alone.
void GasketScreen::show_timeline(const GasketMoment& moment) {
    view_->no_timeline.clear();
    if (!moment.not_watched.empty())
        view_->no_timeline = fmt::format("Not recorded: {}.", moment.not_watched);
    const auto trace = settings_.running ? nullptr : moment.trace;
    if (std::exchange(trace_, trace) == trace) return;
    view_->timeline.reset();
    if (trace)
        view_->timeline = std::make_shared<const Timeline>(timeline_of(
            trace->blocks, moment.engine->backend, choice_of(moment.engine->kind).label));
}

void GasketScreen::write(const GasketMoment& moment) {
    state_.attempt([&] { log_.write(log_row(moment, std::chrono::system_clock::now())); });
}

GasketDrawing GasketScreen::drawing_of(std::shared_ptr<const GasketMoment> moment,
                                       const gasket::BoardView& board) const {
    GasketDrawing drawing{std::move(moment), board, state_.seen.picture, {}, style()};
    if (!state_.settings.insets.rectangle || !drawing.moment) return drawing;
    const double width = gasket_rectangle_width * state_.seen.panel_scale;
    drawing.rectangle =
        rectangle_size(drawing.moment->shape, std::max(1, static_cast<int>(std::lround(width))));
    return drawing;
}

void GasketScreen::outline_tiles() {
    view_->tiles.reset();
    view_->legend = step_legend_;
    if (!settings_.tiles || !shown_ || shown_->moment->shape.side != side_) return;
    const GasketMoment& moment = *shown_->moment;
    view_->tiles =
        tiles_on_screen(moment.problem, moment.tile_side, view_->board, state_.seen.picture);
    std::ranges::copy(legend_of(*view_->tiles), std::back_inserter(view_->legend));
}

// The rectangle is in front of the picture.
void GasketScreen::hover(const std::optional<PixelPoint>& mouse) {
    const auto before = std::exchange(view_->hovered, std::nullopt);
    view_->hovered_block.reset();
    view_->lit.clear();
    if (!shown_ || shown_->moment->shape.side != side_) return;
    const gasket::Shape& shape = shown_->moment->shape;
    if (const auto& block = state_.panels.timeline.block;
        block && trace_ && *block < trace_->grid.count)
        view_->lit = trace_->grid.squares_of(*block, shape);
    std::optional<gasket::Cell> cell;
    if (const auto& share = state_.panels.insets.pointed; share && view_->rectangle) {
        const auto [across, down] = *share;
        cell = lambda(shape, {static_cast<std::uint32_t>(across * shape.compact.x),
                              static_cast<std::uint32_t>(down * shape.compact.y)});
    } else if (mouse) {
        cell = cell_at(view_->board, state_.seen.picture, side_, mouse->x, mouse->y);
    }
    if (cell) view_->hovered = place_of(shape, *cell);
    if (cell && trace_) view_->hovered_block = block_of(trace_->grid, *view_->hovered, side_);
    if (!before || !cell || before->cell != *cell) view_->hovered_alive.reset();
    inquire();
}

// The answer about an earlier moment stays until the next comes.
void GasketScreen::inquire() {
    const auto& place = view_->hovered;
    if (auto outcome = scout_.poll(); outcome && place && outcome->job.number == place->number) {
        if (!outcome->result) throw std::runtime_error(outcome->error);
        view_->hovered_alive = outcome->result;
    }
    if (!place || !place->member)
        scout_.forget();
    else if (!scout_.busy())
        scout_.submit({shown_->moment, place->number});
}

// One after the other: a picture is not given up for a newer one, so that there always is one.
void GasketScreen::draw_newest() {
    if (!newest_ || newest_->shape.side != side_ || draftsman_.busy()) return;
    auto wanted = drawing_of(newest_, board_view(navigator_.shown(), side_));
    if (shown_ != wanted) draftsman_.submit(std::move(wanted));
}

void GasketScreen::list_engines() {
    auto listed = wish();
    if (listed_ && listed_->means == listed.means && listed_->start == listed.start) return;
    view_->engines.clear();
    for (const auto& each : choices<gasket::EngineKind>())
        view_->engines.push_back({each.value, gasket_refusal(*problem_, listed.means, each.value)});
    listed_ = std::move(listed);
}

// While it runs, what is on screen is new enough.
bool GasketScreen::up_to_date() const {
    const auto& moment = settings_.running && shown_ ? shown_->moment : newest_;
    return shown_ == drawing_of(moment, board_view(plane_, side_));
}

// What is asked for is there, though it may not be on screen.
bool GasketScreen::computed() const {
    return newest_ && newest_->start == wish().start;
}

bool GasketScreen::busy() const {
    return simulation_.busy() || scout_.busy() || navigator_.moving() ||
           (computed() && !up_to_date() && !playing());
}

std::optional<std::chrono::steady_clock::time_point> GasketScreen::busy_since() const {
    return busy_since_;
}

void GasketScreen::leave() {
    state_.seen.tab.reset();
    if (!problem_) return;
    auto paused = wish();
    paused.running = false;
    simulation_.want(paused);
    state_.panels.recorded_run.close();
    draftsman_.forget();
    scout_.forget();
    painting_.reset();
    busy_since_.reset();
}

void GasketScreen::show_whole() {
    const auto shape = shape_of(problem_->fractal, problem_->level);
    navigator_.go_to(plane_, plane_view(whole_board(shape, state_.seen.picture), side_));
}

bool GasketScreen::takes_from_view(const InputEvent& event) const {
    return brush_of(event).has_value();
}

void GasketScreen::act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) {
    if (const auto brush = brush_of(event)) {
        if (mouse) begin_stroke(*brush, *mouse);
    } else if (std::holds_alternative<input::MouseButton>(event)) {
        painting_.reset();
    } else if (painting_ && mouse && std::holds_alternative<input::MouseMove>(event)) {
        paint(painted_to_, *mouse);
    }
}

void GasketScreen::begin_stroke(bool alive, PixelPoint at) {
    if (!shown_ || shown_->moment->shape.side != side_) return;
    painting_ = alive;
    if (paint(at, at)) return;
    const auto cell = cell_at(view_->board, state_.seen.picture, side_, at.x, at.y);
    const std::string where = cell
                                  ? fmt::format("{}, {} is a hole of the fractal", cell->x, cell->y)
                                  : std::string("This place is outside the fractal's box");
    state_.notify(Message::Kind::info, where + ": there is no cell to set.");
}

// All cells of the pixels from one to another; false if there are none.
bool GasketScreen::paint(PixelPoint from, PixelPoint to) {
    painted_to_ = to;
    const auto& moment = *shown_->moment;
    if (moment.shape.side != side_) return false;
    const GasketPicture picture(moment.problem, view_->board, state_.seen.picture);
    GasketEdit edit{{}, *painting_};
    const int pixels = static_cast<int>(std::ceil(glm::length(to - from)));
    for (int i = 0; i <= pixels; ++i) {
        const PixelPoint at = pixels == 0 ? to : from + (to - from) * (double(i) / pixels);
        const auto cells = picture.cells_of(static_cast<int>(std::floor(at.x)),
                                            static_cast<int>(std::floor(at.y)));
        if (edit.cells.empty() || cells.empty() || edit.cells.back() != cells.back())
            edit.cells.insert(edit.cells.end(), cells.begin(), cells.end());
    }
    if (edit.cells.empty()) return false;
    simulation_.edit(std::move(edit));
    return true;
}

// The next step, block by block, while Life waits. Coverage has no blocks to be played.
void GasketScreen::play_step() {
    FilmPlayer& film = state_.panels.recorded_run;
    if (film.is_open()) return film.playing() ? film.pause() : film.play();
    settings_.running = false;
    settings_.coverage = false;
    if (!settings_.blocks) settings_.blocks = BlockColour::order;
    film.loop = false;
    film.open();
}

void GasketScreen::begin_anew() {
    settings_.steps = 0;
    ++round_;
}

bool GasketScreen::take(const Command& command) {
    if (!problem_) return false;
    if (is(command, Action::play_subdivision)) {
        play_step();
    } else if (is(command, Action::stop_frame) && state_.panels.recorded_run.is_open()) {
        state_.panels.recorded_run.close();
    } else if (is(command, Action::stop_frame)) {
        simulation_.stop();
        if (std::exchange(settings_.running, false))
            state_.notify(Message::Kind::info, "Paused. Press Space to continue.");
    } else if (is(command, Action::recompute_frame)) {
        begin_anew();
    } else if (is(command, Action::play_pause)) {
        settings_.running = !settings_.running;
    } else if (is(command, Action::step_once)) {
        settings_.running = false;
        ++single_steps_;
    } else if (is(command, Action::measure_energy)) {
        ++energies_;
    } else if (std::holds_alternative<command::Race>(command)) {
        ++races_;
    } else if (std::holds_alternative<command::Sweep>(command)) {
        ++sweeps_;
    } else if (is(command, Action::toggle_grid)) {
        settings_.tiles = !settings_.tiles;
    } else if (is(command, Action::toggle_minimap)) {
        state_.settings.insets.rectangle = !state_.settings.insets.rectangle;
    } else if (is(command, Action::home_view)) {
        show_whole();
    } else if (const auto* zoom = std::get_if<command::ZoomBy>(&command)) {
        navigator_.zoom_by(plane_, state_.seen.picture, zoom->factor);
    } else if (const auto* pan = std::get_if<command::PanBy>(&command)) {
        navigator_.pan_by(plane_, pan->x, pan->y);
    } else {
        return false;
    }
    return true;
}

const render::Image* GasketScreen::picture() const {
    return image_ && computed() && up_to_date() ? &*image_ : nullptr;
}

std::string GasketScreen::title() const {
    return shown_ ? sentence_of(*shown_->moment) : std::string();
}

// As it is in the picture, which opens again at rest.
void GasketScreen::describe(Settings& settings) const {
    if (!shown_) return;
    settings.gasket->steps = shown_->moment->steps;
    settings.gasket->running = false;
}

}  // namespace mariani::app
