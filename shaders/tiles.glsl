// A pixel of a poster's tile, as tiles.vert places it.
uniform usampler2DArray tile_texture;
uniform uint smooth_values;    // 1: as compute/model/smooth_value.hpp has them; 0: dwells
uniform vec2 viewport_corner;  // left edge and top edge, in GL's coordinates

const uint uniform_layer = 0xffffffffu;  // no layer: all of the tile's pixels have one value
const uint unknown_dwell = 0xffffffffu;  // as compute/model/growing_frame.hpp has it

uint tile_value(uvec4 tile, ivec2 texel) {
    return tile.x == uniform_layer ? tile.y : texelFetch(tile_texture, ivec3(texel, tile.x), 0).r;
}

vec3 tile_colour(uint value, ivec2 texel) {
    if (value == unknown_dwell)
        return unpackUnorm4x8(((texel.x + texel.y) & 4) != 0 ? inside ^ 0x808080u : inside).rgb;
    if (smooth_values == 0u) return unpackUnorm4x8(packed_colour(value, 0.0, 0.0, 0.0)).rgb;
    int parts = int(value >> 2), above = (value & 3u) == 3u ? -1 : int(value & 3u);
    int dwell = parts / 256 - above;
    return unpackUnorm4x8(packed_colour(uint(dwell), float(parts - 256 * dwell) / 256.0, 0.0, 0.0)).rgb;
}

// Of the tile, in its pixels; to_tile is (offset, scale).
vec2 place_in_tile(vec3 to_tile, vec2 at) {
    return to_tile.xy + to_tile.z * vec2(at.x - viewport_corner.x, viewport_corner.y - at.y);
}
