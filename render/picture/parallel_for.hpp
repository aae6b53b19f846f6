// A loop over the machine's threads, for drawing and writing pictures.
#pragma once

#include <functional>

namespace mariani::render {

// Calls body(i) for every i from 0 to count - 1, on the calling thread and on others that end with
// the call. What a body throws ends the loop and is thrown again, the first of several. If a thread
// cannot be started, the others do its work.
void parallel_for(int count, const std::function<void(int)>& body);

int hardware_threads();  // at least 1

}  // namespace mariani::render
