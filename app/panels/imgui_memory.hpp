// Dear ImGui does not notice that memory runs out.
#pragma once

namespace mariani::app {

// From here on ImGui has a reserve for when memory runs out, and where that is not enough the
// program ends by std::terminate(); by default it would write to address 0. To be called before
// anything in ImGui allocates, any number of times, on any thread. Throws std::bad_alloc.
void secure_imgui_memory();

// Throws std::bad_alloc if the reserve has been used since the last call, having filled it again if
// there is memory. On one thread.
void check_imgui_memory();

}  // namespace mariani::app
