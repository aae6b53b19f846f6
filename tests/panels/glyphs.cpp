#include "tests/panels/glyphs.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <imgui_internal.h>

namespace mariani::app {
namespace {

using GlyphTable = std::map<std::pair<float, float>, unsigned>;  // by its place in the atlas

GlyphTable glyph_table() {
    GlyphTable table;
    const ImFontAtlasBuilder& built = *ImGui::GetIO().Fonts->Builder;
    for (int i = 0; i < built.BakedPool.Size; ++i)
        for (const auto& glyph : built.BakedPool[i].Glyphs)
            if (glyph.Visible) table[{glyph.U0, glyph.V0}] = glyph.Codepoint;
    return table;
}

bool is_quad(const ImDrawIdx* index) {
    const unsigned first = index[0];
    return index[1] == first + 1 && index[2] == first + 2 && index[3] == first &&
           index[4] == first + 2 && index[5] == first + 3;
}

// A run ends at the end of the line, where the colour changes, or at a gap wider than a space.
bool continues(const DrawnText& run, ImVec2 from, ImVec2 to, ImU32 colour) {
    const float size = ImGui::GetFontSize();
    return run.colour == colour && from.x > run.from.x && from.x - run.to.x < 0.7f * size &&
           std::abs(0.5f * (from.y + to.y) - run.middle().y) < 0.7f * size;
}

void add_glyph(std::vector<DrawnText>& runs, bool& open, unsigned codepoint, ImVec2 from, ImVec2 to,
               ImU32 colour, const ImVec4& clip) {
    if (to.y <= clip.y || from.y >= clip.w || to.x <= clip.x || from.x >= clip.z) return;
    constexpr float tolerance = 1;
    const bool clipped = from.x < clip.x - tolerance || to.x > clip.z + tolerance;
    if (!open || !continues(runs.back(), from, to, colour))
        runs.push_back({"", from, to, colour, false});
    open = true;
    auto& run = runs.back();
    char utf8[5];
    ImTextCharToUtf8(utf8, codepoint);
    run.text += utf8;
    run.from = {std::min(run.from.x, from.x), std::min(run.from.y, from.y)};
    run.to = {std::max(run.to.x, to.x), std::max(run.to.y, to.y)};
    run.clipped = run.clipped || clipped;
}

void read_command(const ImDrawList& list, const ImDrawCmd& command, const GlyphTable& glyphs,
                  std::vector<DrawnText>& runs) {
    bool open = false;
    const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset;
    for (unsigned i = 0; i + 6 <= command.ElemCount;) {
        const ImDrawVert* corner = list.VtxBuffer.Data + command.VtxOffset + indices[i];
        const auto glyph =
            is_quad(indices + i) ? glyphs.find({corner[0].uv.x, corner[0].uv.y}) : glyphs.end();
        if (glyph == glyphs.end()) {
            i += 3;
            open = false;
            continue;
        }
        add_glyph(runs, open, glyph->second, corner[0].pos, corner[2].pos, corner[0].col,
                  command.ClipRect);
        i += 6;
    }
}

// The corners of a command's triangles that are not glyphs.
std::vector<std::array<ImDrawIdx, 3>> triangles_of(const ImDrawList& list, const ImDrawCmd& command,
                                                   const GlyphTable& glyphs) {
    std::vector<std::array<ImDrawIdx, 3>> triangles;
    const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset;
    for (unsigned i = 0; i < command.ElemCount;) {
        const auto& uv = list.VtxBuffer.Data[command.VtxOffset + indices[i]].uv;
        if (i + 6 <= command.ElemCount && is_quad(indices + i) && glyphs.contains({uv.x, uv.y})) {
            i += 6;
            continue;
        }
        triangles.push_back({indices[i], indices[i + 1], indices[i + 2]});
        i += 3;
    }
    return triangles;
}

void add_corner(DrawnShape& shape, const ImDrawVert& corner) {
    constexpr ImU32 opaque = IM_COL32_A_MASK;
    if ((corner.col & opaque) == 0) return;  // the antialiased outer edge
    if (shape.colour == 0) shape.colour = corner.col;
    if (corner.pos.x >= shape.to.x) shape.right = corner.col;
    shape.from = {std::min(shape.from.x, corner.pos.x), std::min(shape.from.y, corner.pos.y)};
    shape.to = {std::max(shape.to.x, corner.pos.x), std::max(shape.to.y, corner.pos.y)};
}

// Triangles that share corners form one shape.
void read_shapes(const ImDrawList& list, const ImDrawCmd& command, const GlyphTable& glyphs,
                 std::vector<DrawnShape>& shapes) {
    constexpr float far = 1e9f;
    const bool image = command.GetTexID() != Stage::atlas_texture;
    std::set<ImDrawIdx> corners;  // of the last shape
    for (const auto& triangle : triangles_of(list, command, glyphs)) {
        const auto known = [&](ImDrawIdx corner) { return corners.contains(corner); };
        if (corners.empty() || std::ranges::none_of(triangle, known)) {
            shapes.push_back({{far, far}, {-far, -far}, 0, 0, 0});
            corners.clear();
        }
        auto& shape = shapes.back();
        if (image) shape.texture = command.GetTexID();
        for (const ImDrawIdx corner : triangle)
            add_corner(shape, list.VtxBuffer.Data[command.VtxOffset + corner]);
        corners.insert(triangle.begin(), triangle.end());
    }
}

}  // namespace

std::vector<DrawnShape> read_shapes(const ImDrawData& drawn) {
    const auto glyphs = glyph_table();
    std::vector<DrawnShape> shapes;
    for (int i = 0; i < drawn.CmdLists.Size; ++i)
        for (const auto& command : drawn.CmdLists[i]->CmdBuffer)
            if (command.UserCallback == nullptr)
                read_shapes(*drawn.CmdLists[i], command, glyphs, shapes);
    return shapes;
}

std::vector<DrawnText> read_texts(const ImDrawData& drawn) {
    const auto glyphs = glyph_table();
    std::vector<DrawnText> runs;
    for (int i = 0; i < drawn.CmdLists.Size; ++i)
        for (const auto& command : drawn.CmdLists[i]->CmdBuffer)
            if (command.UserCallback == nullptr)
                read_command(*drawn.CmdLists[i], command, glyphs, runs);
    return runs;
}

}  // namespace mariani::app
