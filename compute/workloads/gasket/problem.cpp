#include "compute/workloads/gasket/problem.hpp"

#include "compute/workloads/gasket/ternary.hpp"

namespace mariani::gasket {

std::optional<std::string> bits_refusal(const Problem& problem, const Method& method,
                                        int least_tile, int most_tile) {
    if (!is_gasket(problem.fractal))
        return "bits knows the tiles of the gasket only: choose the engine table for the fractal " +
               problem.fractal.name;
    if (method.tile && (*method.tile < least_tile || *method.tile > most_tile))
        return "the level t of tiles goes from " + std::to_string(least_tile) + " to " +
               std::to_string(most_tile) + " here, not " + std::to_string(*method.tile);
    return std::nullopt;
}

}  // namespace mariani::gasket
