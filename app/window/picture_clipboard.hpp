// A picture on the clipboard.
//
// GLFW's clipboard holds text only, and a clipboard of one's own would have to serve requests on
// X11 (in parts, for large pictures) and on Wayland, and would be empty once the program has ended.
// wl-copy and xclip do all of this, stay behind until something else is copied, and are what
// desktops have; so one of them is given the picture.
#pragma once

#include "render/picture/image.hpp"

namespace mariani::app {

// Returns once that program has taken the picture, as image/png; on a thread that may wait. Throws
// std::runtime_error if neither is installed, naming the packages, and if it fails, with what it
// says.
void copy_to_clipboard(const render::Image& image);

}  // namespace mariani::app
