// Antialiasing on the screen: the same bits as in files.
#include "render/gl/sample_accumulator.hpp"

#include "compute/model/text.hpp"
#include "render/picture/colouring.hpp"
#include "render/picture/supersampling.hpp"
#include "tests/render/gl_context.hpp"
#include "tests/render/image_difference.hpp"
#include "tests/render/scene.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace mariani::render {
namespace {

class SampleAccumulatorTest : public test::GlTest {
  protected:
    // All values, and all neighbours.
    Image random_picture(ImageSize size) {
        Image picture(size, PixelFormat::rgb);
        for (std::uint8_t& value : picture.bytes())
            value = static_cast<std::uint8_t>(random_() & 0xffu);
        return picture;
    }

    static gl::Framebuffer uploaded(const Image& picture) {
        gl::Framebuffer made(picture.size());
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTextureSubImage2D(made.texture().name(), 0, 0, 0, picture.size().width,
                            picture.size().height, GL_RGB, GL_UNSIGNED_BYTE,
                            picture.bytes().data());
        return made;
    }

    static Image read(const gl::Framebuffer& from) {
        Image picture(from.size(), PixelFormat::rgb);
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glGetTextureImage(from.texture().name(), 0, GL_RGB, GL_UNSIGNED_BYTE,
                          static_cast<GLsizei>(picture.bytes().size()), picture.bytes().data());
        return picture;
    }

    std::mt19937 random_{7};
};

TEST_F(SampleAccumulatorTest, MakesTheMeanThatFilesHave) {
    SampleAccumulator accumulator(test::source_folder("shaders"));
    for (const ImageSize size : {ImageSize{61, 33}, {128, 128}, {1, 1}}) {
        accumulator.forget();
        SampleSum expected(size);
        for (int i = 0; i < max_samples * max_samples; ++i) {
            const Image picture = i == 5 ? Image(size, PixelFormat::rgb) : random_picture(size);
            const gl::Framebuffer sample = uploaded(picture);
            accumulator.add(sample, 0, size.height);
            for (int y = 0; y < size.height; ++y) expected.add(picture.row(y), y);
            expected.count_one();
            const gl::Framebuffer shown(size);
            accumulator.draw_mean(shown);
            ASSERT_EQ(test::max_difference(read(shown), expected.mean(0, size.height)), 0)
                << to_text(size) << " after " << i + 1;
        }
        EXPECT_EQ(accumulator.count(), 64);
    }
}

TEST_F(SampleAccumulatorTest, TakesAPictureByItsRows) {
    SampleAccumulator accumulator(test::source_folder("shaders"));
    constexpr ImageSize size{61, 33};
    SampleSum expected(size);
    for (int i = 0; i < 3; ++i) {
        for (const auto& [first, rows] : {std::pair(0, 10), std::pair(10, 22), std::pair(32, 1)}) {
            EXPECT_EQ(accumulator.count(), i);
            const Image band = random_picture({size.width, rows});
            accumulator.add(uploaded(band), first, size.height);
            for (int y = 0; y < rows; ++y) expected.add(band.row(y), first + y);
        }
        expected.count_one();
    }
    const gl::Framebuffer shown(size);
    accumulator.draw_mean(shown);
    EXPECT_EQ(test::max_difference(read(shown), expected.mean(0, size.height)), 0);
}

TEST_F(SampleAccumulatorTest, TheBrightestStaysWhite) {
    SampleAccumulator accumulator(test::source_folder("shaders"));
    Image white({4, 4}, PixelFormat::rgb);
    std::ranges::fill(white.bytes(), std::uint8_t{255});
    for (int i = 0; i < 64; ++i) accumulator.add(uploaded(white), 0, 4);
    const gl::Framebuffer shown(white.size());
    accumulator.draw_mean(shown);
    EXPECT_EQ(test::max_difference(read(shown), white), 0);
}

}  // namespace
}  // namespace mariani::render
