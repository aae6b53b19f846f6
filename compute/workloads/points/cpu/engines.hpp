// The engines: each moves the points to the first buffer, in the tree's order, and lists the nodes.
// What they return is of no use once a stop was requested.
#pragma once

#include "compute/workloads/points/cpu/job.hpp"
#include "compute/workloads/points/cpu/key_sorter.hpp"

namespace mariani::points::cpu {

// DP and DP-MBR: groups of tasks stand for the launches from the device, and the pool for the list
// of pending ones. A group that finds it full is done by the task that wanted it.
Tree divide_by_recursion(const Job& job);

// ASK: pieces of all of a level's nodes at once.
Tree divide_by_levels(const Job& job);

// Linear: nodes by search in sorted keys.
Tree search_in_keys(const Job& job, KeySorter& sorter);

// Karras: the cells of the radix tree of the sorted keys.
Tree take_from_radix_tree(const Job& job, KeySorter& sorter);

}  // namespace mariani::points::cpu
