#include "compute/workloads/triangle/cuda/device_plan.hpp"

#include "compute/cuda/engines.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/cuda/workload_device.hpp"
#include "compute/workloads/triangle/runner.hpp"

#include <algorithm>

namespace mariani::triangle::cuda {

using mariani::cuda::check;
using mariani::cuda::CurrentDevice;
using mariani::cuda::DeviceMemory;

DevicePlan::DevicePlan(const Plan& plan) : plan_(plan), current_(plan.device) {
    mariani::cuda::prepare_for_launches(plan.device);
    values_ = DeviceMemory(std::max<std::size_t>(bytes(), sizeof(std::int32_t)));
    clear(stream_);
    make_input();
    synchronize("prepare a run");
}

void DevicePlan::clear(const Stream& stream) const {
    check(cudaMemsetAsync(values_.as<char>(), 0, values_.size(), stream.get()), "clear values");
}

void DevicePlan::synchronize(const char* operation) const {
    check(cudaStreamSynchronize(stream_.get()), operation);
}

void DevicePlan::fetch(void* to, const void* from, std::size_t size) const {
    check(cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToHost, stream_.get()),
          "copy to the host");
    synchronize("copy to the host");
}

std::string DevicePlan::device() const {
    return mariani::cuda::description_of(plan_.device);
}

std::vector<std::byte> DevicePlan::output() const {
    const CurrentDevice current(plan_.device);
    std::vector<std::byte> host(bytes());
    fetch(host.data(), values_.as<char>(), host.size());
    return host;
}

double DevicePlan::floor_ms() const {
    return floor_of(plan_, [this](std::int64_t bytes) {
        return mariani::cuda::measure_memset_ms(plan_.device, bytes);
    });
}

void DevicePlan::set_time(double time) {
    const CurrentDevice current(plan_.device);
    plan_.time = time;
    make_input();
}

void DevicePlan::make_input() {
    if (!has_input(plan_.test)) return;
    const auto count = static_cast<int>(padded_side(shape_of(plan_)));
    points_.reserve(static_cast<std::size_t>(count) * sizeof(Point));
    launch_input(plan_, points_.as<Point>(), count, stream_);
}

}  // namespace mariani::triangle::cuda
