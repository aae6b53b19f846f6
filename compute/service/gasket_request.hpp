// What is asked of the workload `gasket`, without what runs it.
#pragma once

#include "compute/workloads/gasket/board_view.hpp"
#include "compute/workloads/gasket/cell_layout.hpp"
#include "compute/workloads/gasket/halo.hpp"
#include "compute/workloads/gasket/mma.hpp"
#include "compute/workloads/gasket/numbers.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "compute/workloads/gasket/shape.hpp"
#include "compute/workloads/gasket/snapshot.hpp"
#include "compute/workloads/gasket/trace.hpp"
