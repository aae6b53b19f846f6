// A real GPU that is lost in mid-session. Each test loses it in a process of its own.
#include "app/explore/prepared_frame.hpp"
#include "app/workloads/points/runs.hpp"
#include "compute/service/dwell_access.hpp"
#include "render/gl/dwell_texture.hpp"
#include "render/interop/bridge.hpp"
#include "tests/interop/gl_window.hpp"
#include "tests/interop/own_process.hpp"
#include "tests/interop/trap.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

FrameRequest request_of(std::optional<Backend> backend) {
    FrameRequest request;
    request.view = {{-0.745, 0.113}, 0.02};
    request.image = {400, 300};
    request.part = whole(request.image);
    request.dwell_limit = 800;
    request.engine = EngineKind::ask;
    request.backend = backend;
    request.keep_regions = true;
    return request;
}

PreparedFrame prepare(EngineDispatcher& dispatcher, std::optional<Backend> backend,
                      std::optional<int> shown_from = std::nullopt) {
    FrameProgress progress;
    return prepare_frame(dispatcher, request_of(backend), {}, progress, shown_from).value();
}

ServiceOptions window_options() {
    ServiceOptions options;
    options.always_fall_back = true;
    return options;
}

bool same_dwells(const Frame& a, const Frame& b) {
    return std::ranges::equal(a.dwells.host<std::uint32_t>().values,
                              b.dwells.host<std::uint32_t>().values);
}

void lose_it_in_a_session() {
    EngineDispatcher dispatcher(window_options());
    const PreparedFrame kept = prepare(dispatcher, Backend::cuda, 0);
    const PreparedFrame before = prepare(dispatcher, Backend::cuda);
    ASSERT_FALSE(kept.frame.dwells.on_host());
    ASSERT_TRUE(test::lose_device());

    EXPECT_THROW(value_at(kept.frame.dwells, 5, 5), BackendFailure);
    EXPECT_THROW(on_host(kept), BackendFailure);
    for (int i = 0; i < 3; ++i) {
        const PreparedFrame after = prepare(dispatcher, Backend::cuda, 0);
        EXPECT_EQ(after.frame.plan.backend, Backend::cpu);
        EXPECT_NE(after.frame.stats.backend_failure.find("cudaError"), std::string::npos)
            << after.frame.stats.backend_failure;
        EXPECT_TRUE(same_dwells(after.frame, before.frame));
        EXPECT_EQ(after.summary, before.summary);
    }
    EngineDispatcher another(window_options());  // a poster's, started after the loss
    EXPECT_TRUE(same_dwells(prepare(another, std::nullopt).frame, before.frame));
}

void lose_it_in_a_command() {
    EngineDispatcher dispatcher;
    prepare(dispatcher, Backend::cuda);
    ASSERT_TRUE(test::lose_device());
    EXPECT_THROW(prepare(dispatcher, Backend::cuda), BackendFailure);
    EXPECT_EQ(prepare(dispatcher, std::nullopt).frame.plan.backend, Backend::cpu);
}

void lose_it_in_the_window() {
    ASSERT_EQ(test::why_no_gl_window(), "");
    const auto support = render::interop::query_support();
    ASSERT_TRUE(support.device) << support.reason;
    EngineDispatcher dispatcher(window_options());
    render::DwellTexture texture(std::make_shared<render::interop::Bridge>(*support.device));
    const PreparedFrame frame = prepare(dispatcher, Backend::cuda, support.device);
    texture.show(frame.frame.dwells, {});
    ASSERT_TRUE(test::lose_device());
    EXPECT_THROW(texture.show(frame.frame.dwells, {}), render::interop::Error);
    const PreparedFrame after = prepare(dispatcher, Backend::cuda, support.device);
    texture.show(after.frame.dwells, {});
    EXPECT_FALSE(texture.empty());
}

void lose_it_in_a_tab() {
    std::vector<std::string> told;
    ServiceOptions options;
    options.report = [&](const std::string& why) { told.push_back(why); };
    ComputeService service(std::move(options));
    points::Plan plan;
    plan.count = 10'000;
    plan.backend = Backend::cuda;
    std::atomic<int> done = 0;
    EXPECT_TRUE(PointsRounds({plan}, &service).measure(1, {}, done));
    ASSERT_TRUE(test::lose_device());
    EXPECT_THROW(PointsRounds({plan}, &service).measure(1, {}, done), BackendFailure);
    EXPECT_EQ(told.size(), 1U);
    const auto why = why_no_cuda(service.hardware(), std::nullopt);
    ASSERT_TRUE(why);
    EXPECT_EQ(points::resolve({}, why).front().backend, Backend::cpu);
}

class LostDevice : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    }
};

TEST_F(LostDevice, TheSessionGoesOnWithTheCpu) {
    test::run_in_own_process(lose_it_in_a_session);
}

TEST_F(LostDevice, TheCommandLineFallsBackOnlyFromAuto) {
    test::run_in_own_process(lose_it_in_a_command);
}

TEST_F(LostDevice, ATabTellsTheServiceAndGoesOnWithTheCpu) {
    test::run_in_own_process(lose_it_in_a_tab);
}

TEST_F(LostDevice, TheWindowLearnsItFromItsTexturesToo) {
    if (!test::why_no_gl_window().empty()) GTEST_SKIP() << test::why_no_gl_window();
    const auto support = render::interop::query_support();
    if (!support.device) GTEST_SKIP() << support.reason;
    test::run_in_own_process(lose_it_in_the_window);
}

}  // namespace
}  // namespace mariani::app
