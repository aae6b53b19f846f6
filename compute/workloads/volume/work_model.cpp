#include "compute/workloads/volume/work_model.hpp"

#include "compute/model/limits.hpp"

#include <cmath>

namespace mariani::volume {

double omega(const CostParams& params, int axes) {
    refuse(why_invalid(params));
    const double k = axes, all = std::pow(params.n, k) * params.A;
    const int levels = subdivision_depth(params);
    double work = all * std::pow(params.P, levels - 1);  // the last level's voxels
    for (int level = 0; level + 1 < levels; ++level) {
        const double lattice = params.g * std::pow(params.r, level), side = params.n / lattice;
        const double border = 2 * k * std::pow(side, k - 1) * params.A;
        const double subdivision = params.P * params.lambda * params.A;
        const double fill = (1 - params.P) * std::pow(side, k);
        work += (border + subdivision + fill) * std::pow(lattice, k) * std::pow(params.P, level);
    }
    return all / work;
}

std::optional<BestOmega> best_omega(CostParams params, int axes) {
    std::optional<BestOmega> best;
    for (int g = 1; g <= 32; g *= 2)
        for (int r = 2; r <= 8; r *= 2)
            for (int B = 2; B <= 32; B *= 2) {
                params.g = g, params.r = r, params.B = B;
                if (why_invalid(params)) continue;
                const double found = omega(params, axes);
                if (!best || found > best->omega) best = BestOmega{params, found};
            }
    return best;
}

}  // namespace mariani::volume
