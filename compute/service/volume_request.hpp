// What is asked of the workload `volume`, without what runs it.
#pragma once

#include "compute/workloads/volume/request.hpp"
