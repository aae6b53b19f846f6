// The columns in which a measured run of a map is recorded, by `bench` and by the window's log.
#pragma once

#include "app/workloads/triangle/rounds.hpp"

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// Whether its runs have launches: a grid on the processor has no blocks.
bool has_launches(const triangle::Plan& plan);

// The row of a run of this plan, which is one of the rounds'; they are measured.
nlohmann::ordered_json triangle_row(const triangle::Plan& plan, const TriangleRun& run,
                                    const TriangleRounds& rounds);

}  // namespace mariani::app
