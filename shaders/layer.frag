// A layer of the viewport's size over it.
uniform sampler2D layer;
uniform ivec2 viewport_corner;  // left edge and bottom edge

out vec4 colour;

void main() {
    colour = texelFetch(layer, ivec2(gl_FragCoord.xy) - viewport_corner, 0);
}
