#include "app/measure/machine.hpp"

#include "compute/service/engine_registry.hpp"

#include <chrono>
#include <fstream>
#include <sstream>
#include <sys/utsname.h>

#include <fmt/chrono.h>

namespace mariani::app {
namespace {

std::string first_line(const char* path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::string system_name() {
    std::string name;
    std::ifstream release("/etc/os-release");
    for (std::string line; std::getline(release, line);)
        if (line.starts_with("PRETTY_NAME=\"")) name = line.substr(13, line.size() - 14);
    utsname kernel{};
    if (uname(&kernel) != 0) return name;
    return name + (name.empty() ? "" : ", ") + kernel.sysname + " " + kernel.release;
}

// "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue Mar …": the first word of digits
// and dots.
std::string driver_version() {
    if (auto version = first_line("/sys/module/nvidia/version"); !version.empty()) return version;
    std::istringstream words(first_line("/proc/driver/nvidia/version"));
    for (std::string word; words >> word;)
        if (word.find('.') != word.npos && word.find_first_not_of("0123456789.") == word.npos)
            return word;
    return "";
}

}  // namespace

Machine this_machine() {
    Machine machine;
    machine.mariani = MARIANI_VERSION;
    machine.system = system_name();
    machine.cpu = backend_device(Backend::cpu);
    if (const DeviceEntry* device = first_device()) machine.gpu = device->description;
    if (!machine.gpu.empty()) machine.driver = driver_version();
    return machine;
}

std::string utc_now() {
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(now));
}

}  // namespace mariani::app
