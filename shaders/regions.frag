// The outline within the region's own edge, the tint inside.
uniform vec2 viewport_corner;  // left edge and top edge, in GL's coordinates
uniform float line_width;

flat in vec4 edges;
flat in vec4 line;
flat in vec4 area;
out vec4 colour;

void main() {
    vec2 pixel = vec2(gl_FragCoord.x - viewport_corner.x, viewport_corner.y - gl_FragCoord.y);
    vec2 inside = min(pixel - edges.xy, edges.zw - pixel);
    colour = min(inside.x, inside.y) < line_width ? line : area;
    if (colour.a == 0.0) discard;
}
