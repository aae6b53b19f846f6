#include "compute/energy/energy_counter.hpp"

#include <dlfcn.h>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::energy {
namespace {

using Result = int;  // nvmlReturn_t; 0: success
using Device = void*;

// The loaded and initialised library, with the functions used of it (nvml.h).
class Nvml {
  public:
    // Throws std::runtime_error.
    explicit Nvml(const std::string& library)
        : library_(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) {
        if (!library_)
            throw std::runtime_error(
                fmt::format("{} of the NVIDIA driver was not found: install the driver", library));
        try {
            find(begin_, "nvmlInit_v2");
            find(end_, "nvmlShutdown");
            find(device_at_, "nvmlDeviceGetHandleByPciBusId_v2");
            find(total_energy_, "nvmlDeviceGetTotalEnergyConsumption");
            find(error_text_, "nvmlErrorString");
            check(begin_(), "start");
        } catch (...) {
            dlclose(library_);
            throw;
        }
    }
    ~Nvml() {
        end_();
        dlclose(library_);
    }
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    Device device_at(const std::string& pci_bus_id) const {
        Device device = nullptr;
        check(device_at_(pci_bus_id.c_str(), &device), "find the GPU " + pci_bus_id);
        return device;
    }

    double joules(Device device) const {
        unsigned long long millijoules = 0;
        check(total_energy_(device, &millijoules), "read the GPU's energy");
        return static_cast<double>(millijoules) * 1e-3;
    }

  private:
    template <typename Function>
    void find(Function*& function, const char* name) {
        function = reinterpret_cast<Function*>(dlsym(library_, name));
        if (!function)
            throw std::runtime_error(fmt::format(
                "NVML has no {}: the NVIDIA driver is too old, install a newer one", name));
    }

    void check(Result result, const std::string& operation) const {
        if (result != 0)
            throw std::runtime_error(
                fmt::format("NVML does not {}: {}", operation, error_text_(result)));
    }

    void* library_;
    Result (*begin_)() = nullptr;
    Result (*end_)() = nullptr;
    Result (*device_at_)(const char*, Device*) = nullptr;
    Result (*total_energy_)(Device, unsigned long long*) = nullptr;
    const char* (*error_text_)(Result) = nullptr;
};

class GpuCounter final : public Counter {
  public:
    GpuCounter(const std::string& library, const std::string& pci_bus_id)
        : nvml_(library), device_(nvml_.device_at(pci_bus_id)) {
        nvml_.joules(device_);
    }
    double joules() override { return nvml_.joules(device_); }
    std::string name() const override { return "NVML"; }

  private:
    Nvml nvml_;
    Device device_;
};

}  // namespace

CounterOrReason open_nvml(const std::string& pci_bus_id, const std::string& library) {
    try {
        return {std::make_unique<GpuCounter>(library, pci_bus_id), {}};
    } catch (const std::runtime_error& failure) {
        return {nullptr, failure.what()};
    }
}

}  // namespace mariani::energy
