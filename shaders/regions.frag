// The outline within the region's own edge, its dark casing, the tint inside.
uniform vec2 viewport_size;
uniform float line_width;

flat in vec4 edges;
flat in vec4 line;
flat in vec4 casing;
flat in vec4 area;
out vec4 colour;

void main() {
    vec2 pixel = vec2(gl_FragCoord.x, viewport_size.y - gl_FragCoord.y);
    vec2 inside = min(pixel - edges.xy, edges.zw - pixel);
    float depth = min(inside.x, inside.y);
    colour = depth < line_width ? line : depth < 2.0 * line_width ? casing : area;
    if (colour.a == 0.0) discard;
}
