// A line of a poster's log: a finished cell as JSON, and a checksum, so that a line that a crash
// cut short or a disk changed is known.
#pragma once

#include "app/produce/pyramid/pyramid_folder.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mariani::app {

std::string log_line(const CellRecord& record);  // ends with a newline
// Without the newline. nullopt if it is damaged, or from a later version.
std::optional<CellRecord> record_of(std::string_view line);

}  // namespace mariani::app
