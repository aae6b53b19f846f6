#include "app/window/triangle_screen.hpp"

#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <glad/gl.h>

namespace mariani::app {
namespace {

// Blocks are laid out and run again only for another plan.
class Draftsman {
  public:
    std::optional<TrianglePicture> operator()(const TriangleJob& job, const std::stop_token& stop) {
        if (!scene_ || scene_->plan != job.plan) {
            scene_.reset();
            auto scene = make_scene(job.plan, true, stop);
            if (!scene) return std::nullopt;
            scene_ = std::make_shared<const TriangleScene>(std::move(*scene));
        }
        auto panes = panes_of(scene_->passes, job.size, line_height(job.style));
        if (!panes) throw std::runtime_error("The window is too small to show a triangle.");
        auto image = draw_triangle(*scene_, *panes, job.size, job.style, stop);
        if (!image) return std::nullopt;
        return TrianglePicture{scene_, std::move(*panes), std::move(*image)};
    }

  private:
    std::shared_ptr<const TriangleScene> scene_;
};

std::string head_of(const triangle::Plan& plan) {
    return fmt::format("{} on {}: test {}, N {}, rho {}, {} blocks to a side",
                       choice_of(plan.map).label, choice_of(plan.backend).label,
                       choice_of(plan.test).label, plan.side, plan.block,
                       triangle::shape_of(plan).blocks);
}

}  // namespace

TriangleScreen::TriangleScreen(WindowState& state, std::function<void()> wake)
    : state_(state),
      view_(std::make_shared<TriangleView>()),
      worker_(Draftsman{}, std::move(wake)) {}

// What the settings ask for, or why it cannot be shown.
std::optional<TriangleJob> TriangleScreen::wanted() {
    const TriangleSettings& settings = state_.settings.triangle;
    const EngineRequest& engine = state_.settings.engine;
    auto request = triangle_request(settings);
    if (const DeviceEntry* first = first_device()) request.device = first->index;
    request.device = engine.device.value_or(request.device);
    request.threads = engine.threads.value_or(0);
    try {
        TriangleJob job;
        job.plan = triangle::resolve(request, backend_unavailable(Backend::cuda)).front();
        if (job.plan.side > max_scene_side)
            throw std::invalid_argument(fmt::format("N is {}: a triangle is shown up to N = {}",
                                                    job.plan.side, max_scene_side));
        job.size = state_.seen.picture;
        job.style.head = head_of(job.plan);
        job.style.text_size = 15.0f * static_cast<float>(state_.seen.line_width);
        job.style.colour = settings.colour;
        job.style.coverage = settings.coverage;
        return job;
    } catch (const std::invalid_argument& error) {
        view_->error = error.what();
        return std::nullopt;
    }
}

void TriangleScreen::advance(const std::optional<PixelPoint>& mouse) {
    if (pixel_count(state_.seen.picture) == 0) return;
    if (auto job = wanted(); job && job != asked_) {
        view_->error.reset();
        worker_.submit(*job);
        asked_ = std::move(job);
        asked_at_ = std::chrono::steady_clock::now();
    } else if (!job) {
        worker_.forget();
        asked_.reset();
    }
    take_finished();
    hover(mouse);
    state_.seen.triangle = view_;
}

void TriangleScreen::take_finished() {
    auto outcome = worker_.poll();
    if (!outcome) return;
    state_.request_redraw();
    if (!outcome->result) {
        view_->error = outcome->error;
        return;
    }
    const auto& [width, height] = outcome->job.size;
    if (!drawn_ || drawn_->size() != outcome->job.size) drawn_.emplace(outcome->job.size);
    drawn_->texture().set_rows(0, height, GL_RGB, GL_UNSIGNED_BYTE,
                               outcome->result->image.bytes().data());
    picture_ = std::move(outcome->result);
    shown_ = std::move(outcome->job);
    view_->error.reset();
    view_->scene = picture_->scene;
    view_->panes = picture_->panes;
    view_->hovered.reset();
}

void TriangleScreen::hover(const std::optional<PixelPoint>& mouse) {
    const bool shown = mouse && picture_ && picture_->image.size() == state_.seen.picture;
    const auto block =
        shown ? block_at(*picture_->scene, picture_->panes, mouse->x, mouse->y) : std::nullopt;
    if (!block) return view_->hovered.reset();
    if (!view_->hovered || view_->hovered->number != *block)
        view_->hovered = HoveredBlock{*block, cells_of(*picture_->scene, *block), {}};
    view_->hovered->cell = cell_at(*picture_->scene, picture_->panes, mouse->x, mouse->y);
}

void TriangleScreen::leave() {
    worker_.forget();
    asked_.reset();
    view_->hovered.reset();
    state_.seen.triangle.reset();
}

void TriangleScreen::draw() {
    if (!drawn_) return;
    const auto& [x, y, width, height] = state_.viewport;
    const ImageSize size = drawn_->size();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_->name());
    glBlitFramebuffer(0, 0, size.width, size.height, x, y + height, x + width, y,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
}

bool TriangleScreen::take(const Command& command) {
    if (std::holds_alternative<command::StopFrame>(command)) {
        if (std::exchange(state_.seen.help_shown, false)) return true;
        if (worker_.busy()) {
            worker_.stop();
            state_.notify(Message::Kind::info, "Stopped. F5 runs this map again.");
        }
        return true;
    }
    if (std::holds_alternative<command::RecomputeFrame>(command)) {
        worker_.submit_again();
        asked_at_ = std::chrono::steady_clock::now();
        return true;
    }
    return false;
}

std::optional<std::chrono::steady_clock::time_point> TriangleScreen::busy_since() const {
    return worker_.busy() ? std::optional(asked_at_) : std::nullopt;
}

const render::Image* TriangleScreen::picture() const {
    return picture_ && shown_ == asked_ ? &picture_->image : nullptr;
}

std::string TriangleScreen::title() const {
    return shown_ ? "A triangle's map, " + shown_->style.head : std::string();
}

}  // namespace mariani::app
