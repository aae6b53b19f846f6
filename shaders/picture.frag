// A frame's dwells in colour, placed in the viewport.
uniform vec2 viewport_corner;  // left edge and top edge, in GL's coordinates
uniform vec2 texture_offset;   // texture pixel = offset + scale * viewport pixel
uniform float texture_scale;
uniform uint pixel_for_pixel;
uniform ivec2 texture_size;
uniform vec4 outside;

out vec4 colour;

bool in_frame(vec2 at) {
    return all(greaterThanEqual(at, vec2(0.0))) && all(lessThan(at, vec2(texture_size)));
}

vec3 nearest(vec2 at) {
    return in_frame(at) ? pixel_colour(ivec2(at)) : outside.rgb;
}

// Between the colours of four pixels: dwells themselves must not be mixed.
vec3 bilinear(vec2 at) {
    if (!in_frame(at)) return outside.rgb;
    ivec2 first = ivec2(floor(at - 0.5));
    vec2 share = at - 0.5 - vec2(first);
    ivec2 low = max(first, ivec2(0));
    ivec2 high = min(first + 1, texture_size - 1);
    vec3 top = mix(pixel_colour(low), pixel_colour(ivec2(high.x, low.y)), share.x);
    vec3 bottom = mix(pixel_colour(ivec2(low.x, high.y)), pixel_colour(high), share.x);
    return mix(top, bottom, share.y);
}

// The mean of a grid of samples over the pixel's footprint.
vec3 minified(vec2 at) {
    int samples = int(min(ceil(texture_scale), 4.0));
    vec3 sum = vec3(0.0);
    for (int y = 0; y < samples; ++y)
        for (int x = 0; x < samples; ++x) {
            vec2 shift = (vec2(x, y) + 0.5) / float(samples) - 0.5;
            sum += nearest(at + shift * texture_scale);
        }
    return sum / float(samples * samples);
}

void main() {
    vec2 pixel = vec2(gl_FragCoord.x - viewport_corner.x, viewport_corner.y - gl_FragCoord.y);
    vec2 at = texture_offset + texture_scale * pixel;
    if (pixel_for_pixel != 0u)
        colour = vec4(nearest(at), 1.0);
    else
        colour = vec4(texture_scale > 1.0 ? minified(at) : bilinear(at), 1.0);
}
