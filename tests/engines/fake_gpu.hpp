// A fake GPU: the cpu's engines under its name, with times that a test can choose.
#pragma once

#include "compute/service/engine_dispatcher.hpp"

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace mariani::tests {

struct FakeGpu {
    std::map<EngineKind, double> ms{{EngineKind::ex, 2}, {EngineKind::ask, 1}};
    std::function<void(EngineStats&)> counts = [](EngineStats&) {};  // counters of a GPU only
    std::vector<FramePlan> asked;                                    // from its engines
    std::vector<EngineEntry> entries = entries_of(*this);

    FakeGpu() = default;
    FakeGpu(const FakeGpu&) = delete;
    FakeGpu& operator=(const FakeGpu&) = delete;

    // For a dispatcher that must not outlive this.
    ServiceOptions options() {
        ServiceOptions made;
        made.find_engine = [this](EngineKind kind, Backend backend) -> const EngineEntry* {
            if (backend != Backend::cuda) return find_engine(kind, backend);
            for (const EngineEntry& entry : entries)
                if (entry.kind == kind) return &entry;
            return nullptr;
        };
        made.device_unavailable = [](std::optional<int>) { return std::nullopt; };
        return made;
    }

  private:
    class Labelled final : public Engine {
      public:
        Labelled(FakeGpu& gpu, const EngineEntry& cpu) : gpu_(gpu), cpu_(cpu.make()) {}

        std::optional<Frame> compute(const FramePlan& plan, std::stop_token stop,
                                     FrameProgress& progress) override {
            gpu_.asked.push_back(plan);
            auto frame = cpu_->compute(plan, std::move(stop), progress);
            if (!frame) return frame;
            frame->plan.backend = Backend::cuda;
            frame->stats.compute_ms = gpu_.ms[plan.engine];
            gpu_.counts(frame->stats);
            return frame;
        }

      private:
        FakeGpu& gpu_;
        std::unique_ptr<Engine> cpu_;
    };

    static std::vector<EngineEntry> entries_of(FakeGpu& gpu) {
        std::vector<EngineEntry> made;
        for (const EngineEntry& cpu : engine_registry()) {
            if (cpu.backend != Backend::cpu) continue;
            made.push_back(cpu);
            made.back().backend = Backend::cuda;
            made.back().maker = [&gpu, &cpu](const EngineUse&) {
                return std::make_unique<Labelled>(gpu, cpu);
            };
        }
        return made;
    }
};

}  // namespace mariani::tests
