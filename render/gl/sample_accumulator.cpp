#include "render/gl/sample_accumulator.hpp"

#include "render/gl/check.hpp"
#include "render/picture/supersampling.hpp"

#include <span>

namespace mariani::render {
namespace {

constexpr GLuint light_binding = 0;

void draw_over(const gl::Framebuffer& target, int first, int rows, Blending blending) {
    const gl::DrawInto drawn(target);
    prepare_to_draw({0, first, target.size().width, rows}, blending);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace

SampleAccumulator::SampleAccumulator(const std::filesystem::path& shaders)
    : add_(shaders, {"whole_viewport.vert", "add_sample.frag"}),
      mean_(shaders, {"whole_viewport.vert", "mean_of_samples.frag"}) {
    add_.set("picture", gl::picture_unit);
    mean_.set("sums", gl::picture_unit);
    light_.set(std::as_bytes(std::span(linear_light())));
}

void SampleAccumulator::add(const gl::Framebuffer& rows, int first, int height) {
    const auto [width, count] = rows.size();
    if (!sums_)
        sums_.emplace(ImageSize{width, height}, gl::Texture::Filtering::nearest, GL_RGBA32F);
    nothing_.bind();
    rows.texture().bind(gl::picture_unit);
    light_.bind_storage(light_binding);
    add_.set("first", first);
    add_.use();
    draw_over(*sums_, first, count, count_ == 0 ? Blending::none : Blending::sum);
    gl::check("add a sample");
    if (first + count == height) ++count_;
}

void SampleAccumulator::draw_mean(const gl::Framebuffer& picture) const {
    nothing_.bind();
    sums_->texture().bind(gl::picture_unit);
    light_.bind_storage(light_binding);
    mean_.set("count", static_cast<GLuint>(count_));
    mean_.use();
    draw_over(picture, 0, picture.size().height, Blending::none);
    gl::check("draw the mean of the samples");
}

void SampleAccumulator::forget() {
    count_ = 0;
    sums_.reset();
}

}  // namespace mariani::render
