// Each instance is a tile, as render/gl/tile_atlas.hpp fills it in.
struct Tile {
    vec4 area;    // left, top, right and bottom edge, in the viewport's pixels from its top left
    vec2 offset;  // pixel of the tile = offset + scale * pixel of the viewport
    float scale;
    uint layer;
    uint value;   // of all its pixels, where it has no layer
    uint last_column;
    uint last_row;
    uint unused;
};
layout(std430, binding = 2) readonly buffer Tiles {
    Tile tiles[];
};
uniform vec2 viewport_size;

flat out vec3 to_tile;
flat out uvec4 tile;

void main() {
    Tile placed = tiles[gl_InstanceID];
    vec2 pixel = vec2((gl_VertexID & 1) == 0 ? placed.area.x : placed.area.z,
                      (gl_VertexID & 2) == 0 ? placed.area.y : placed.area.w);
    gl_Position = vec4(2.0 * pixel.x / viewport_size.x - 1.0, 1.0 - 2.0 * pixel.y / viewport_size.y, 0.0, 1.0);
    to_tile = vec3(placed.offset, placed.scale);
    tile = uvec4(placed.layer, placed.value, placed.last_column, placed.last_row);
}
