// If the window's thread wants a core too, it goes first.
#pragma once

namespace mariani::app {

// Engines keep every core busy: lowers the priority of the calling thread and those it starts.
void yield_to_window();

}  // namespace mariani::app
