// The one table of the engines' names.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/workloads/gasket/problem.hpp"

namespace mariani {

template <>
std::span<const Choice<gasket::EngineKind>> choices<gasket::EngineKind>();

}  // namespace mariani
