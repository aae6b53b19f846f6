// The path of a frame to the window is named after what computed it and where it lies.
#include "app/window/frame_display.hpp"
#include "tests/render/gl_context.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

Frame frame_of(Backend backend, MemoryKind memory) {
    Frame frame;
    frame.plan.backend = backend;
    frame.dwells = Field({}, std::make_shared<std::uint32_t[]>(1), {memory, 0});
    return frame;
}

class DisplayRouteTest : public test::GlTest {};

TEST_F(DisplayRouteTest, IsNamedForWhatComputedTheFrameAndWhereItLies) {
    using enum DisplayPath::Kind;
    const DisplayRoute route(DisplayChoice::staged);
    EXPECT_EQ(route.path_of(frame_of(Backend::cpu, MemoryKind::host)).kind, upload);
    EXPECT_EQ(route.path_of(frame_of(Backend::cuda, MemoryKind::host)).kind, staged);
    EXPECT_EQ(route.path_of(frame_of(Backend::cuda, MemoryKind::cuda)).kind, interop);
    EXPECT_EQ(route.path_of(frame_of(Backend::cpu, MemoryKind::host)).reason,
              "the dwells are copied from host memory");
}

TEST_F(DisplayRouteTest, GivenUpItSaysWhy) {
    DisplayRoute route(DisplayChoice::staged);
    route.give_up("the screen has gone");
    EXPECT_FALSE(route.device());
    const auto path = route.path_of(frame_of(Backend::cuda, MemoryKind::host));
    EXPECT_EQ(path.kind, DisplayPath::Kind::staged);
    EXPECT_EQ(path.reason, "the screen has gone");
}

}  // namespace
}  // namespace mariani::app
