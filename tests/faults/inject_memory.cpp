// Allocations: C++'s, and those by C functions in the program and the libraries it calls through.
#include "tests/faults/inject.hpp"

#include <cerrno>
#include <cstddef>
#include <new>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

using faults::Kind;

void* or_bad_alloc(void* memory) {
    if (!memory) throw std::bad_alloc();
    return memory;
}

bool refused(const char* operation) {
    if (!faults::fails(Kind::c_allocation, operation)) return false;
    errno = ENOMEM;
    return true;
}

void* allocated(std::size_t size) {
    return faults::fails(Kind::allocation, "operator new") ? nullptr
                                                           : __libc_malloc(size > 0 ? size : 1);
}

void* allocated(std::size_t size, std::align_val_t alignment) {
    return faults::fails(Kind::allocation, "operator new")
               ? nullptr
               : __libc_memalign(static_cast<std::size_t>(alignment), size > 0 ? size : 1);
}

}  // namespace

void* operator new(std::size_t size) {
    return or_bad_alloc(allocated(size));
}
void* operator new[](std::size_t size) {
    return or_bad_alloc(allocated(size));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return allocated(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return allocated(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return or_bad_alloc(allocated(size, alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return or_bad_alloc(allocated(size, alignment));
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    return allocated(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    return allocated(size, alignment);
}

extern "C" void* malloc(std::size_t size) {
    return refused("malloc") ? nullptr : __libc_malloc(size);
}
extern "C" void* calloc(std::size_t count, std::size_t size) {
    return refused("calloc") ? nullptr : __libc_calloc(count, size);
}
extern "C" void* realloc(void* old, std::size_t size) {
    return refused("realloc") ? nullptr : __libc_realloc(old, size);
}
extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size) {
    return refused("aligned_alloc") ? nullptr : __libc_memalign(alignment, size);
}
