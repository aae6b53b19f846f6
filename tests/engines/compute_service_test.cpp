// Which clients share engines, and which have their own.
#include "compute/service/engine_dispatcher.hpp"
#include "tests/engines/frames.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

// Engines that record their creation, destruction and runs.
class ComputeServiceTest : public testing::Test {
  protected:
    class Watched final : public Engine {
      public:
        explicit Watched(ComputeServiceTest& test)
            : test_(test), cpu_(find_engine(EngineKind::ex, Backend::cpu)->make()) {
            ++test_.alive_;
        }
        ~Watched() override { --test_.alive_; }
        std::optional<Frame> compute(const FramePlan& plan, std::stop_token stop,
                                     FrameProgress& progress) override {
            test_.last_ = this;
            if (++test_.computing_ > 1) test_.overlap_ = true;
            auto frame = cpu_->compute(plan, std::move(stop), progress);
            --test_.computing_;
            return frame;
        }

      private:
        ComputeServiceTest& test_;
        std::unique_ptr<Engine> cpu_;
    };

    ComputeServiceTest() {
        entry_ = *find_engine(EngineKind::ex, Backend::cpu);
        entry_.maker = [this](const EngineUse&) { return std::make_unique<Watched>(*this); };
        ServiceOptions options;
        options.find_engine = [this](EngineKind, Backend) { return &entry_; };
        service_ = std::make_shared<ComputeService>(std::move(options));
    }

    // The engine that computed a frame for a new client.
    const Engine* engine_of(JobPriority priority) {
        FrameRequest asked = request_like(16, 16, 20);
        asked.engine = EngineKind::ex;
        asked.backend = Backend::cpu;
        FrameProgress progress;
        EXPECT_TRUE(EngineDispatcher(service_, priority).compute(asked, {}, progress));
        return last_;
    }

    std::shared_ptr<ComputeService> service_;
    EngineEntry entry_;
    int alive_ = 0;
    std::atomic<const Engine*> last_ = nullptr;
    std::atomic<int> computing_ = 0;
    std::atomic<bool> overlap_ = false;
};

TEST_F(ComputeServiceTest, FramesExperimentsAndIdleWorkShareAnEngine) {
    const Engine* engine = engine_of(JobPriority::frame);
    EXPECT_EQ(engine_of(JobPriority::experiment), engine);
    EXPECT_EQ(engine_of(JobPriority::idle), engine);
    EXPECT_EQ(alive_, 1);
}

TEST_F(ComputeServiceTest, AGpuThatFailsInAJobIsNotUsedAgain) {
    std::vector<std::string> told;
    ServiceOptions options;
    options.report = [&](const std::string& why) { told.push_back(why); };
    ComputeService service(std::move(options));
    const auto failing = [&](int device) {
        service.run_on(device, JobPriority::frame, {},
                       [](const std::stop_token&) -> std::optional<bool> {
                           throw BackendFailure("an illegal address");
                       });
    };
    EXPECT_THROW(failing(1), BackendFailure);
    EXPECT_THROW(failing(1), BackendFailure);
    EXPECT_EQ(told, std::vector<std::string>{"an illegal address"}) << "once";
    Hardware hardware = service.hardware();
    hardware.cuda_unavailable.reset();
    EXPECT_EQ(why_no_cuda(hardware, 1), "an illegal address");
    EXPECT_EQ(why_no_cuda(hardware, 0), std::nullopt);
    hardware.device = 1;
    EXPECT_EQ(why_no_cuda(hardware, std::nullopt), "an illegal address");
    hardware.cuda_unavailable = "there is none";
    EXPECT_EQ(why_no_cuda(hardware, 0), "there is none");
}

TEST_F(ComputeServiceTest, ClientsUseAnEngineOneAfterTheOther) {
    std::vector<std::jthread> clients;
    for (const JobPriority priority :
         {JobPriority::frame, JobPriority::experiment, JobPriority::idle})
        clients.emplace_back([this, priority] {
            for (int i = 0; i < 30; ++i) engine_of(priority);
        });
    clients.clear();
    EXPECT_FALSE(overlap_);
    EXPECT_EQ(alive_, 1);
}

TEST_F(ComputeServiceTest, ExportsHaveEnginesOfTheirOwnUntilTheyAreFreed) {
    const Engine* engine = engine_of(JobPriority::frame);
    EXPECT_NE(engine_of(JobPriority::exporting), engine) << "they run at the same time";
    EXPECT_EQ(alive_, 2);
    EngineDispatcher(service_, JobPriority::exporting).free_export_engines();
    EXPECT_EQ(alive_, 1);
    EXPECT_EQ(engine_of(JobPriority::frame), engine);
}

}  // namespace
}  // namespace mariani::tests
