// What is asked of the workload `triangle`, without what runs it.
#pragma once

#include "compute/workloads/triangle/request.hpp"
