// A pixel of a poster's tile, as tiles.vert places it.
uniform usampler2DArray tile_texture;
uniform vec2 viewport_corner;  // left edge and top edge, in GL's coordinates

const uint uniform_layer = 0xffffffffu;  // no layer: all of the tile's dwells are one value
const uint unknown_dwell = 0xffffffffu;  // as compute/model/growing_frame.hpp has it

uint tile_dwell(uvec4 tile, ivec2 texel) {
    return tile.x == uniform_layer ? tile.y : texelFetch(tile_texture, ivec3(texel, tile.x), 0).r;
}

vec3 tile_colour(uint value, ivec2 texel) {
    if (value == unknown_dwell)
        return unpackUnorm4x8(((texel.x + texel.y) & 4) != 0 ? inside ^ 0x808080u : inside).rgb;
    return unpackUnorm4x8(packed_colour(value, 0.0, 0.0, 0.0)).rgb;
}

// Of the tile, in its pixels; to_tile is (offset, scale).
vec2 place_in_tile(vec3 to_tile, vec2 at) {
    return to_tile.xy + to_tile.z * vec2(at.x - viewport_corner.x, viewport_corner.y - at.y);
}
