#include "compute/workloads/gasket/cpu/engines.hpp"

#include "compute/cpu/memory.hpp"

namespace mariani::gasket::cpu {
namespace {

// More than this is refused rather than asked of a machine that others use, too.
constexpr std::uint64_t max_gib = 4;

}  // namespace

std::optional<std::string> refusal(EngineKind kind, const Problem& problem, const Method& method) {
    if (kind == EngineKind::nu_mma) return "only GPUs have tensor cores: choose the backend cuda";
    if (kind == EngineKind::bits) {
        const auto levels = tile_levels(problem.level);
        return bits_refusal(problem, method, levels.least, levels.most);
    }
    const std::uint64_t bytes = 2 * layout_of(kind, problem, method).bytes();
    constexpr std::uint64_t gib = std::uint64_t{1} << 30;
    if (bytes > max_gib * gib)
        return "this engine needs " + std::to_string((bytes + gib - 1) / gib) +
               " GiB here, and the limit is " + std::to_string(max_gib) +
               ": choose a smaller level r, or the engine table or bits";
    return std::nullopt;
}

std::unique_ptr<Engine> make_engine(EngineKind kind, const Problem& problem, const Method& method) {
    return mariani::cpu::within_free_memory(memory_of(kind, Backend::cpu, problem, method), [&] {
        return kind == EngineKind::bits ? make_bits_engine(problem, method)
                                        : make_cell_engine(kind, problem, method);
    });
}

}  // namespace mariani::gasket::cpu
