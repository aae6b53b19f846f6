#include "compute/engine_dispatcher.hpp"

#include "compute/model/limits.hpp"

#include <stdexcept>

namespace mariani {
namespace {

Backend resolved_backend(Backend asked) {
    if (asked != Backend::automatic) return asked;
    return backend_unavailable(Backend::cuda) ? Backend::cpu : Backend::cuda;
}

}  // namespace

std::optional<Frame> EngineDispatcher::compute(FrameRequest request, std::stop_token stop,
                                               FrameProgress& progress) {
    if (const auto why = refusal(request)) throw std::invalid_argument(*why);
    request.backend = resolved_backend(request.backend);
    request.precision = resolved_precision(request);

    std::string reason;
    if (request.engine == EngineKind::automatic) {
        auto choice = automatic_.choose(request);
        request.engine = choice.engine;
        reason = std::move(choice.reason);
    }
    auto frame = engine_for(request.engine, request.backend).compute(request, stop, progress);
    if (!frame) return std::nullopt;
    automatic_.learn(request, frame->stats);
    frame->stats.engine_reason = std::move(reason);
    return frame;
}

Engine& EngineDispatcher::engine_for(EngineKind kind, Backend backend) {
    auto& engine = engines_[{kind, backend}];
    if (engine) return *engine;
    const EngineEntry* entry = find_engine(kind, backend);
    if (!entry)
        throw std::runtime_error("there is no engine " + std::string(name_of(kind)) +
                                 " for the backend " + std::string(name_of(backend)));
    if (entry->unavailable)
        throw std::runtime_error("the engine " + entry->name + " cannot be used: " +
                                 *entry->unavailable + "; choose the backend cpu");
    engine = entry->make();
    return *engine;
}

}  // namespace mariani
