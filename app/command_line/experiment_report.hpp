// What is printed of an experiment: its rows, or those of its record beside their repetition.
#pragma once

#include "app/measure/experiment.hpp"

#include <string>

namespace mariani::app {

std::string experiment_head(const Experiment& experiment, const ExperimentRecord& record);

// By size the fastest of each engine and scheme, beside Ex.
std::string experiment_rows(const ExperimentRecord& record);

// Every row that both have, its medians with what the runs lie between, their ratio, and whether
// that is more than the runs lie apart.
std::string experiment_comparison(const ExperimentRecord& recorded,
                                  const ExperimentRecord& repeated);

}  // namespace mariani::app
