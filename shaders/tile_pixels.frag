// A poster's dwells in colour: the nearest one of a tile for each pixel.
flat in vec3 to_tile;
flat in uvec4 tile;  // layer, value, last column and last row
out vec4 colour;

void main() {
    ivec2 texel = clamp(ivec2(floor(place_in_tile(to_tile, gl_FragCoord.xy))), ivec2(0), ivec2(tile.zw));
    colour = vec4(tile_colour(tile_value(tile, texel), texel), 1.0);
}
