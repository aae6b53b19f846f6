// The workload `points`: quadtrees of points (seed 001).
#pragma once

#include "compute/workloads/points/reference.hpp"
#include "compute/workloads/points/request.hpp"
#include "compute/workloads/points/runner.hpp"
#include "compute/workloads/points/textbook.hpp"
