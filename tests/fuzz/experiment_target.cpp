// Experiments and their records.
#include "app/measure/experiment_file.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    const auto file = fuzz::home().put("experiment.json", text);
    fuzz::read_or_reject([&] {
        const auto written = app::experiment_to_json(app::read_experiment(file));
        fuzz::require(app::experiment_to_json(app::experiment_from_json(written)) == written);
    });
}
