#include "compute/service/engine_registry.hpp"

#include "compute/cpu/engines.hpp"
#include "compute/cpu/tasks.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/engine.hpp"
#include "compute/model/text.hpp"
#include "compute/workloads/mandelbrot/workload.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mariani {
namespace {

const char* cuda_description(EngineKind kind) {
    switch (kind) {
        case EngineKind::dp:
            return "CUDA dynamic parallelism: the block that examined a region launches the kernel "
                   "for its children, its fill or its leaf. If a launch fails, it is counted and "
                   "the block does the work itself. Borders are recomputed at every level, as in "
                   "the paper.";
        case EngineKind::ask:
            return "Adaptive serial kernels: one launch per level over an offset lookup table "
                   "(OLT) in device memory, all issued at once. Regions that do not fit in the OLT "
                   "are solved in place. Borders are recomputed at every level, as in the paper. "
                   "The scheme WPR differs: a warp solves a small region with everything below it "
                   "and computes no pixel twice.";
        default:
            return "Exhaustive: iterates every pixel, in bands. The other engines are checked "
                   "against it.";
    }
}

const char* cpu_description(EngineKind kind) {
    switch (kind) {
        case EngineKind::dp:
            return "Recursion: a subdivided region launches its child regions, as in CUDA dynamic "
                   "parallelism. The paper's DP recomputes borders at every level; this one "
                   "computes no pixel twice.";
        case EngineKind::ask:
            return "Adaptive serial kernels: all regions of a level in one parallel pass over an "
                   "offset lookup table (OLT). The paper's ASK recomputes borders at every level; "
                   "this one computes no pixel twice.";
        default:
            return "Exhaustive: iterates every pixel. The other engines are checked against it.";
    }
}

EngineEntry entry(EngineKind kind, Backend backend) {
    EngineEntry made{
        kind,
        backend,
        std::string(choice_of(kind).label) + " (" + std::string(name_of(backend)) + ")",
        backend == Backend::cuda ? cuda_description(kind) : cpu_description(kind),
        backend_unavailable(backend),
        nullptr};
    if (backend == Backend::cuda)
        made.maker = [kind](const EngineUse& use) {
            return cuda::make_engine(kind, use.workload->cuda_painters(),
                                     {.device = use.device, .draws_screen = use.draws_screen});
        };
    else
        made.maker = [kind](const EngineUse& use) {
            return cpu::make_engine(kind, use.workload->cpu_painters());
        };
    return made;
}

}  // namespace

const std::vector<Workload>& workloads() {
    static const std::vector<Workload> all{
        {"mandelbrot", mandelbrot::cpu_painters, mandelbrot::cuda_painters,
         mandelbrot::make_deep_engine},
    };
    return all;
}

const Workload& find_workload(std::span<const Workload> among, std::string_view name) {
    const auto found = std::ranges::find(among, name, &Workload::name);
    if (found != among.end()) return *found;
    std::vector<std::string_view> names;
    for (const auto& workload : among) names.push_back(workload.name);
    throw std::invalid_argument(fmt::format("there is no workload {}; there are: {}",
                                            in_quotes(name), fmt::join(names, ", ")));
}

std::span<const EngineEntry> engine_registry() {
    using enum EngineKind;
    static const std::array entries{entry(ex, Backend::cuda),  entry(dp, Backend::cuda),
                                    entry(ask, Backend::cuda), entry(ex, Backend::cpu),
                                    entry(dp, Backend::cpu),   entry(ask, Backend::cpu)};
    return entries;
}

const EngineEntry* find_engine(EngineKind kind, Backend backend) {
    for (const auto& candidate : engine_registry())
        if (candidate.kind == kind && candidate.backend == backend) return &candidate;
    return nullptr;
}

std::optional<std::string> backend_unavailable(Backend backend) {
    return backend == Backend::cuda ? cuda::unavailable() : std::nullopt;
}

std::string backend_device(Backend backend) {
    if (backend == Backend::cpu) return cpu::device(cpu::hardware_threads());
    const DeviceEntry* device = first_device();
    return device ? device->description : "none";
}

Parallelism backend_parallelism(const FramePlan& plan) {
    if (plan.backend == Backend::cuda) return cuda::parallelism(plan.device);
    return {plan.threads, cpu::lanes_per_vector(plan.precision)};
}

Hardware this_hardware() {
    Hardware hardware;
    hardware.cuda_unavailable = backend_unavailable(Backend::cuda);
    hardware.threads = cpu::hardware_threads();
    if (const DeviceEntry* first = first_device()) hardware.device = first->index;
    return hardware;
}

std::span<const DeviceEntry> devices() {
    return cuda::devices();
}

std::string device_name(Backend backend, int device, int threads) {
    if (backend == Backend::cpu) return cpu::device(threads);
    for (const DeviceEntry& entry : devices())
        if (entry.index == device) return entry.description;
    return "a GPU that CUDA does not list";
}

const DeviceEntry* first_device() {
    for (const auto& entry : devices())
        if (!entry.unavailable) return &entry;
    return nullptr;
}

std::optional<std::string> device_unavailable(std::optional<int> device) {
    if (!device) return std::nullopt;
    if (devices().empty())
        return "there is no GPU " + std::to_string(*device) + ": " +
               backend_unavailable(Backend::cuda).value_or("no NVIDIA GPU was found");
    if (*device >= 0 && *device < static_cast<int>(devices().size()))
        return devices()[static_cast<std::size_t>(*device)].unavailable;
    std::string known;
    for (const auto& entry : devices())
        known +=
            (known.empty() ? "" : ", ") + std::to_string(entry.index) + " (" + entry.name + ")";
    return "there is no GPU " + std::to_string(*device) + " in this machine, which has " + known;
}

std::optional<std::string> settle_device(std::optional<int>& device) {
    auto why = device_unavailable(device);
    if (!why) return std::nullopt;
    device.reset();
    return *why + "; using auto";
}

}  // namespace mariani
