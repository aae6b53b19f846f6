// Whether a CUDA device's memory can be copied to GL textures without passing through the host.
#pragma once

#include <optional>
#include <string>

namespace mariani::render::interop {

// What the current GL context can take from CUDA.
struct Support {
    std::optional<int> device;  // the one that drives the context, as CUDA numbers them
    std::string reason;  // why it can, or why no device can; with the driver's name of itself
};

// False if built without CUDA.
bool built();

// Tries it once, with a small texture: takes some ms, and a tenth of a second if CUDA was not in
// use yet. Main thread, with the GL context current. Never leaves a CUDA error pending.
Support query_support();

}  // namespace mariani::render::interop
