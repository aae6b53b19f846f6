#include "app/workloads/points/screen.hpp"

#include "app/files/folders.hpp"
#include "app/files/picture_file.hpp"
#include "app/workloads/points/runs.hpp"

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

PointsScreen::PointsScreen(WindowState& state, const TabMeans& means)
    : DrawnTab(
          state, means,
          [scene = std::make_shared<PointsScene>()](
              const PointsJob& job, const std::stop_token& stop) { return scene->draw(job, stop); },
          follows, measuring_plans(measure_engines)) {}

PointsJob PointsScreen::wanted() {
    PointsJob job;
    job.request = placed(points_request(settings()));
    if (settings().problem.distribution == points::Distribution::picture)
        job.pixels = settings().picture;
    job.no_cuda = no_cuda();
    job.part = {settings().center_x, settings().center_y, settings().height, state_.seen.picture};
    job.style.counts = settings().counts;
    job.style.unit = state_.seen.panel_scale;
    job.text_size = text_size();
    if (settings().circle)
        job.style.disc = points::Disc{place_of(settings()), static_cast<float>(settings().radius)};
    job.strips = settings().strips;
    if (film().is_open()) job.played = film().second() / FilmPlayer::seconds;
    job.round = round_;
    const auto& shown = pictures_.shown();
    job.level_times = levels_are_looked_at() && !moving() && shown && has_tree_of(*shown, job);
    if (!pictures_.follows(job)) film().close();  // it is of another tree
    return job;
}

// Below the picture, or in the panel's table.
bool PointsScreen::levels_are_looked_at() const {
    const WindowLayout& layout = state_.seen.layout;
    const bool table = layout.panel.width > 0 && state_.settings.panel_part == PanelPart::regions;
    return table || layout.timeline > 0;
}

void PointsScreen::show(const PointsJob& job, const PointsPicture& picture) {
    view_->plan = picture.plan;
    view_->stats = picture.stats;
    view_->device = picture.device;
    view_->levels = picture.levels;
    view_->level_spans = picture.level_spans;
    show_timeline(picture);
    view_->found = picture.found;
    view_->texts = picture.texts;
    // The buffers are where it would be, and name their levels themselves.
    view_->legend.clear();
    if (!picture.strips) view_->legend = legend_of(job.style, picture.levels);
    view_->floor_ms = picture.floor_ms;
    view_->part = picture.part;
    view_->strips = picture.strips;
    view_->strip_steps = picture.strip_steps;
    log_shown(picture.run, [&] {
        return log_row(picture.plan, picture.stats, picture.levels, picture.device,
                       std::chrono::system_clock::now());
    });
}

// A replay goes from level to level, however long each of them takes.
void PointsScreen::show_timeline(const PointsPicture& picture) {
    view_->timeline = picture.timeline;
    const bool karras = picture.plan.engine == points::EngineKind::karras;
    view_->no_timeline =
        karras ? "Not recorded: Karras makes the nodes of all levels at once." : "";
    view_->timeline_at_ns.reset();
    if (!film().is_open() || !picture.strips || picture.level_spans.empty()) return;
    const auto& [step, way] = *picture.strips;
    const auto& [begin_ms, end_ms] =
        picture.level_spans[std::min(step, picture.level_spans.size() - 1)];
    view_->timeline_at_ns = 1e6 * (begin_ms + way * (end_ms - begin_ms));
}

void PointsScreen::keep(const MeasureJob&, MeasuredPoints measured) {
    view_->measurement = std::make_shared<const PointsMeasurement>(std::move(measured.measurement));
}

PartView PointsScreen::view() {
    return {settings().center_x, settings().center_y, settings().height, least_points_height,
            most_points_height};
}

// The size of the picture without the strips below.
ImageSize PointsScreen::tree_size() const {
    const ImageSize all = state_.seen.picture;
    const auto& shown = pictures_.shown();
    const bool current = shown && shown->part.size == all;
    return current ? view_->part.size : all;
}

void PointsScreen::act_on(const InputEvent& event, const std::optional<PixelPoint>& mouse) {
    navigation_.act_on(view(), tree_size(), event, mouse);
    if (std::holds_alternative<input::MouseMove>(event) && mouse && !navigation_.dragging())
        follow_mouse(*mouse);
}

// Where it is needed, and over the square.
void PointsScreen::follow_mouse(const PixelPoint& mouse) {
    if (!settings().circle && settings().problem.distribution != points::Distribution::mouse)
        return;
    const auto [x, y] = point_under(view(), tree_size(), mouse);
    if (mouse.y >= tree_size().height || !(x >= 0 && x < 1 && y >= 0 && y < 1)) return;
    settings().place_x = x;
    settings().place_y = y;
}

void PointsScreen::pass(double seconds) {
    double& time = settings().problem.time;
    time = std::min(time + seconds, points::limits::time);
}

void PointsScreen::play_textbook() {
    if (settings().problem.count > points::most_textbook_points)
        return state_.notify(
            Message::Kind::info,
            "The replay shows up to 64 points: press Show with 40 points in the panel.");
    if (refuses_to_play()) return;
    settings().strips = true;
    play();
}

// The points that are shown. Throws std::invalid_argument before the first picture.
void PointsScreen::measure(bool energy) {
    if (!view_->plan) throw std::invalid_argument("There are no points to measure yet.");
    points::Plan plan = *view_->plan;
    plan.pool = settings().problem.pool;
    plan.block = settings().problem.block;
    const MeasureJob job{engines_over(plan), energy};
    begin_measurement(job, job.runs());
}

void PointsScreen::leave() {
    DrawnTab::leave();
    navigation_.let_go();
}

bool PointsScreen::take_own(const Command& command) {
    if (is(command, Action::play_subdivision))
        play_textbook();
    else if (const auto* race = std::get_if<command::Race>(&command))
        measure(race->energy);
    else
        return navigation_.take(view(), tree_size(), command);
    return true;
}

// Points may lie in the pixels of any picture.
bool PointsScreen::open(const std::string& file) {
    if (lower_extension(file) != ".png" || holds_settings(file)) return false;
    settings().problem.distribution = points::Distribution::picture;
    settings().picture = file;
    return true;
}

std::string PointsScreen::title() const {
    return view_->plan ? "A quadtree of " + points_head(*view_->plan) : "";
}

}  // namespace mariani::app
