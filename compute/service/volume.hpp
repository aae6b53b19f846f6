// The workload `volume`: subdivision in three and four dimensions (seed 003, section 7).
#pragma once

#include "compute/workloads/volume/request.hpp"
#include "compute/workloads/volume/runner.hpp"
#include "compute/workloads/volume/work_model.hpp"
