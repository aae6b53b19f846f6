// What is asked of the workload `curves`, without what runs it.
#pragma once

#include "compute/workloads/curves/request.hpp"
