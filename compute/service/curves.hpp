// The workload `curves`: Bezier curves cut into lines (seed 001).
#pragma once

#include "compute/workloads/curves/litmus.hpp"
#include "compute/workloads/curves/reference.hpp"
#include "compute/workloads/curves/request.hpp"
#include "compute/workloads/curves/runner.hpp"
