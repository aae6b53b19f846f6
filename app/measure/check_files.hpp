// The findings of a check as files that appear whole or not at all.
#pragma once

#include "app/measure/frame_check.hpp"
#include "app/settings/settings.hpp"

#include <filesystem>
#include <vector>

namespace mariani::app {

// A row per wrong pixel:
// x,y,shown,right,level,outcome,region_x,region_y,region_width,region_height.
void write_check_csv(const std::filesystem::path& path, const std::vector<WrongPixel>& wrong);

// The frame in grey, each wrong pixel red in a red ring.
void write_check_png(const std::filesystem::path& path, const FrameCheck& check,
                     const Settings& settings);

}  // namespace mariani::app
