// GL's errors as exceptions.
#pragma once

#include <stdexcept>
#include <string>

namespace mariani::render::gl {

class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Throws Error "cannot <operation>: <GL's name of the error>" if GL reports one; the operation is a
// phrase such as "upload the dwells".
void check(const char* operation);

// Throws Error for an object that GL could not create.
[[noreturn]] void reject_unnamed();

// Collects GL's debug messages (KHR_debug, if the context has it): from then on check() adds them
// to its error to explain the cause. For debug builds: it makes GL synchronous.
void keep_debug_messages();

// "OpenGL 4.5 (Core Profile) Mesa 22.3.6, llvmpipe": for the information page.
std::string description();

}  // namespace mariani::render::gl
