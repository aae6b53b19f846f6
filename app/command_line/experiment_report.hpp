// What is printed of an experiment: its rows, or the record's rows beside their repetition.
#pragma once

#include "app/measure/experiment.hpp"

#include <string>

namespace mariani::app {

std::string experiment_head(const Experiment& experiment, const ExperimentRecord& record);

// The fastest of each engine and scheme for each size, beside Ex.
std::string experiment_rows(const ExperimentRecord& record);

// Every row that both have: the medians with the range of the runs, their ratio, and whether it
// exceeds the spread of the runs.
std::string experiment_comparison(const ExperimentRecord& recorded,
                                  const ExperimentRecord& repeated);

}  // namespace mariani::app
