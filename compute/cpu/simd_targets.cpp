#include "compute/cpu/engines.hpp"
#include "compute/cpu/highway.hpp"

#include <stdexcept>

#include <hwy/targets.h>

namespace mariani::cpu {
namespace {

constexpr std::int64_t fall_back = HWY_EMU128 | HWY_SCALAR;

std::string name_of_target(std::int64_t target) {
    if (target & fall_back) return "scalar";
    const std::string name = hwy::TargetName(target);
    return name.starts_with("AVX3") ? "AVX-512" : name;
}

// One bit for each, the fastest first; the fall-back always comes last. Of the one target that is
// in use, where use() has set it.
std::vector<std::int64_t> usable() {
    std::vector<std::int64_t> targets;
    for (std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS & ~fall_back; left != 0;
         left &= left - 1)
        targets.push_back(left & -left);
    targets.push_back(HWY_TARGETS & fall_back ? HWY_TARGETS & fall_back : HWY_STATIC_TARGET);
    return targets;
}

// Kept before use() can make it less.
const std::vector<std::int64_t>& all_of_machine() {
    static const std::vector<std::int64_t> all = usable();
    return all;
}

void use(std::int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

std::string simd_target() {
    return name_of_target(usable().front());
}

int lanes_per_vector(Precision precision) {
    const int bytes = precision == Precision::f32 ? 4 : 8;
    const std::string target = simd_target();
    if (target == "scalar") return 1;
    const int vector_bytes = target == "AVX-512" ? 64 : target == "AVX2" ? 32 : 16;
    return vector_bytes / bytes;
}

std::vector<std::string> simd_targets() {
    std::vector<std::string> names;
    for (const auto target : all_of_machine())
        if (names.empty() || names.back() != name_of_target(target))
            names.push_back(name_of_target(target));
    return names;
}

void use_simd_target(const std::string& name) {
    const auto& all = all_of_machine();
    use(0);
    if (name.empty()) return;
    for (const auto target : all) {
        if (name_of_target(target) != name) continue;
        use(target);
        return;
    }
    throw std::invalid_argument("this machine cannot run the SIMD target " + name);
}

}  // namespace mariani::cpu
