#include "app/window/screen_image.hpp"

#include "app/files/folders.hpp"
#include "render/gl/draw_state.hpp"

#include <glad/gl.h>

namespace mariani::app {
namespace {

constexpr GLint picture_unit = 0;

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

}  // namespace mariani::app
