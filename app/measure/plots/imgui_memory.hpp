// Dear ImGui's memory allocation.
#pragma once

namespace mariani::app {

// From here on ImGui throws std::bad_alloc if memory runs out; by default it would write to address
// 0. To be called before anything in ImGui allocates, any number of times, on any thread.
void check_imgui_memory();

}  // namespace mariani::app
