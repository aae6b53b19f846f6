// A frame's dwells in colour, pixel by pixel.
uniform uint blended;  // dwells that are not known yet are transparent

out vec4 colour;

const uint unknown_dwell = 0xFFFFFFFFu;  // as compute/model/growing_frame.hpp has it

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    bool unknown = blended != 0u && texelFetch(dwell_texture, pixel, 0).r == unknown_dwell;
    colour = unknown ? vec4(0.0) : vec4(pixel_colour(pixel), 1.0);
}
