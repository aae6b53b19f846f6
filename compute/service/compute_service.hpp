// The one owner of the engines and of what is known about the devices they run on.
#pragma once

#include "compute/service/engine_registry.hpp"
#include "compute/service/resolve.hpp"
#include "compute/service/turn_queue.hpp"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace mariani {

struct ServiceOptions {
    // The device that draws the window: an automatic device is this one, and work on it leaves gaps
    // for drawing.
    std::optional<int> screen_device;
    // The cpu replaces a failed GPU even where `cuda` was asked for by name.
    bool always_fall_back = false;
    // Called on the computing thread, with the reason, once for each device that the cpu replaces.
    std::function<void(const std::string&)> report = [](const std::string&) {};
    std::vector<Workload> workloads = mariani::workloads();
    std::function<const EngineEntry*(EngineKind, Backend)> find_engine = mariani::find_engine;
    std::function<std::optional<std::string>(std::optional<int>)> device_unavailable =
        mariani::device_unavailable;
};

// Shared by several EngineDispatchers. Thread-safe.
class ComputeService {
  public:
    explicit ComputeService(ServiceOptions options = {});

    // What requests are resolved for, including the devices that have failed so far.
    Hardware hardware() const;

    TurnQueue& turns() { return turns_; }

    // The plan's engine, created on first use. To be used only in a turn of this priority. Throws
    // std::runtime_error with the reason if the backend or device is unavailable,
    // std::invalid_argument if there is no such workload.
    Engine& engine_for(const FramePlan& plan, JobPriority priority);

    // Frees the engines of exports and their buffers. Only in a turn of an export.
    void free_export_engines() {
        export_engines_.clear();
        deep_export_engines_.clear();
    }

    // The device is not used again; if `replaced`, the cpu computes in its place.
    void give_up(int device, const std::string& why, bool replaced);

  private:
    using Engines =
        std::map<std::tuple<std::string_view, EngineKind, Backend, int>, std::unique_ptr<Engine>>;
    // By workload; one for all kinds of engines, backends and devices, so that they share a
    // reference.
    using DeepEngines = std::map<std::string_view, std::unique_ptr<Engine>>;

    void check_device(const FramePlan& plan) const;

    const ServiceOptions options_;
    TurnQueue turns_;
    Engines engines_;
    Engines export_engines_;  // these run beside the others
    DeepEngines deep_engines_;
    DeepEngines deep_export_engines_;
    mutable std::mutex mutex_;
    Hardware hardware_;
};

}  // namespace mariani
