// A poster whose dwells are a formula: no engine takes part.
#pragma once

#include "app/produce/pyramid/pyramid_folder.hpp"
#include "render/picture/image.hpp"

#include <filesystem>

namespace mariani::app::tests {

// Different at each level; with large areas of one dwell, and of the dwell limit.
std::uint32_t sample_dwell(int level, int x, int y);

PyramidManifest sample_manifest(ImageSize size, int cell, int levels);

// Writes the cell as the program does.
void finish_cell(const std::filesystem::path& folder, const PyramidManifest& manifest,
                 CellPlace cell);
// Those of a level.
void finish_level(const std::filesystem::path& folder, const PyramidManifest& manifest, int level);
// A whole poster.
PyramidManifest make_sample(const std::filesystem::path& folder, ImageSize size, int cell = 512);

}  // namespace mariani::app::tests
