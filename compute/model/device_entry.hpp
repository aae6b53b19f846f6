// A GPU of this machine.
#pragma once

#include <optional>
#include <string>

namespace mariani {

struct DeviceEntry {
    int index = 0;            // as CUDA numbers them
    std::string name;         // "NVIDIA H200"
    std::string description;  // "NVIDIA H200, 132 SMs, compute capability 9.0, 140 GiB"
    std::optional<std::string> unavailable;  // why no engine can run there
    std::string pci_bus_id = {};             // its place: "0000:1b:00.0"; empty if unknown
};

}  // namespace mariani
