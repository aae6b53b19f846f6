// Which way a frame takes to the window is named for what computed it and where it lies.
#include "app/window/display_route.hpp"

#include "compute/service/dwell_access.hpp"
#include "tests/render/gl_context.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class InMemory final : public DwellImage {
  public:
    explicit InMemory(MemoryKind memory) { span_.memory = memory; }
    DwellSpan span() const override { return span_; }

  private:
    DwellSpan span_;
};

Frame frame_of(Backend backend, MemoryKind memory) {
    Frame frame;
    frame.plan.backend = backend;
    frame.dwells = std::make_shared<InMemory>(memory);
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
              "the dwells are copied from main memory");
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
