// The GL context of a real window, drawn by whatever draws the display.
#pragma once

#include <string>

namespace mariani::test {

// One hidden window for the whole process, made at the first call, its context current ever after.
// Empty when there is one, else the reason why not.
const std::string& why_no_gl_window();

}  // namespace mariani::test
