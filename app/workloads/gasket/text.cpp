#include "app/workloads/gasket/text.hpp"

#include "app/workloads/counts.hpp"

#include <cstdint>

#include <fmt/core.h>

namespace mariani::app {

std::string gasket_title(const gasket::Problem& problem, std::int64_t steps) {
    return fmt::format("Life by {} on the fractal {} of level {}, after {} {}",
                       gasket::text_of(problem.rule), problem.fractal.name, problem.level,
                       in_thousands(static_cast<std::uint64_t>(steps)),
                       steps == 1 ? "step" : "steps");
}

std::string sentence_of(const GasketMoment& moment) {
    const auto alive = moment.alive, cells = moment.shape.cells;
    const double percent = 100 * static_cast<double>(alive) / static_cast<double>(cells);
    return fmt::format(
        "{}{}: {} of {} {} ({:.{}f} %) {} alive.", gasket_title(moment.problem, moment.steps),
        moment.altered ? " and changes on the way" : "", in_thousands(alive), in_thousands(cells),
        cells == 1 ? "cell" : "cells", percent, percent < 10 ? 1 : 0, alive == 1 ? "is" : "are");
}

}  // namespace mariani::app
