#include "app/window/screen_image.hpp"

#include <glad/gl.h>

namespace mariani::app {

void ScreenImage::set(const render::Image& image) {
    if (!drawn_ || drawn_->size() != image.size()) drawn_.emplace(image.size());
    drawn_->texture().set_rows(0, image.size().height, GL_RGB, GL_UNSIGNED_BYTE,
                               image.bytes().data());
}

void ScreenImage::draw(const render::Viewport& place) const {
    if (!drawn_) return;
    const auto& [x, y, width, height] = place;
    const ImageSize size = drawn_->size();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_->name());
    glBlitFramebuffer(0, 0, size.width, size.height, x, y + height, x + width, y,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
}

}  // namespace mariani::app
