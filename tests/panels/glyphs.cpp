#include "tests/panels/glyphs.hpp"

#include <algorithm>
#include <map>

namespace mariani::app {
namespace {

using GlyphTable = std::map<std::pair<float, float>, unsigned>;  // by the top left of its picture

GlyphTable glyph_table() {
    GlyphTable table;
    for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
        for (const auto& glyph : font->Glyphs)
            if (glyph.Visible) table[{glyph.U0, glyph.V0}] = glyph.Codepoint;
    return table;
}

bool is_quad(const ImDrawIdx* index) {
    const unsigned first = index[0];
    return index[1] == first + 1 && index[2] == first + 2 && index[3] == first &&
           index[4] == first + 2 && index[5] == first + 3;
}

// Runs end where the line does, the colour changes or the gap is wider than words are apart.
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
    run.text += codepoint < 128 ? static_cast<char>(codepoint) : '?';
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

}  // namespace

std::vector<DrawnText> read_texts(const ImDrawData& drawn) {
    const auto glyphs = glyph_table();
    std::vector<DrawnText> runs;
    for (int i = 0; i < drawn.CmdListsCount; ++i)
        for (const auto& command : drawn.CmdLists[i]->CmdBuffer)
            if (command.UserCallback == nullptr)
                read_command(*drawn.CmdLists[i], command, glyphs, runs);
    return runs;
}

}  // namespace mariani::app
