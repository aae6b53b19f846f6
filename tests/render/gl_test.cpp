// The owners of GL names, and GL's errors.
#include "render/gl/buffer.hpp"
#include "render/gl/check.hpp"
#include "render/gl/framebuffer.hpp"
#include "render/gl/program.hpp"
#include "render/gl/timer_query.hpp"
#include "tests/render/gl_context.hpp"
#include "tests/render/scene.hpp"

#include <fstream>
#include <string>
#include <utility>

namespace mariani::render::gl {
namespace {

using test::GlTest;

std::string message_of(const auto& action) {
    try {
        action();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "nothing thrown";
}

TEST_F(GlTest, NamesTheOperationAndTheErrorWhenGlRefuses) {
    glBindFramebuffer(GL_TEXTURE_2D, 0);
    const std::string message = message_of([] { check("do something odd"); });
    EXPECT_NE(message.find("cannot do something odd: GL_INVALID_ENUM"), std::string::npos)
        << message;
    EXPECT_NE(message.find('('), std::string::npos) << message;  // then the driver's message
    EXPECT_NO_THROW(check("go on"));
}

TEST_F(GlTest, MovedHandlesAreDeletedOnce) {
    GLuint name = 0;
    {
        Buffer first;
        name = first.name();
        Buffer second = std::move(first);
        EXPECT_EQ(second.name(), name);
        EXPECT_TRUE(glIsBuffer(name));
    }
    EXPECT_FALSE(glIsBuffer(name));
    check("delete a buffer");
}

TEST_F(GlTest, AnObjectThatGetsNoNameIsRefused) {
    const auto create = std::exchange(glad_glCreateBuffers, [](GLsizei, GLuint*) {});
    const std::string message = message_of([] { const Buffer buffer; });
    glad_glCreateBuffers = create;
    EXPECT_NE(message.find("cannot make an OpenGL object"), std::string::npos) << message;
}

TEST_F(GlTest, ShadersThatDoNotCompileAreNamedWithTheCompilersWords) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "a.vert") << "void main() { gl_Position = vec4(0.0); }\n";
    std::ofstream(folder / "bad.frag") << "out vec4 colour;\nvoid main() { colour = nonsense; }\n";
    const auto bad = message_of([&] { Program(folder.path(), {"a.vert", "bad.frag"}); });
    EXPECT_NE(bad.find((folder / "bad.frag").string()), std::string::npos) << bad;
    EXPECT_NE(bad.find("nonsense"), std::string::npos) << bad;
    const auto missing = message_of([&] { Program(folder.path(), {"a.vert", "none.frag"}); });
    EXPECT_NE(missing.find((folder / "none.frag").string()), std::string::npos) << missing;
}

TEST_F(GlTest, UnknownUniformsAreRefused) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "a.vert") << "void main() { gl_Position = vec4(0.0); }\n";
    const Program program(folder.path(), {"a.vert"});
    EXPECT_NE(message_of([&] { program.set("speed", 1.0f); }).find("speed"), std::string::npos);
}

TEST_F(GlTest, TimesAreMeasuredWithoutWaiting) {
    const Framebuffer target({64, 64});
    target.bind();
    TimerQuery timer;
    EXPECT_FALSE(timer.milliseconds());
    for (int frame = 0; frame < 10; ++frame) {
        timer.begin();
        glClear(GL_COLOR_BUFFER_BIT);
        timer.end();
    }
    glFinish();
    ASSERT_TRUE(timer.milliseconds());
    EXPECT_GE(*timer.milliseconds(), 0);
    check("time the clearing");
}

}  // namespace
}  // namespace mariani::render::gl
