#include "render/gl/growing_view.hpp"

#include "render/gl/check.hpp"
#include "render/gl/texture.hpp"

namespace mariani::render {
namespace {

constexpr GLint known_at_unit = 1;

glm::vec4 colour_of(Rgb8 colour, double alpha) {
    return {static_cast<float>(colour.r) / 255, static_cast<float>(colour.g) / 255,
            static_cast<float>(colour.b) / 255, static_cast<float>(alpha)};
}

}  // namespace

GrowingTexture::GrowingTexture(const GrowingPicture& growing)
    : picture_(texture_of(growing.picture)),
      target_(growing.picture.size(), gl::Texture::Filtering::mipmapped) {
    known_at_.show(growing.order.known_at);
}

GrowingView::GrowingView(const std::filesystem::path& shaders)
    : program_(shaders, {"whole_viewport.vert", "growing.frag"}) {
    program_.set("picture", gl::picture_unit);
    program_.set("known_at", known_at_unit);
    program_.set("unknown", colour_of(not_yet_known, 1));
    program_.set("light", colour_of(frontier_light, frontier_share));
    program_.set("light_time", static_cast<float>(frontier_time));
}

void GrowingView::draw(GrowingTexture& growing, double moment) {
    nothing_.bind();
    growing.picture_.bind(gl::picture_unit);
    growing.known_at_.bind(known_at_unit);
    program_.set("moment", static_cast<float>(moment));
    program_.use();
    {
        const gl::DrawInto target(growing.target_);
        const auto [width, height] = growing.target_.size();
        prepare_to_draw({0, 0, width, height}, Blending::none);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    growing.target_.texture().make_mipmaps();
    gl::check("draw a growing picture");
}

}  // namespace mariani::render
