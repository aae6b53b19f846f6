// Which operation of the program fails, by its number. The preloaded seams (inject_*.cpp) interpose
// on the functions that the program calls; each asks here whether to fail.
//
//   MARIANI_FAULT=KIND:N[:from]      the N-th operation of this kind fails, or all from it on
//   MARIANI_FAULT_REPORT=FILE        "fired N OPERATION" when it fails, "counted N" at the end; the
//                                    stack after the former, and after "crashed SIGNAL"
//   MARIANI_FAULT_BETWEEN=ONE,OTHER  counts only between the look-ups of two files, by part of
//                                    their names; without it, from main's start to its end
//   MARIANI_FAULT_OPERATION=NAME     counts this operation only, such as fsync
//   MARIANI_FAULT_SPARE=NAME         a file that belongs to the test, not to the program
#pragma once

#include <dlfcn.h>

namespace faults {

enum class Kind { allocation, c_allocation, file, thread, gl, cuda, pending_launch_limit };

// Counts an operation of this kind. True if it is the one that shall fail. Operations of drivers
// and of the window system, recognised by their caller, are neither counted nor made to fail.
bool fails(Kind kind, const char* operation);

// The number N, if there is to be room for only that many launches.
bool lowers_pending_launch_limit(unsigned long& limit);

// To be called for each file that is looked up by name.
void note_path(const char* path);

// The function that a seam interposes on.
template <typename Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace faults
