// From a dwell, or what else is shown of a pixel, to its colour. The functions take the same steps in whole numbers as those of
// the same names in render/picture/colour_map.cpp, compute/model/dwell_summary.hpp (place) and compute/model/region_map.hpp
// (origin_of). tests/render/shader_agreement_test.cpp compares both.
uniform usampler2D dwell_texture;  // or of the kinds of the regions over the pixels
uniform sampler2D fraction_texture;
uniform uint has_fractions;
uniform sampler2D distance_texture;
uniform sampler2D normal_texture;
uniform uint has_exterior;

uniform uint mapped;
uniform uint step_high;
uniform uint step_low;
uniform uint offset;
uniform uint intervals;
uniform uint min_dwell;
uniform uint first;
uniform uint count;
uniform uint inside;
uniform uint smooth_dwells;
uniform uint by_distance;
uniform uint lights;
uniform int columns;

layout(std430, binding = 0) readonly buffer Table {
    uint table[];  // the colours of a turn, then the curve, then the lights
};

layout(std430, binding = 1) readonly buffer Lines {
    uint lines[];  // by column, then by row: the coarsest level with a border there
};

uint high_product(uint a, uint b) {
    uint high, low;
    umulExtended(a, b, high, low);
    return high;
}

struct Place {
    uint bin;
    uint first;
    int log2_width;
};

Place place(uint above) {
    if (above < 256u) return Place(above, above, 0);
    int log2_width = findMSB(above) - 7;
    uint step = above >> log2_width;
    uint bin = 256u + uint(log2_width - 1) * 128u + (step - 128u);
    return Place(bin, step << log2_width, log2_width);
}

struct SmoothDwell {
    uint whole;
    uint part;  // in 2^-16
};

SmoothDwell smooth_dwell(uint dwell, float fraction) {
    if (!(abs(fraction) < 32768.0)) return SmoothDwell(dwell, 0u);
    float whole = floor(fraction);
    if (whole < 0.0 && dwell < uint(-whole)) return SmoothDwell(0u, 0u);
    return SmoothDwell(dwell + uint(int(whole)), uint(min((fraction - whole) * 65536.0, 65535.0)));
}

SmoothDwell steps_of_distance(float distance) {
    if (!(distance > 0.0)) return SmoothDwell(0u, 0u);
    return SmoothDwell(uint(min(distance * 1024.0, 4294967040.0)), 0u);
}

uint curve_phase(uint dwell, uint part) {
    uint curve = intervals + 1u;
    if (dwell < min_dwell) return table[curve];
    uint above = dwell - min_dwell;
    Place at = place(above);
    uint whole = at.log2_width > 0 ? (above - at.first) << (32 - at.log2_width) : 0u;
    uint rest = at.log2_width <= 16 ? part << (16 - at.log2_width) : part >> (at.log2_width - 16);
    uint from = table[curve + at.bin];
    return from + high_product(table[curve + at.bin + 1u] - from, whole + rest);
}

uint mixed(uint from, uint to, uint part) {
    uvec3 shifts = uvec3(0u, 8u, 16u);
    uvec3 a = uvec3(from) >> shifts & 0xffu, b = uvec3(to) >> shifts & 0xffu;
    uvec3 colour = (a * (0x10000u - part) + b * part + 0x8000u) >> 16 << shifts;
    return colour.r | colour.g | colour.b;
}

uint colour_at(uint phase) {
    uint before, part;
    umulExtended(phase, intervals, before, part);
    return mixed(table[before], table[before + 1u], part >> 16);
}

struct Origin {
    uint level;
    uint outcome;  // a PixelOutcome
};

Origin origin_of(uint kind, uint line) {
    uint level = (kind - 1u) / 4u;
    if (line < level) return Origin(line, 3u);
    if ((kind - 1u) % 4u == 2u) return Origin(level, 2u);
    return Origin(level, line == level ? 1u : 0u);
}

uint lit(uint colour, float normal) {
    bool known = normal >= 0.0 && normal < 1.0;
    uint direction = known ? uint(normal * float(lights)) : 0u;
    uint light = table[uint(table.length()) - lights + direction];
    uint red_and_blue = ((colour & 0xff00ffu) * light + 0x800080u) >> 8;
    uint green = ((colour & 0xff00u) * light + 0x8000u) >> 8;
    return (red_and_blue & 0xff00ffu) | (green & 0xff00u);
}

uint packed_colour(uint value, float fraction, float distance, float normal) {
    if (mapped >= 2u) return table[min(value, uint(table.length()) - 1u)];
    if (value - first >= count) return inside;
    SmoothDwell dwell = by_distance != 0u ? steps_of_distance(distance)
                                          : smooth_dwell(value, smooth_dwells != 0u ? fraction : 0.0);
    uint phase = mapped == 0u ? dwell.whole * step_high + high_product(dwell.whole, step_low) +
                                    high_product(dwell.part << 16, step_high)
                              : curve_phase(dwell.whole, dwell.part);
    uint colour = colour_at(phase + offset);
    return lights != 0u ? lit(colour, normal) : colour;
}

vec3 pixel_colour(ivec2 pixel) {
    uint value = texelFetch(dwell_texture, pixel, 0).r;
    if (mapped >= 2u) {
        Origin origin = origin_of(value, min(lines[pixel.x], lines[columns + pixel.y]));
        value = mapped == 2u ? origin.level : origin.outcome;
    }
    if (mapped < 2u && first == 0u && value == 0xffffffffu)  // not known
        return unpackUnorm4x8(((pixel.x + pixel.y) & 4) != 0 ? inside ^ 0x808080u : inside).rgb;
    float fraction = has_fractions != 0u ? texelFetch(fraction_texture, pixel, 0).r : 0.0;
    float distance = has_exterior != 0u ? texelFetch(distance_texture, pixel, 0).r : 0.0;
    float normal = has_exterior != 0u ? texelFetch(normal_texture, pixel, 0).r : 0.0;
    return unpackUnorm4x8(packed_colour(value, fraction, distance, normal)).rgb;
}
