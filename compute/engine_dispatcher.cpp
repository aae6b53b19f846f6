#include "compute/engine_dispatcher.hpp"

#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"

#include <stdexcept>
#include <utility>

namespace mariani {

std::optional<Frame> EngineDispatcher::compute(FrameRequest request, std::stop_token stop,
                                               FrameProgress& progress) {
    if (const auto why = refusal(request)) throw std::invalid_argument(*why);
    const FrameRequest asked = request;
    request.backend = resolved_backend(asked.backend);
    request.precision = resolved_precision(asked);
    request.device.reset();
    if (request.backend == Backend::cpu)
        return compute_resolved(std::move(request), std::move(stop), progress);

    const int device = resolved_device(asked.device);
    request.device = device;
    if (!failed_devices_.contains(device)) {
        try {
            return compute_resolved(request, stop, progress);
        } catch (const BackendFailure& failure) {
            if (!fall_back(asked, failure)) throw;
        }
    }
    const std::string& failure = failed_devices_.at(device);
    if (!may_fall_back(asked)) throw BackendFailure(failure);
    request.backend = Backend::cpu;
    request.device.reset();
    auto frame = compute_resolved(std::move(request), std::move(stop), progress);
    if (frame) frame->stats.backend_failure = failure;
    return frame;
}

std::optional<Frame> EngineDispatcher::compute_resolved(FrameRequest request, std::stop_token stop,
                                                        FrameProgress& progress) {
    std::string reason = resolve_engine(request);
    auto frame = engine_for(request).compute(request, std::move(stop), progress);
    if (!frame) return std::nullopt;
    automatic_.learn(request, frame->stats);
    frame->stats.engine_reason = std::move(reason);
    return frame;
}

std::string EngineDispatcher::resolve_engine(FrameRequest& request) const {
    const bool lattice = std::exchange(request.auto_lattice, false);
    const bool block = std::exchange(request.auto_block, false);
    if (request.engine != EngineKind::automatic) return {};
    const bool cuda = request.backend == Backend::cuda;
    if (cuda) request.scheme = Scheme::wpr;  // the fastest there
    if (cuda && lattice)
        request.subdivision = suited_subdivision(request.part, request.subdivision.B);
    auto choice = automatic_.choose(request);
    request.engine = choice.engine;
    if (cuda && block && choice.engine == EngineKind::ex) request.block = suited::block_of_ex;
    return std::move(choice.reason);
}

bool EngineDispatcher::fall_back(const FrameRequest& request, const BackendFailure& failure) {
    const int device = resolved_device(request.device);
    const bool first = failed_devices_.emplace(device, failure.what()).second;
    if (!may_fall_back(request)) return false;
    if (first) options_.report(failure.what());
    return true;
}

bool EngineDispatcher::may_fall_back(const FrameRequest& request) const {
    return request.backend != Backend::cuda || options_.always_fall_back;
}

Backend EngineDispatcher::resolved_backend(Backend asked) const {
    if (asked != Backend::automatic) return asked;
    const EngineEntry* entry = options_.find_engine(EngineKind::ex, Backend::cuda);
    return entry && !entry->unavailable ? Backend::cuda : Backend::cpu;
}

int EngineDispatcher::resolved_device(std::optional<int> asked) const {
    if (asked) return *asked;
    if (options_.screen_device) return *options_.screen_device;
    const DeviceEntry* first = first_device();
    return first ? first->index : 0;
}

Engine& EngineDispatcher::engine_for(const FrameRequest& request) {
    auto& engine = engines_[{request.engine, request.backend, request.device}];
    if (engine) return *engine;
    const EngineEntry* entry = options_.find_engine(request.engine, request.backend);
    if (!entry)
        throw std::runtime_error("there is no engine " + std::string(name_of(request.engine)) +
                                 " for the backend " + std::string(name_of(request.backend)));
    if (entry->unavailable)
        throw std::runtime_error("the engine " + entry->name + " cannot be used: " +
                                 *entry->unavailable + "; choose the backend cpu");
    EngineUse use;
    if (request.backend == Backend::cuda) {
        use = {request.device.value_or(0), request.device == options_.screen_device};
        if (const auto why = options_.device_unavailable(use.device))
            throw std::runtime_error(*why + "; choose another GPU, or auto");
    }
    engine = entry->make(use);
    return *engine;
}

}  // namespace mariani
