// A frame's dwells in colour, pixel by pixel.
out vec4 colour;

void main() {
    colour = vec4(pixel_colour(ivec2(gl_FragCoord.xy)), 1.0);
}
