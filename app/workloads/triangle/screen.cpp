#include "app/workloads/triangle/screen.hpp"

#include "app/workloads/triangle/runs.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

// The same for all times of its motion.
triangle::Plan at_rest(triangle::Plan plan) {
    plan.time = 0;
    return plan;
}

// Whether both jobs belong to one film, motion or zoom.
bool follows(const TriangleJob& job, const TriangleJob& before) {
    return at_rest(job.plan) == at_rest(before.plan) && job.size == before.size;
}

// Blocks are laid out only for another map; where only time has passed, it is run again and the
// values are drawn anew.
class Draftsman {
  public:
    explicit Draftsman(std::shared_ptr<triangle::Progress> progress)
        : progress_(std::move(progress)) {}

    std::optional<TrianglePicture> operator()(const TriangleJob& job, const std::stop_token& stop) {
        if (!follow(job.plan, stop)) return std::nullopt;
        auto panes = panes_of(scene_->passes, job.size, line_height(job.style));
        if (!panes) throw std::runtime_error("The window is too small to show a triangle.");
        panes->views = within_whole(job.views, least_views(*scene_, *panes));
        if (!draw(job, *panes, stop)) return std::nullopt;
        if (job.timeline && !timeline_ && !scene_->trace.empty())
            timeline_ = std::make_shared<const Timeline>(timeline_of(*scene_));
        auto texts = texts_of(*scene_, *panes, job.size, job.style);
        auto legend = legend_of(*scene_, *panes, job.style);
        return TrianglePicture{
            scene_,           std::move(*panes), drawn_->image,
            std::move(texts), std::move(legend), job.timeline ? timeline_ : nullptr};
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
            timeline_.reset();
        }
        auto scene = moves ? at_time(*scene_, plan.time, *runner_, stop)
                           : make_scene(plan, true, stop, progress_.get());
        if (!scene) return false;
        scene_ = std::make_shared<const TriangleScene>(std::move(*scene));
        return true;
    }

    // False if stopped.
    bool draw(const TriangleJob& job, const TrianglePanes& panes, const std::stop_token& stop) {
        TriangleJob key = job;
        key.plan = at_rest(job.plan);
        key.timeline = false;
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

    std::shared_ptr<triangle::Progress> progress_;
    std::shared_ptr<const TriangleScene> scene_;
    std::shared_ptr<triangle::Runner> runner_;  // of moved scenes; null before the first
    std::optional<Drawn> drawn_;                // of the scene
    std::shared_ptr<const Timeline> timeline_;  // likewise, once asked for
};

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

// What the commands `race` and `sweep` do.
std::optional<MeasuredMaps> measured_maps(const MeasureJob& job, ComputeService& service,
                                          const std::stop_token& stop, std::atomic<int>& done) {
    return measure_maps(job.sides, measured_runs, job.energy, stop, done, service);
}

}  // namespace

TriangleScreen::TriangleScreen(WindowState& state, const TabMeans& means)
    : TriangleScreen(state, means, std::make_shared<triangle::Progress>()) {}

TriangleScreen::TriangleScreen(WindowState& state, const TabMeans& means,
                               const std::shared_ptr<triangle::Progress>& progress)
    : DrawnTab(state, means, Draftsman(progress), follows, measured_maps), progress_(progress) {}

std::optional<std::string> TriangleScreen::why_at_rest() const {
    if (!triangle::has_input(settings().problem.test))
        return "Nothing moves in this test: choose EDM or collision.";
    if (settings().problem.side > max_scene_side)
        return fmt::format("Points move up to N = {}, where the map is run.", max_scene_side);
    return std::nullopt;
}

triangle::Request TriangleScreen::request() const {
    return placed(triangle_request(settings()));
}

TriangleJob TriangleScreen::wanted() {
    TriangleJob job;
    job.plan = triangle::resolve(request(), no_cuda()).front();
    job.size = state_.seen.picture;
    job.style.head = head_of(job.plan) + (moving() ? "" : time_of(job.plan));
    job.style.text_size = text_size();
    job.style.labelled = false;
    job.style.colour = settings().colour;
    job.style.coverage = settings().coverage;
    job.views = settings().views;
    job.timeline = state_.seen.layout.timeline > 0;
    const auto& asked = pictures_.asked();
    if (film().is_open() && asked && at_rest(job.plan) != at_rest(asked->plan))
        film().close();  // it is of another map
    if (film().is_open()) job.style.played = film().second() / FilmPlayer::seconds;
    return job;
}

