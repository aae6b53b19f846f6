// From a dwell to its colour: the same whole-number steps as ColourMap::packed_colour() in
// render/colour_map.cpp, so that files and the window agree to the bit.
uniform usampler2D dwell_texture;
uniform sampler2D fraction_texture;
uniform uint has_fractions;

uniform uint mapped;
uniform uint step_high;
uniform uint step_low;
uniform uint offset;
uniform uint least;
uniform uint dwell_limit;
uniform uint inside;
uniform uint smooth_dwells;

const uint colours_count = 4096u;
layout(std430, binding = 0) readonly buffer Table {
    uint table[];  // the colours, then the curve
};

uint high_product(uint a, uint b) {
    uint high, low;
    umulExtended(a, b, high, low);
    return high;
}

uint curve_phase(uint dwell, uint part) {
    uint above = dwell > least ? dwell - least : 0u;
    uint bin = above;
    uint first = above;
    int log2_width = 0;
    if (above >= 256u) {
        log2_width = findMSB(above) - 7;
        uint step = above >> log2_width;
        bin = 256u + uint(log2_width - 1) * 128u + (step - 128u);
        first = step << log2_width;
    }
    uint whole = log2_width > 0 ? (above - first) << (32 - log2_width) : 0u;
    uint rest = log2_width <= 16 ? part << (16 - log2_width) : part >> (log2_width - 16);
    uint from = table[colours_count + bin];
    return from + high_product(table[colours_count + bin + 1u] - from, whole + rest);
}

uint packed_colour(uint dwell, float fraction) {
    if (dwell >= dwell_limit) return inside;
    bool counts = smooth_dwells != 0u && fraction > 0.0;
    uint part = counts ? uint(min(fraction * 65536.0, 65535.0)) : 0u;
    uint phase = mapped == 0u ? dwell * step_high + high_product(dwell, step_low) +
                                    high_product(part << 16, step_high)
                              : curve_phase(dwell, part);
    return table[(phase + offset) >> 20];
}

vec3 pixel_colour(ivec2 pixel) {
    uint dwell = texelFetch(dwell_texture, pixel, 0).r;
    float fraction = has_fractions != 0u ? texelFetch(fraction_texture, pixel, 0).r : 0.0;
    return unpackUnorm4x8(packed_colour(dwell, fraction)).rgb;
}
