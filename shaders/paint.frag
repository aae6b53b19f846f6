// A frame's dwells in colour, pixel by pixel; those that are not known yet are transparent.
out vec4 colour;

const uint unknown_dwell = 0xFFFFFFFFu;  // as compute/model/growing_frame.hpp has it

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    float known = texelFetch(dwell_texture, pixel, 0).r == unknown_dwell ? 0.0 : 1.0;
    colour = vec4(known * pixel_colour(pixel), known);
}
