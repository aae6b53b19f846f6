// The work of subdivision in k dimensions: Eq. 20 of seed 003 with a border of 2k s^(k-1), g^k
// regions and r^k children. For k = 2 it is Eq. 20.
#pragma once

#include "compute/model/cost_model.hpp"

#include <optional>

namespace mariani::volume {

// Omega, the work of Ex over that of subdivision. Throws std::invalid_argument as cost_of() does.
double omega(const CostParams& params, int axes);

struct BestOmega {
    CostParams params;
    double omega = 0;
};
// The highest for g of 1 to 32, r of 2 to 8 and B of 2 to 32, powers of two; nullopt if the model
// applies to none of them.
std::optional<BestOmega> best_omega(CostParams params, int axes);

}  // namespace mariani::volume
