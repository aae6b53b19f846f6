// Where Dear ImGui gets its memory.
#pragma once

namespace mariani::app {

// From here on ImGui throws std::bad_alloc when memory is short; by itself it would write to
// address 0. To be called before anything of ImGui's allocates, any number of times, on any thread.
void check_imgui_memory();

}  // namespace mariani::app
