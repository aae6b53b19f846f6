#include "app/window/workload_screen.hpp"

#include "app/files/folders.hpp"
#include "app/panels/tab.hpp"
#include "render/gl/picture_view.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include <glad/gl.h>

namespace mariani::app {
namespace {

constexpr GLint picture_unit = 0;

// Acts on the Mandelbrot set's picture, and on nothing else.
bool needs_mandelbrot(Action action) {
    constexpr Action those[] = {Action::home_view,         Action::stop_frame,
                                Action::recompute_frame,   Action::copy_coordinates,
                                Action::paste_coordinates, Action::toggle_grid,
                                Action::play_subdivision,  Action::toggle_orbit,
                                Action::toggle_julia,      Action::switch_set,
                                Action::toggle_minimap,    Action::toggle_laboratory,
                                Action::export_poster,     Action::check_frame,
                                Action::measure_model,     Action::tune,
                                Action::measure_energy,    Action::watch_race,
                                Action::play_pause,        Action::show_compared,
                                Action::toggle_wiper};
    return std::ranges::find(those, action) != std::end(those);
}

bool needs_mandelbrot(const Command& command) {
    if (const auto* action = std::get_if<Action>(&command)) return needs_mandelbrot(*action);
    return std::holds_alternative<command::ZoomBy>(command) ||
           std::holds_alternative<command::PanBy>(command) ||
           std::holds_alternative<command::ExportReplay>(command) ||
           std::holds_alternative<command::AddBookmark>(command) ||
           std::holds_alternative<command::Sweep>(command) ||
           std::holds_alternative<command::Race>(command);
}

}  // namespace

ScreenImage::ScreenImage() : program_(data_file("shaders"), {"whole_viewport.vert", "image.frag"}) {
    program_.set("picture", picture_unit);
}

void ScreenImage::set(const render::Image& image) {
    if (!picture_ || picture_.size() != image.size()) picture_ = {image.size(), GL_RGBA8};
    picture_.set_rows(0, image.size().height, GL_RGB, GL_UNSIGNED_BYTE, image.bytes().data());
}

void ScreenImage::draw(const render::Viewport& place) const {
    if (!picture_) return;
    nothing_.bind();
    picture_.bind(picture_unit);
    const auto size = glm::vec2(render::extent_of(picture_.size()));
    program_.set("viewport_corner", glm::vec2(render::top_left(place)));
    program_.set("texture_scale", size / glm::vec2(place.width, place.height));
    program_.use();
    render::prepare_to_draw(place, render::Blending::none);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

Screens::Screens(WindowState& state, TabMeans means) : state_(state), means_(std::move(means)) {}

WorkloadScreen* Screens::active() const {
    const auto found = made_.find(state_.settings.workload);
    return found == made_.end() ? nullptr : found->second.get();
}

void Screens::advance(const std::optional<PixelPoint>& mouse) {
    const Workload wanted = state_.settings.workload;
    if (wanted != shown_)
        if (const auto left = made_.find(shown_); left != made_.end()) left->second->leave();
    if (wanted != std::exchange(shown_, wanted)) opened_ = state_.seen.now;
    const Tab* tab = *std::ranges::find(state_.tabs, wanted, &Tab::workload);
    if (tab->make_screen && !made_.contains(wanted))
        made_[wanted] = tab->make_screen(state_, means_);
    if (auto* screen = active()) screen->advance(mouse);
}

void Screens::draw(ImageSize framebuffer) {
    const auto shade = [](std::uint8_t value) { return static_cast<float>(value) / 255.0f; };
    const auto outside = render::PictureView::outside;
    glViewport(0, 0, framebuffer.width, framebuffer.height);
    glClearColor(shade(outside.r), shade(outside.g), shade(outside.b), 1);
    glClear(GL_COLOR_BUFFER_BIT);
    if (auto* screen = active(); screen && pixel_count(state_.seen.picture) > 0) screen->draw();
}

bool Screens::take(const Command& command) {
    if (state_.settings.workload == Workload::mandelbrot) return false;
    auto* screen = active();
    return (screen && screen->take(command)) || needs_mandelbrot(command);
}

Workload workload_after(Workload workload, int steps) {
    const int count = static_cast<int>(text_names<Workload>.size());
    return static_cast<Workload>((static_cast<int>(workload) + steps + count) % count);
}

}  // namespace mariani::app
