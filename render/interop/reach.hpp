// Whether what lies in a CUDA device's memory can go into GL textures without the host.
#pragma once

#include <optional>
#include <string>

namespace mariani::render::interop {

// What the current GL context can take from CUDA.
struct Reach {
    std::optional<int> device;  // that draws the context, as CUDA numbers them
    std::string reason;  // why it can, or why no device can; with the driver's name of itself
};

// False where the build has no CUDA.
bool built();

// Tries it once, with a small texture: takes some ms, and a tenth of a second where CUDA was not in
// use yet. Main thread, with the context current. Leaves no CUDA error behind, whatever it finds.
Reach reach();

}  // namespace mariani::render::interop
