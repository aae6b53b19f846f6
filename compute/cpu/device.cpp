#include "compute/cpu/engines.hpp"
#include "compute/cpu/simd_targets.hpp"

#include <fstream>
#include <string_view>

namespace mariani::cpu {
namespace {

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

// As Linux tells it; other systems have no such file.
std::string processor_name() {
    std::ifstream cpuinfo("/proc/cpuinfo");
    for (std::string line; std::getline(cpuinfo, line);)
        if (line.starts_with("model name") && line.find(':') != std::string::npos)
            return trimmed(std::string_view(line).substr(line.find(':') + 1));
    return "CPU";
}

}  // namespace

std::string device(int threads) {
    static const std::string processor = processor_name();
    return processor + ", " + std::to_string(threads) +
           (threads == 1 ? " thread, " : " threads, ") + simd_target();
}

}  // namespace mariani::cpu
