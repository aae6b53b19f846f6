// A poster's dwells in colour. Where the tile is finer than the screen, a pixel is the mean of the
// colours at the centres of its four quarters; where it is coarser, colours are interpolated. The
// means are of linear light: dwells are never mixed.
flat in vec3 to_tile;
flat in uvec4 tile;  // layer, value, last column and last row
out vec4 colour;

vec3 linear_light(vec3 value) {
    return mix(value / 12.92, pow((value + 0.055) / 1.055, vec3(2.4)), greaterThan(value, vec3(0.04045)));
}

vec3 display_value(vec3 light) {
    return mix(light * 12.92, 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, greaterThan(light, vec3(0.0031308)));
}

void main() {
    vec2 at = place_in_tile(to_tile, gl_FragCoord.xy);
    float reach = to_tile.z < 1.0 ? 0.5 : 0.25 * to_tile.z;
    ivec2 last = ivec2(tile.zw);
    ivec2 low = clamp(ivec2(floor(at - reach)), ivec2(0), last);
    ivec2 high = clamp(ivec2(floor(at + reach)), ivec2(0), last);
    ivec2 right = ivec2(high.x, low.y), below = ivec2(low.x, high.y);
    uvec4 values = uvec4(tile_value(tile, low), tile_value(tile, right), tile_value(tile, below), tile_value(tile, high));
    vec3 one = tile_colour(values.x, low);
    colour = vec4(one, 1.0);
    if (values.x == values.y && values.x == values.z && values.x == values.w) return;
    vec2 part = to_tile.z < 1.0 ? fract(at - 0.5) : vec2(0.5);
    vec3 upper = mix(linear_light(one), linear_light(tile_colour(values.y, right)), part.x);
    vec3 lower = mix(linear_light(tile_colour(values.z, below)), linear_light(tile_colour(values.w, high)), part.x);
    colour.rgb = display_value(mix(upper, lower, part.y));
}
