// Where the window's thread wants a core too, it goes first.
#pragma once

namespace mariani::app {

// Engines keep every core busy: makes the calling thread, and those that it starts, stand back.
void yield_to_window();

}  // namespace mariani::app
