// The workload on the processor's cores.
#pragma once

#include "compute/workloads/triangle/runner.hpp"

namespace mariani::triangle::cpu {

std::unique_ptr<MapRunner> make_map_runner(const Plan& plan);

// The sum of the fingerprints of all cells of the domain, by plain loops over it. Nothing if
// stopped.
std::optional<std::uint64_t> domain_fingerprint(const Plan& plan, const std::stop_token& stop);

}  // namespace mariani::triangle::cpu
