// What of a frame becomes colours, and how: the settings shared by the shader and by the CPU's
// picture.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace mariani::render {

enum class Quantity : std::uint8_t {
    dwell,
    work,     // iterations spent on the pixel
    level,    // of the region that decided the pixel
    outcome,  // how the pixel came by its dwell (PixelOutcome)
};

enum class Mapping : std::uint8_t {
    cyclic,     // the palette repeats every `period` dwells
    stretched,  // the palette spans the escaped dwells, but for the highest thousandth of the
                // pixels, logarithmically from the least
    equalised,  // the palette follows the histogram of the escaped dwells
};

struct Colouring {
    std::string palette = "blue-gold";  // a built-in name, or the path of a .map or .gpl file
    Mapping mapping = Mapping::stretched;
    double period = 64;  // dwells per turn of the palette, when cyclic; [1, 10^7]
    double offset = 0;   // turns of the palette, [0, 1)
    bool reversed = false;
    bool smooth = false;                   // use the fractional dwell where the frame has it
    std::array<float, 3> inside{0, 0, 0};  // colour of points inside the set, sRGB in [0, 1]
    Quantity shown = Quantity::dwell;      // the others have colours of their own
    bool operator==(const Colouring&) const = default;
};

// Why the numbers may not be what they are, in words a user can act on; nothing where they may. The
// palette is PaletteLibrary's to find.
std::optional<std::string> refusal(const Colouring& colouring);

}  // namespace mariani::render
