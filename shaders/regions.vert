// One region: its rectangle in the viewport, or nothing where it is hidden or too small.
layout(location = 0) in uvec3 record;  // x + y * 65536; width - 1, height - 1 likewise; kind

uniform float scale;  // viewport pixel = shift + scale * picture pixel, from the top left
uniform vec2 shift;
uniform vec2 viewport_size;
uniform uint appearances[128];  // by kind = level * 4 + outcome
uniform vec4 line_colours[32];  // by level, with opacity
uniform vec4 casing_colours[32];
uniform vec4 tints[4];          // by appearance, with opacity

flat out vec4 edges;  // left, top, right, bottom
flat out vec4 line;   // all multiplied with their opacity
flat out vec4 casing;
flat out vec4 area;

const uint hidden = 4u;

vec4 multiplied(vec4 colour) {
    return vec4(colour.rgb * colour.a, colour.a);
}

void main() {
    vec2 corner = vec2(record.x & 0xffffu, record.x >> 16);
    vec2 size = vec2(record.y & 0xffffu, record.y >> 16) + 1.0;
    edges = floor(shift.xyxy + scale * vec4(corner, corner + size) + 0.5);
    uint seen = appearances[record.z];
    line = casing = area = vec4(0.0);
    if (seen != hidden) {
        area = multiplied(tints[seen]);
        line = multiplied(line_colours[record.z >> 2]);
        line += area * (1.0 - line.a);
        casing = multiplied(casing_colours[record.z >> 2]);
        casing += area * (1.0 - casing.a);
    }
    vec2 at = vec2((gl_VertexID & 1) != 0 ? edges.z : edges.x,
                   (gl_VertexID & 2) != 0 ? edges.w : edges.y);
    vec2 clip = at / viewport_size * 2.0 - 1.0;
    bool nothing = line.a == 0.0 && area.a == 0.0;
    gl_Position = nothing ? vec4(2.0, 2.0, 0.0, 1.0) : vec4(clip.x, -clip.y, 0.0, 1.0);
}
