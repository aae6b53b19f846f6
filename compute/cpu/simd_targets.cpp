#include "compute/cpu/simd_targets.hpp"

#include <stdexcept>

namespace mariani::cpu {

std::string simd_target() {
    return "scalar";
}

std::vector<std::string> simd_targets() {
    return {"scalar"};
}

void use_simd_target(const std::string& name) {
    if (!name.empty() && name != "scalar")
        throw std::invalid_argument("this machine has no SIMD target " + name);
}

}  // namespace mariani::cpu
