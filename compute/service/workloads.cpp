#include "compute/service/workloads.hpp"

#include "compute/engine.hpp"
#include "compute/model/printable.hpp"
#include "compute/workloads/mandelbrot/deep/engine/engine.hpp"
#include "compute/workloads/mandelbrot/workload.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mariani {

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

}  // namespace mariani
