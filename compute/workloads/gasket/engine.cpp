#include "compute/workloads/gasket/engine.hpp"

#include "compute/model/limits.hpp"
#include "compute/workloads/gasket/shape.hpp"
#include "compute/workloads/gasket/ternary.hpp"

#include <array>
#include <stdexcept>

namespace mariani::gasket {
namespace {

EngineEntry entry(EngineKind kind, Backend backend) {
    const auto& choice = choice_of(kind);
    return {kind, backend, std::string(choice.name), std::string(choice.description),
            backend == Backend::cuda ? cuda::unavailable() : std::nullopt};
}

// What no engine can do.
std::optional<std::string> general_refusal(const Problem& problem, const Method& method) {
    try {
        shape_of(problem.fractal, problem.level);
    } catch (const std::invalid_argument& why) {
        return why.what();
    }
    if (method.rho < 1 || method.rho > Method::max_rho)
        return "rho must be from 1 to " + std::to_string(Method::max_rho) + ", not " +
               std::to_string(method.rho);
    if (method.fuse < 1 || method.fuse > Method::max_fuse)
        return "a tile takes from 1 to " + std::to_string(Method::max_fuse) +
               " steps at a time, not " + std::to_string(method.fuse);
    if (method.threads < 0 || method.device < 0)
        return "numbers of threads and devices must not be negative";
    return std::nullopt;
}

}  // namespace

std::optional<std::string> bits_refusal(const Problem& problem, const Method& method,
                                        int least_tile, int most_tile) {
    if (!is_gasket(problem.fractal))
        return "bits supports only the gasket: choose the engine table for the fractal " +
               problem.fractal.name;
    if (method.tile && (*method.tile < least_tile || *method.tile > most_tile))
        return "the level t of tiles must be from " + std::to_string(least_tile) + " to " +
               std::to_string(most_tile) + " here, not " + std::to_string(*method.tile);
    return std::nullopt;
}

std::optional<std::string> EngineEntry::refusal(const Problem& problem,
                                                const Method& method) const {
    if (auto why = general_refusal(problem, method)) return why;
    return backend == Backend::cuda ? cuda::refusal(kind, problem, method)
                                    : cpu::refusal(kind, problem, method);
}

std::unique_ptr<Engine> EngineEntry::make(const Problem& problem, const Method& method) const {
    refuse(unavailable);
    refuse(refusal(problem, method));
    return backend == Backend::cuda ? cuda::make_engine(kind, problem, method)
                                    : cpu::make_engine(kind, problem, method);
}

std::span<const EngineEntry> engine_registry() {
    using enum EngineKind;
    static const std::array entries{
        entry(bb, Backend::cuda),     entry(lambda, Backend::cuda), entry(nu, Backend::cuda),
        entry(nu_mma, Backend::cuda), entry(table, Backend::cuda),  entry(bits, Backend::cuda),
        entry(bb, Backend::cpu),      entry(lambda, Backend::cpu),  entry(nu, Backend::cpu),
        entry(table, Backend::cpu),   entry(bits, Backend::cpu)};
    return entries;
}

const EngineEntry* find_engine(EngineKind kind, Backend backend) {
    for (const auto& candidate : engine_registry())
        if (candidate.kind == kind && candidate.backend == backend) return &candidate;
    return nullptr;
}

}  // namespace mariani::gasket
