// What stands for the cuda engines in a build without CUDA: nobody asks for them, as they are
// unavailable.
#include "compute/workloads/gasket/engine.hpp"

#include <stdexcept>

namespace mariani::gasket::cuda {
namespace {

constexpr const char* reason = "this build has no CUDA";

}  // namespace

std::unique_ptr<Engine> make_engine(EngineKind, const Problem&, const Method&) {
    throw std::runtime_error(reason);
}

std::uint64_t count_wrong_blocks(const Problem&, const Method&, MmaForm) {
    throw std::runtime_error(reason);
}

}  // namespace mariani::gasket::cuda
