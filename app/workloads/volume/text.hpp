// What reports and pictures say of a volume's plans.
#pragma once

#include "compute/service/volume.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// "volume julibrot, k 3, n 96, dwell 256, f32; g 8 r 2 B 4 uniform", of the first plan that has
// regions.
std::string volume_head(const std::vector<volume::Plan>& plans);

// "ASK-SBR", and of B, rule, encoding and order those that the plans do not have in common.
std::vector<std::string> volume_labels(const std::vector<volume::Plan>& plans);

// Voxels along each of so many axes, where nobody says how many: computed at once.
int usual_side(int axes);

// As --slice takes it.
std::string_view axis_name(int axis);

// The sum over all levels.
volume::LevelStats sum_of(const volume::RunStats& stats);

// What became of the regions, a line a level; nothing of Ex.
std::string levels_text(const volume::Plan& plan, const volume::RunStats& stats);

}  // namespace mariani::app
