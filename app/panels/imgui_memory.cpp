#include "app/panels/imgui_memory.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <new>

#include <imgui.h>

namespace mariani::app {
namespace {

// More than a frame adds, its textures of glyphs included. Nobody writes to it: it takes address
// space only.
constexpr std::size_t reserve_bytes = 32 << 20;

std::atomic<void*> reserve{nullptr};

bool fill_reserve() {
    reserve = std::malloc(reserve_bytes);
    return reserve != nullptr;
}

void* allocated(std::size_t size, void*) {
    void* memory = std::malloc(size);
    if (memory != nullptr || size == 0) return memory;
    std::free(reserve.exchange(nullptr));
    memory = std::malloc(size);
    if (memory == nullptr) std::terminate();
    return memory;
}

}  // namespace

void secure_imgui_memory() {
    static const bool done = [] {
        if (!fill_reserve()) throw std::bad_alloc();
        ImGui::SetAllocatorFunctions(allocated, [](void* memory, void*) { std::free(memory); });
        return true;
    }();
    static_cast<void>(done);
}

void check_imgui_memory() {
    if (reserve != nullptr) return;
    fill_reserve();
    throw std::bad_alloc();
}

}  // namespace mariani::app
