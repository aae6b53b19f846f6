// The one owner of the engines, and of what is known of the devices they run on.
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
#include <tuple>

namespace mariani {

struct ServiceOptions {
    // The device that draws the window: an automatic device is this one, and what runs there leaves
    // gaps for drawing.
    std::optional<int> screen_device;
    // The cpu computes in place of a failed GPU also where `cuda` was asked for by name.
    bool always_fall_back = false;
    // Called once for each device in whose place the cpu computes, on the computing thread: why.
    std::function<void(const std::string&)> report = [](const std::string&) {};
    std::function<const EngineEntry*(EngineKind, Backend)> find_engine = mariani::find_engine;
    std::function<std::optional<std::string>(std::optional<int>)> device_unavailable =
        mariani::device_unavailable;
};

// Shared by those who compute, each by an EngineDispatcher. Thread-safe.
class ComputeService {
  public:
    explicit ComputeService(ServiceOptions options = {});

    // What requests are resolved for, with the devices that have failed so far.
    Hardware hardware() const;

    TurnQueue& turns() { return turns_; }

    // The plan's engine, made where there is none yet. Used in a turn of this priority only. Throws
    // std::runtime_error when the backend or device is unavailable; the message says why.
    Engine& engine_for(const FramePlan& plan, JobPriority priority);

    // Frees the engines of exports, with their buffers. In a turn of theirs only.
    void free_engines_of_exports() { engines_of_exports_.clear(); }

    // The device is not used again: the cpu computes in its place, or nothing does.
    void give_up(int device, const std::string& why, bool replaced);

  private:
    using Engines = std::map<std::tuple<EngineKind, Backend, int>, std::unique_ptr<Engine>>;

    const ServiceOptions options_;
    TurnQueue turns_;
    Engines engines_;
    Engines engines_of_exports_;  // which run beside the others
    mutable std::mutex mutex_;
    Hardware hardware_;
};

}  // namespace mariani
