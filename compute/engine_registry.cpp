#include "compute/engine_registry.hpp"

#include "compute/cpu/engines.hpp"
#include "compute/cpu/tasks.hpp"

#include <array>
#include <utility>

namespace mariani {
namespace {

const char* description(EngineKind kind) {
    switch (kind) {
        case EngineKind::dp:
            return "Recursion: a subdivided region launches the regions within it, as in CUDA "
                   "dynamic parallelism. The paper's DP computes borders anew at every level; this "
                   "one computes no pixel twice.";
        case EngineKind::ask:
            return "Adaptive serial kernels: all regions of a level in one parallel pass over an "
                   "offset lookup table (OLT). The paper's ASK computes borders anew at every "
                   "level; this one computes no pixel twice.";
        default:
            return "Exhaustive: iterates every pixel. The truth that the other engines are "
                   "checked against.";
    }
}

EngineEntry entry(EngineKind kind, Backend backend) {
    EngineEntry made{
        kind,
        backend,
        std::string(choice_of(kind).label) + " (" + std::string(name_of(backend)) + ")",
        description(kind),
        backend_unavailable(backend),
        nullptr};
    if (backend == Backend::cpu) made.make = [kind] { return cpu::make_engine(kind); };
    return made;
}

}  // namespace

std::span<const EngineEntry> engine_registry() {
    using enum EngineKind;
    static const std::array entries{entry(ex, Backend::cuda),  entry(dp, Backend::cuda),
                                    entry(ask, Backend::cuda), entry(ex, Backend::cpu),
                                    entry(dp, Backend::cpu),   entry(ask, Backend::cpu)};
    return entries;
}

const EngineEntry* find_engine(EngineKind kind, Backend backend) {
    for (const auto& candidate : engine_registry())
        if (candidate.kind == kind && candidate.backend == backend) return &candidate;
    return nullptr;
}

std::optional<std::string> backend_unavailable(Backend backend) {
    if (backend == Backend::cuda) return "this build has no CUDA engines";
    return std::nullopt;
}

std::string backend_device(Backend backend) {
    if (backend == Backend::cuda) return "none";
    return cpu::device(cpu::hardware_threads());
}

}  // namespace mariani
