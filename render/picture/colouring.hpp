// Which quantity of a frame is shown, and in which colours: the settings shared by the shader and
// the CPU's picture.
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
    outcome,  // how the pixel got its dwell (PixelOutcome)
};

enum class Mapping : std::uint8_t {
    cyclic,     // the palette repeats every `period` dwells
    stretched,  // the palette spans the escaped dwells logarithmically from the least, without the
                // highest thousandth of the pixels
    equalised,  // the palette follows the histogram of the escaped dwells
    distance,   // the palette spans the distances from the set, logarithmically, from none to a
                // quarter of the picture's height
};

struct Colouring {
    std::string palette = "blue-gold";  // a built-in name, or the path of a .map or .gpl file
    Mapping mapping = Mapping::stretched;
    double period = 64;  // dwells per turn of the palette, if cyclic; [1, 10^7]
    double offset = 0;   // turns of the palette, [0, 1)
    bool reversed = false;
    bool smooth = false;                   // use the fractional dwell if the frame has it
    std::array<float, 3> inside{0, 0, 0};  // colour of points inside the set, sRGB in [0, 1]
    Quantity shown = Quantity::dwell;      // the others have colours of their own
    int samples = 1;  // antialiasing: the colours of samples x samples points a pixel are averaged
    bool shaded = false;       // the outside is lit like a relief that rises towards the set
    double light_angle = 135;  // degrees counter-clockwise from the right, [0, 360)
    double light_height = 45;  // degrees above the plane, [0, 90]
    bool operator==(const Colouring&) const = default;
};

inline constexpr int max_samples = 8;  // a side

// Whether these colours need a frame's distances and normals (FrameTask::exterior).
inline bool needs_exterior(const Colouring& colouring) {
    return colouring.shown == Quantity::dwell &&
           (colouring.mapping == Mapping::distance || colouring.shaded);
}

// For a frame that has none: stretched in the place of the distance, and not shaded.
Colouring without_exterior(Colouring colouring);

// Why the numbers are refused, in words a user can act on; nullopt if they are allowed. The palette
// is checked by PaletteLibrary.
std::optional<std::string> why_invalid(const Colouring& colouring);

}  // namespace mariani::render
