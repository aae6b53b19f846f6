#include "app/workloads/gasket/comparison.hpp"

#include "app/workloads/gasket/state_file.hpp"

#include <algorithm>
#include <stdexcept>

namespace mariani::app {

bool GasketComparison::right() const {
    const bool covers = !coverage || coverage->right();
    return covers && std::ranges::all_of(
                         stages, [](const GasketStage& stage) { return stage.wrong.cells == 0; });
}

std::vector<int> compared_steps(int last) {
    std::vector<int> all;
    for (const int early : {1, 2, 17})
        if (early < last) all.push_back(early);
    all.push_back(last);
    return all;
}

GasketComparison compare_states(gasket::EngineKind engine, const std::vector<int>& steps,
                                const std::vector<gasket::State>& states,
                                const std::vector<gasket::State>& expected) {
    GasketComparison comparison{engine, {}, {}};
    for (std::size_t i = 0; i < steps.size(); ++i)
        comparison.stages.push_back({steps[i], states[i].population(), hash_text(states[i]),
                                     differences(states[i], expected[i])});
    return comparison;
}

std::optional<GasketCoverage> coverage_of(gasket::Engine& engine) {
    try {
        const gasket::StepTrace trace = engine.trace();
        return GasketCoverage{trace.cells_not_once(), trace.outside};
    } catch (const std::invalid_argument&) {
        return std::nullopt;  // too large
    }
}

int exit_status_of(const std::vector<GasketComparison>& all) {
    return std::ranges::all_of(all, &GasketComparison::right) ? 0 : 1;
}

}  // namespace mariani::app
