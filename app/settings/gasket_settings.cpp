#include "app/settings/gasket_settings.hpp"

#include "app/settings/indirect.hpp"
#include "app/settings/refusal.hpp"
#include "compute/model/printable.hpp"

#include <stdexcept>

namespace mariani::app {

template class Indirect<GasketSettings>;

gasket::Problem gasket_problem(const GasketSettings& settings) {
    gasket::Problem problem{gasket::parse_fractal(settings.fractal), settings.numbers.level, {}};
    const auto rule = gasket::parse_rule(settings.rule);
    if (!rule)
        throw std::invalid_argument("the rule is " + in_quotes(settings.rule) +
                                    ": it must be B and S with digits from 0 to 8, as in B2/S23");
    problem.rule = *rule;
    shape_of(problem.fractal, problem.level);
    return problem;
}

std::optional<std::string> why_invalid(const GasketSettings& settings) {
    return refusal_of([&] { gasket_problem(settings); });
}

}  // namespace mariani::app
