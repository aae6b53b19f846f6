// Growing pictures as the shader draws them, compared with the processor.
#include "render/gl/growing_view.hpp"

#include "render/gl/framebuffer.hpp"
#include "tests/render/gl_context.hpp"
#include "tests/render/image_difference.hpp"
#include "tests/render/scene.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace mariani::render {
namespace {

using GrowingViewTest = test::GlTest;

// Every pixel has another colour, and is known later than the one before.
GrowingPicture example(ImageSize size) {
    Image picture(size, PixelFormat::rgb);
    std::vector<float> known_at;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            picture.set(x, y,
                        {static_cast<std::uint8_t>(7 * x), static_cast<std::uint8_t>(9 * y), 90});
            known_at.push_back(static_cast<float>(known_at.size()) /
                               static_cast<float>(pixel_count(size)));
        }
    return {std::move(picture), {field_of(whole(size), std::move(known_at)), {{}, {}}}};
}

// The rows of a framebuffer come with the last one on top.
Image upside_down(const Image& image) {
    Image turned(image.size(), image.format());
    for (int y = 0; y < image.size().height; ++y)
        std::ranges::copy(image.row(y), turned.row(image.size().height - 1 - y).begin());
    return turned;
}

TEST_F(GrowingViewTest, DrawsWhatTheProcessorDraws) {
    const GrowingPicture growing = example({31, 23});
    GrowingTexture texture(growing);
    GrowingView view(test::source_folder("shaders"));
    for (const double moment : {0.0, 0.013, 0.5, 0.97, 1.0, 1.2}) {
        view.draw(texture, moment);
        texture.target().bind();
        const Image drawn = upside_down(read_pixels({0, 0, 31, 23}));
        EXPECT_LE(test::max_difference(drawn, draw_growing(growing, moment, {31, 23})), 1)
            << moment;
    }
}

}  // namespace
}  // namespace mariani::render
