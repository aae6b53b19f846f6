// A picture, or a part of it, over the whole viewport; of another size, stretched by the nearest pixels.
uniform sampler2D picture;
uniform vec2 viewport_corner;  // left edge and top edge, in GL's coordinates
uniform vec2 texture_offset;   // pixel of the picture = offset + scale * pixel of the viewport
uniform vec2 texture_scale;

out vec4 colour;

void main() {
    vec2 pixel = vec2(gl_FragCoord.x - viewport_corner.x, viewport_corner.y - gl_FragCoord.y);
    colour = texelFetch(picture, ivec2(texture_offset + texture_scale * pixel), 0);
}
