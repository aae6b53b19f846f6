// A coloured frame, placed in the viewport. Colours are mixed where it is scaled, never dwells.
uniform sampler2D picture;
uniform vec2 viewport_corner;  // left edge and top edge, in GL's coordinates
uniform vec2 texture_offset;   // texture pixel = offset + scale * viewport pixel
uniform float texture_scale;
uniform uint pixel_for_pixel;
uniform ivec2 texture_size;
uniform vec4 outside;

out vec4 colour;

void main() {
    vec2 pixel = vec2(gl_FragCoord.x - viewport_corner.x, viewport_corner.y - gl_FragCoord.y);
    vec2 at = texture_offset + texture_scale * pixel;
    if (any(lessThan(at, vec2(0.0))) || any(greaterThanEqual(at, vec2(texture_size))))
        colour = outside;
    else if (pixel_for_pixel != 0u)
        colour = texelFetch(picture, ivec2(at), 0);
    else
        colour = textureLod(picture, at / vec2(texture_size), max(log2(texture_scale), 0.0));
}
