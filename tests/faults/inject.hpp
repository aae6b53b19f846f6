// Which operation of the program fails, by its number. The seams (inject_*.cpp) stand, preloaded,
// in front of the functions that the program calls; each asks here whether to fail.
//
//   MARIANI_FAULT=KIND:N[:from]      the N-th operation of this kind fails, or all from it on
//   MARIANI_FAULT_REPORT=FILE        "fired N OPERATION" when it fails, "counted N" at the end
//   MARIANI_FAULT_BETWEEN=ONE,OTHER  counts only between two files, by part of their names, being
//                                    looked for; without it, from main's beginning to its end
//   MARIANI_FAULT_OPERATION=NAME     counts this operation only, as fsync
//   MARIANI_FAULT_SPARE=NAME         a file that is not the program's own affair
#pragma once

#include <dlfcn.h>

namespace faults {

enum class Kind { allocation, c_allocation, file, thread, gl, cuda, launch_room };

// Counts an operation of this kind. True when it is the one that is to fail. Operations of drivers
// and of the window system, told by who called, are not ours: never counted, never failing.
bool fails(Kind kind, const char* operation);

// The number N, where launches are to find room for no more than that many.
bool lowers_launch_room(unsigned long& room);

// For each file that is looked for by name.
void note_path(const char* path);

// What a seam stands in front of.
template <typename Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace faults
