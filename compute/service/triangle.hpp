// The workload `triangle`: maps of blocks to a triangle, and tests under them (seed 002).
#pragma once

#include "compute/workloads/triangle/blocks.hpp"
#include "compute/workloads/triangle/elements.hpp"
#include "compute/workloads/triangle/faults.hpp"
#include "compute/workloads/triangle/plan.hpp"
#include "compute/workloads/triangle/reference.hpp"
#include "compute/workloads/triangle/request.hpp"
#include "compute/workloads/triangle/runner.hpp"
#include "compute/workloads/triangle/sphere_grid.hpp"
