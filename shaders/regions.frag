// The region grid over one pixel of the viewport: the outlines of the regions over it, the coarsest
// one on top, and below them the deepest one's tint. The tables are render/picture/overlay_style.hpp's, looked up as by
// OverlayTables::look(); draw_overlay() in render/picture/picture.cpp does the same for files.
layout(std430, binding = 1) readonly buffer Axes {
    uint axes[];  // the viewport's columns, then its rows
};
layout(std430, binding = 2) readonly buffer Looks {
    uint looks[];
};
uniform usampler2D kinds;       // by pixel of the picture: the kind of its deepest region
uniform ivec2 viewport_corner;  // left edge and top edge, in GL's coordinates
uniform int columns;
uniform uint levels;

out vec4 colour;

void main() {
    uint column = axes[int(gl_FragCoord.x) - viewport_corner.x];
    uint row = axes[columns + viewport_corner.y - 1 - int(gl_FragCoord.y)];
    uint kind = texelFetch(kinds, ivec2(column & 0xffffu, row & 0xffffu), 0).r;
    uint line = min(column >> 16 & 0xffu, row >> 16 & 0xffu);
    uint casing = min(column >> 24, row >> 24);
    colour = unpackUnorm4x8(looks[(casing * (levels + 1u) + line) * 4u * levels + kind]);
}
