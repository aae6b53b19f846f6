// File operations and threads, as called by the program and the standard library.
#include "tests/faults/inject.hpp"

#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sys/types.h>

// Declared here rather than by the system's headers, which redirect some of these names.
struct _IO_FILE;
extern "C" _IO_FILE* stderr;
extern "C" int fileno(_IO_FILE*);

namespace {

using faults::Kind;

// The test's own file: part of its name, and its descriptor once it is open.
const char* const watching = std::getenv("MARIANI_FAULT_SPARE");
int watching_file = -1;

// Selected by an operation's first argument.
bool spared(const char* path, ...) {
    return watching && path && std::strstr(path, watching);
}
bool spared(int file, ...) {
    return file >= 0 && file == watching_file;
}
bool spared(_IO_FILE* file, ...) {
    return file && watching_file >= 0 && fileno(file) == watching_file;
}
bool spared(const void*, ...) {
    return false;
}

int opened(const char* path, int file) {
    if (spared(path)) watching_file = file;
    return file;
}
_IO_FILE* opened(const char* path, _IO_FILE* file) {
    if (spared(path) && file) watching_file = fileno(file);
    return file;
}

bool refused(const char* operation, int error) {
    if (!faults::fails(Kind::file, operation)) return false;
    errno = error;
    return true;
}

}  // namespace

