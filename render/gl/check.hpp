// GL's errors as exceptions.
#pragma once

#include <stdexcept>
#include <string>

namespace mariani::render::gl {

class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Throws Error "cannot <operation>: <GL's name of the error>" when GL has one to report; the
// operation is a phrase such as "upload the dwells".
void check(const char* operation);

// Throws Error for an object that GL gave no name.
[[noreturn]] void refuse_nameless();

// Keeps GL's own messages (KHR_debug, where the context has it): from then on check() adds them to
// its error, which makes the cause readable. Meant for debug builds: it makes GL synchronous.
void keep_debug_messages();

// "OpenGL 4.5 (Core Profile) Mesa 22.3.6, llvmpipe": for the information page.
std::string description();

}  // namespace mariani::render::gl
