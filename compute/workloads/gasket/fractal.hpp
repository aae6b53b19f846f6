// Fractals of non-overlapping bounding boxes (NBB): k copies of one level, put into an s x s box
// without turning them, make the next level. A single cell is level 0.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::gasket {

// The place of a copy's box, in boxes: x to the right, y down, from 0.
struct Offset {
    int x = 0;
    int y = 0;
    bool operator==(const Offset&) const = default;
};

struct Fractal {
    static constexpr int min_side = 2;
    static constexpr int max_side = 8;

    std::string name;
    int side = 0;                 // s: boxes along one side
    std::vector<Offset> offsets;  // of the k copies; a copy's number is its place in this list

    // The same cells in the same order, whatever the name.
    bool same_cells(const Fractal& other) const {
        return side == other.side && offsets == other.offsets;
    }
};

// The nine of the seed's Table 1. The gasket is the first.
std::span<const Fractal> named_fractals();

// Null if there is none of this name.
const Fractal* find_fractal(std::string_view name);

// One of the names, or S:X,Y/X,Y/..., the side of the box and the copies in it, which is the
// fractal's name then. Throws std::invalid_argument, with what is allowed.
Fractal parse_fractal(std::string_view text);

// S:X,Y/X,Y/... of any fractal.
std::string offsets_text(const Fractal& fractal);

// Throws std::invalid_argument, with what is allowed, unless the side is from min_side to max_side
// and the offsets are at least one, all different and inside the box.
void validate(const Fractal& fractal);

// The highest level that can be computed: at most 20, with less than 2^30 cells along a side of the
// box and less than 2^32 in all.
int max_level(const Fractal& fractal);

}  // namespace mariani::gasket
