// The GL context of a real window, driven by whatever drives the display.
#pragma once

#include <string>

namespace mariani::test {

// One hidden window for the whole process, created on the first call, with its context current from
// then on. Empty if there is one, else the reason why not.
const std::string& why_no_gl_window();

}  // namespace mariani::test
