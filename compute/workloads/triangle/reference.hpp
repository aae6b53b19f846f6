// What a test's output must be: by plain loops over the triangle, without maps and blocks.
#pragma once

#include "compute/workloads/triangle/plan.hpp"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <vector>

namespace mariani::triangle {

// Whether a test writes anything that can be compared.
bool has_output(Task test);

// After one run. Nothing if stopped.
std::optional<std::vector<std::byte>> expected_output(const Plan& plan,
                                                      const std::stop_token& stop);

// Values, or words of contacts, that differ bit for bit.
Count differences(const Plan& plan, const std::vector<std::byte>& found,
                  const std::vector<std::byte>& expected);

}  // namespace mariani::triangle
