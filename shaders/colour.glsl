// From a dwell, or what else is shown of a pixel, to its colour: the same whole-number steps as ColourMap::packed_colour() in
// render/picture/colour_map.cpp, so that files and the window agree to the bit.
uniform usampler2D dwell_texture;  // or of the kinds of the regions over the pixels
uniform sampler2D fraction_texture;
uniform uint has_fractions;

uniform uint mapped;
uniform uint step_high;
uniform uint step_low;
uniform uint offset;
uniform uint least;
uniform uint first;
uniform uint count;
uniform uint inside;
uniform uint smooth_dwells;
uniform int columns;

const uint colours_count = 4096u;
layout(std430, binding = 0) readonly buffer Table {
    uint table[];  // the colours, then the curve
};

layout(std430, binding = 1) readonly buffer Lines {
    uint lines[];  // by column, then by row: the coarsest level with a border there
};

uint high_product(uint a, uint b) {
    uint high, low;
    umulExtended(a, b, high, low);
    return high;
}

uint curve_phase(uint dwell, uint part) {
    uint above = dwell > least ? dwell - least : 0u;
    uint bin = above;
    uint bin_first = above;
    int log2_width = 0;
    if (above >= 256u) {
        log2_width = findMSB(above) - 7;
        uint step = above >> log2_width;
        bin = 256u + uint(log2_width - 1) * 128u + (step - 128u);
        bin_first = step << log2_width;
    }
    uint whole = log2_width > 0 ? (above - bin_first) << (32 - log2_width) : 0u;
    uint rest = log2_width <= 16 ? part << (16 - log2_width) : part >> (log2_width - 16);
    uint from = table[colours_count + bin];
    return from + high_product(table[colours_count + bin + 1u] - from, whole + rest);
}

// As origin_of() in compute/model/pixel_origin.hpp.
uint level_or_outcome(uint kind, ivec2 pixel) {
    uint line = min(lines[pixel.x], lines[columns + pixel.y]);
    uint level = (kind - 1u) / 4u;
    bool leaf = (kind - 1u) % 4u == 2u;
    if (mapped == 2u) return min(line, level);
    if (line < level) return 3u;
    return leaf ? 2u : line == level ? 1u : 0u;
}

uint packed_colour(uint dwell, float fraction) {
    if (dwell - first >= count) return inside;
    bool counts = smooth_dwells != 0u && fraction > 0.0;
    uint part = counts ? uint(min(fraction * 65536.0, 65535.0)) : 0u;
    uint phase = mapped == 0u ? dwell * step_high + high_product(dwell, step_low) +
                                    high_product(part << 16, step_high)
                              : curve_phase(dwell, part);
    return table[(phase + offset) >> 20];
}

vec3 pixel_colour(ivec2 pixel) {
    uint dwell = texelFetch(dwell_texture, pixel, 0).r;
    if (mapped >= 2u) return unpackUnorm4x8(table[level_or_outcome(dwell, pixel)]).rgb;
    float fraction = has_fractions != 0u ? texelFetch(fraction_texture, pixel, 0).r : 0.0;
    return unpackUnorm4x8(packed_colour(dwell, fraction)).rgb;
}
