// The machine and software of a measurement, and its time.
#pragma once

#include <cstdint>
#include <string>

namespace mariani::app {

// Unknown or missing entries are empty.
struct Machine {
    std::string mariani;  // the program's version
    std::string system;   // "Debian GNU/Linux 12 (bookworm), Linux 6.1.0"
    std::string cpu;      // "AMD EPYC, 2 threads, AVX-512"
    std::string gpu;      // the first usable one: "NVIDIA H200, 132 SMs, …"
    std::string driver;   // of the GPU: "550.54.15"
    bool operator==(const Machine&) const = default;
};

Machine this_machine();

std::string utc_now();  // ISO 8601: "2026-01-31T12:00:00Z"

}  // namespace mariani::app
