// What is asked of the workload `points`, without what runs it.
#pragma once

#include "compute/workloads/points/request.hpp"
