// The row of a workload that can run on either backend.
#pragma once

#include "app/panels/panels.hpp"
#include "compute/model/choices.hpp"

#include <optional>
#include <string_view>

namespace mariani::app {

// With the reason below where this machine lacks one. `automatic` is shown for no choice.
void backend_row(const PanelContext& context, std::optional<Backend>& backend,
                 std::string_view automatic = automatic_name);

}  // namespace mariani::app
