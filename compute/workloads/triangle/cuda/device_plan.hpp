// A plan's input and output on a GPU: what both of its runners have.
#pragma once

#include "compute/cuda/handles.hpp"
#include "compute/workloads/triangle/cuda/launches.hpp"
#include "compute/workloads/triangle/plan.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mariani::triangle::cuda {

// The device is current while it is made; callers of the rest make it so.
class DevicePlan {
  public:
    explicit DevicePlan(const Plan& plan);

    const Plan& plan() const { return plan_; }
    const Stream& stream() const { return stream_; }
    DeviceData data() const { return {points_.as<Point>(), values_.as<char>()}; }

    // Sets all of the output to 0, in a stream.
    void clear(const Stream& stream) const;

    void fetch(void* to, const void* from, std::size_t size) const;
    void synchronize(const char* operation) const;

    // As Runner has them.
    std::string device() const;
    std::vector<std::byte> output() const;
    double floor_ms() const;
    void set_time(double time);

  private:
    std::size_t bytes() const { return static_cast<std::size_t>(output_bytes(plan_)); }
    void make_input();

    Plan plan_;
    mariani::cuda::CurrentDevice current_;
    Stream stream_;
    mariani::cuda::DeviceMemory values_;
    mariani::cuda::DeviceMemory points_;
};

}  // namespace mariani::triangle::cuda