// An operation by its types and the values that it returns and sets on failure.
#define SEAM(RESULT, NAME, PARAMETERS, ARGUMENTS, FAILED, ERROR)          \
    extern "C" RESULT NAME PARAMETERS {                                   \
        static auto* const real = faults::next<RESULT PARAMETERS>(#NAME); \
        const bool fails = !spared ARGUMENTS && refused(#NAME, ERROR);    \
        return fails ? (FAILED) : real ARGUMENTS;                         \
    }

// Like SEAM, for an operation that takes a file name.
#define NAMED_SEAM(RESULT, NAME, PARAMETERS, ARGUMENTS, FAILED, ERROR)    \
    extern "C" RESULT NAME PARAMETERS {                                   \
        static auto* const real = faults::next<RESULT PARAMETERS>(#NAME); \
        faults::note_path(path);                                          \
        const bool fails = !spared ARGUMENTS && refused(#NAME, ERROR);    \
        return fails ? (FAILED) : real ARGUMENTS;                         \
    }

// Like SEAM, for an operation that releases its argument even if it fails.
#define ENDING_SEAM(RESULT, NAME, PARAMETERS, ARGUMENTS, FAILED, ERROR)   \
    extern "C" RESULT NAME PARAMETERS {                                   \
        static auto* const real = faults::next<RESULT PARAMETERS>(#NAME); \
        const auto result = real ARGUMENTS;                               \
        const bool fails = !spared ARGUMENTS && refused(#NAME, ERROR);    \
        return fails ? (FAILED) : result;                                 \
    }

// Like SEAM, for a stream other than stderr: without it no message could be written.
#define STREAM_SEAM(RESULT, NAME, PARAMETERS, ARGUMENTS, FAILED)          \
    extern "C" RESULT NAME PARAMETERS {                                   \
        static auto* const real = faults::next<RESULT PARAMETERS>(#NAME); \
        const bool full = file != stderr && refused(#NAME, ENOSPC);       \
        return full ? (FAILED) : real ARGUMENTS;                          \
    }

#define OPENING(NAME)                                                              \
    extern "C" int NAME(const char* path, int flags, ...) {                        \
        static auto* const real = faults::next<int(const char*, int, ...)>(#NAME); \
        va_list rest;                                                              \
        va_start(rest, flags);                                                     \
        const auto mode = va_arg(rest, unsigned);                                  \
        va_end(rest);                                                              \
        faults::note_path(path);                                                   \
        if (!spared(path) && refused(#NAME, EMFILE)) return -1;                    \
        return opened(path, real(path, flags, mode));                              \
    }

#define OPENING_STREAM(NAME)                                                                \
    extern "C" _IO_FILE* NAME(const char* path, const char* mode) {                         \
        static auto* const real = faults::next<_IO_FILE*(const char*, const char*)>(#NAME); \
        faults::note_path(path);                                                            \
        if (!spared(path) && refused(#NAME, EMFILE)) return nullptr;                        \
        return opened(path, real(path, mode));                                              \
    }

#define OPENING_AT(NAME)                                                                \
    extern "C" int NAME(int folder, const char* path, int flags, ...) {                 \
        static auto* const real = faults::next<int(int, const char*, int, ...)>(#NAME); \
        va_list rest;                                                                   \
        va_start(rest, flags);                                                          \
        const auto mode = va_arg(rest, unsigned);                                       \
        va_end(rest);                                                                   \
        faults::note_path(path);                                                        \
        return refused(#NAME, EMFILE) ? -1 : real(folder, path, flags, mode);           \
    }

using Text = const char*;
using Size = std::size_t;

OPENING(open)
OPENING(open64)
OPENING_AT(openat)
OPENING_AT(openat64)
OPENING_STREAM(fopen)
OPENING_STREAM(fopen64)
NAMED_SEAM(void*, opendir, (Text path), (path), nullptr, EMFILE)
SEAM(_IO_FILE*, fdopen, (int file, Text mode), (file, mode), nullptr, EMFILE)
SEAM(void*, fdopendir, (int folder), (folder), nullptr, EMFILE)
SEAM(void*, readdir, (void* folder), (folder), nullptr, EIO)
SEAM(ssize_t, read, (int file, void* to, Size size), (file, to, size), -1, EIO)
SEAM(ssize_t, pread, (int file, void* to, Size size, off_t at), (file, to, size, at), -1, EIO)
SEAM(ssize_t, write, (int file, const void* from, Size size), (file, from, size), -1, ENOSPC)
SEAM(ssize_t, pwrite, (int file, const void* from, Size size, off_t at), (file, from, size, at), -1,
     ENOSPC)
SEAM(ssize_t, writev, (int file, const void* from, int count), (file, from, count), -1, ENOSPC)
SEAM(off_t, lseek, (int file, off_t at, int from), (file, at, from), -1, EIO)
SEAM(off_t, lseek64, (int file, off_t at, int from), (file, at, from), -1, EIO)
SEAM(int, ftruncate, (int file, off_t size), (file, size), -1, ENOSPC)
SEAM(int, ftruncate64, (int file, off_t size), (file, size), -1, ENOSPC)
SEAM(int, fsync, (int file), (file), -1, EIO)
SEAM(int, fdatasync, (int file), (file), -1, EIO)
SEAM(int, flock, (int file, int how), (file, how), -1, ENOLCK)
SEAM(int, fchmod, (int file, unsigned mode), (file, mode), -1, EPERM)
SEAM(int, fchown, (int file, unsigned user, unsigned group), (file, user, group), -1, EPERM)
SEAM(int, fstat, (int file, void* to), (file, to), -1, EIO)
SEAM(int, fstat64, (int file, void* to), (file, to), -1, EIO)
NAMED_SEAM(int, stat, (Text path, void* to), (path, to), -1, EACCES)
NAMED_SEAM(int, stat64, (Text path, void* to), (path, to), -1, EACCES)
NAMED_SEAM(int, lstat, (Text path, void* to), (path, to), -1, EACCES)
NAMED_SEAM(int, lstat64, (Text path, void* to), (path, to), -1, EACCES)
NAMED_SEAM(int, fstatat, (int folder, Text path, void* to, int how), (folder, path, to, how), -1,
           EACCES)
NAMED_SEAM(int, access, (Text path, int how), (path, how), -1, EACCES)
NAMED_SEAM(int, faccessat, (int folder, Text path, int mode, int how), (folder, path, mode, how),
           -1, EACCES)
NAMED_SEAM(char*, realpath, (Text path, char* to), (path, to), nullptr, EACCES)
NAMED_SEAM(ssize_t, readlink, (Text path, char* to, Size size), (path, to, size), -1, EACCES)
NAMED_SEAM(int, mkdir, (Text path, unsigned mode), (path, mode), -1, ENOSPC)
NAMED_SEAM(int, chmod, (Text path, unsigned mode), (path, mode), -1, EPERM)
NAMED_SEAM(int, unlink, (Text path), (path), -1, EACCES)
NAMED_SEAM(int, unlinkat, (int folder, Text path, int how), (folder, path, how), -1, EACCES)
NAMED_SEAM(int, remove, (Text path), (path), -1, EACCES)
NAMED_SEAM(int, rename, (Text path, Text to), (path, to), -1, EIO)
NAMED_SEAM(int, renameat, (int folder, Text path, int other, Text to), (folder, path, other, to),
           -1, EIO)
NAMED_SEAM(int, renameat2, (int folder, Text path, int other, Text to, unsigned how),
           (folder, path, other, to, how), -1, EIO)
NAMED_SEAM(int, link, (Text path, Text to), (path, to), -1, EIO)
NAMED_SEAM(int, linkat, (int folder, Text path, int other, Text to, int how),
           (folder, path, other, to, how), -1, EIO)
ENDING_SEAM(int, fclose, (_IO_FILE * file), (file), -1, ENOSPC)
STREAM_SEAM(Size, fwrite, (const void* from, Size size, Size count, _IO_FILE* file),
            (from, size, count, file), 0)
STREAM_SEAM(int, fputs, (Text text, _IO_FILE* file), (text, file), -1)
STREAM_SEAM(int, fflush, (_IO_FILE * file), (file), -1)
SEAM(Size, fread, (void* to, Size size, Size count, _IO_FILE* file), (to, size, count, file), 0,
     EIO)
SEAM(int, fseek, (_IO_FILE * file, long at, int from), (file, at, from), -1, EIO)
SEAM(int, fseeko, (_IO_FILE * file, off_t at, int from), (file, at, from), -1, EIO)
SEAM(int, fseeko64, (_IO_FILE * file, off_t at, int from), (file, at, from), -1, EIO)

extern "C" int close(int file) {
    static auto* const real = faults::next<int(int)>("close");
    const bool fails = !spared(file) && refused("close", EIO);
    if (file == watching_file) watching_file = -1;
    const int result = real(file);
    return fails ? -1 : result;
}

extern "C" int pthread_create(unsigned long* thread, const void* attributes, void* (*run)(void*),
                              void* argument) {
    static auto* const real =
        faults::next<int(unsigned long*, const void*, void* (*)(void*), void*)>("pthread_create");
    if (faults::fails(Kind::thread, "pthread_create")) return EAGAIN;
    return real(thread, attributes, run, argument);
}