void TriangleScreen::show(const TriangleJob& job, const TrianglePicture& picture) {
    view_->scene = picture.scene;
    view_->panes = picture.panes;
    view_->texts = picture.texts;
    view_->legend = picture.legend;
    view_->legend_width = picture.panes.legend.width;
    view_->played = job.style.played;
    view_->timeline = picture.timeline;
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
        PaneViews& views = settings().views;
        return each == &panes.parallel ? &views.parallel : &views.cells;
    }
    return nullptr;
}

void TriangleScreen::keep_in_whole() {
    if (!view_->scene) return;
    PaneViews& views = settings().views;
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

void TriangleScreen::observe(const std::optional<PixelPoint>& mouse) {
    const auto& picture = pictures_.picture();
    const bool shown = mouse && picture && picture->image.size() == state_.seen.picture;
    std::optional<std::size_t> block =
        shown ? block_at(*picture->scene, picture->panes, mouse->x, mouse->y) : std::nullopt;
    view_->hovered_block = block;
    const auto& of_bar = state_.panels.timeline.block;
    if (of_bar && picture && *of_bar < picture->scene->places.size()) block = *of_bar;
    if (!block) return view_->hovered.reset();
    if (!view_->hovered || view_->hovered->number != *block)
        view_->hovered = HoveredBlock{*block, cells_of(*picture->scene, *block), {}};
    view_->hovered->cell =
        shown ? cell_at(*picture->scene, picture->panes, mouse->x, mouse->y) : std::nullopt;
}

// Throws std::invalid_argument if the maps cannot be run.
void TriangleScreen::measure(bool against_side, bool energy) {
    auto all = request();
    all.maps = against_side ? std::vector<triangle::MapKind>() : maps_beside(all.maps.front());
    all.grid = all.test == triangle::Task::collision && !against_side;
    MeasureJob job{{}, against_side, energy};
    for (const int side : against_side ? sides_up_to(all.side) : std::vector{all.side}) {
        all.side = side;
        job.sides.push_back(triangle::resolve(all, no_cuda()));
    }
    const std::size_t maps = job.sides.size() * job.sides.front().size();
    begin_measurement(std::move(job), runs_of(maps, energy));
}

void TriangleScreen::keep(const MeasureJob& job, MeasuredMaps measured) {
    auto& sides = measured.sides;
    if (job.against_side)
        view_->by_side = std::make_shared<const std::vector<MapMeasurement>>(std::move(sides));
    else
        view_->measurement = std::make_shared<const MapMeasurement>(std::move(sides.front()));
}

void TriangleScreen::leave() {
    DrawnTab::leave();
    dragged_.reset();
    view_->hovered.reset();
}

void TriangleScreen::pass(double seconds) {
    double& time = settings().problem.time;
    time = std::min(time + seconds, triangle::limits::max_time);
}

bool TriangleScreen::take_own(const Command& command) {
    if (is(command, Action::play_subdivision)) {
        if (!refuses_to_play()) play();  // a timed run is not recorded, nor played
    } else if (is(command, Action::home_view)) {
        settings().views = {};
    } else if (const auto* race = std::get_if<command::Race>(&command)) {
        measure(false, race->energy);
    } else if (std::holds_alternative<command::Sweep>(command)) {
        measure(true, false);
    } else {
        return false;
    }
    return true;
}

std::optional<double> TriangleScreen::progress() const {
    const auto total = static_cast<double>(progress_->blocks_total);
    return total == 0 ? 0 : static_cast<double>(progress_->blocks_done) / total;
}

void TriangleScreen::label(render::Image& image) const {
    const auto& picture = *pictures_.picture();
    label_triangle(image, *picture.scene, picture.panes, pictures_.shown()->style);
}

std::string TriangleScreen::title() const {
    const auto& shown = pictures_.shown();
    return shown ? "A triangle's map, " + shown->style.head : std::string();
}

}  // namespace mariani::app
