#include "app/measure/plots/imgui_memory.hpp"

#include <cstdlib>
#include <new>

#include <imgui.h>

namespace mariani::app {

void check_imgui_memory() {
    static const bool done = [] {
        ImGui::SetAllocatorFunctions(
            [](std::size_t size, void*) {
                void* memory = std::malloc(size);
                if (memory == nullptr && size > 0) throw std::bad_alloc();
                return memory;
            },
            [](void* memory, void*) { std::free(memory); });
        return true;
    }();
    static_cast<void>(done);
}

}  // namespace mariani::app
