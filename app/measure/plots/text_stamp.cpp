#include "app/measure/plots/text_stamp.hpp"

#include "app/measure/plots/imgui_memory.hpp"

#include <algorithm>
#include <cmath>

#include <imgui.h>

namespace mariani::app {
namespace {

std::uint8_t mixed(std::uint8_t below, std::uint8_t above, int coverage) {
    return static_cast<std::uint8_t>((below * (255 - coverage) + above * coverage + 127) / 255);
}

}  // namespace

struct TextStamp::Font {
    Font() {
        check_imgui_memory();
        atlas.TexDesiredFormat = ImTextureFormat_Alpha8;
        atlas.RendererHasTextures = true;  // draw() reads its texture as it grows
    }

    ImFontAtlas atlas;
    ImFontBaked* glyphs = nullptr;
};

TextStamp::TextStamp() : font_(std::make_unique<Font>()) {
    ImFont* font = font_->atlas.AddFontDefaultBitmap();
    font_->glyphs = font->GetFontBaked(font->LegacySize);
}

TextStamp::TextStamp(float size) : font_(std::make_unique<Font>()) {
    font_->glyphs = font_->atlas.AddFontDefaultVector()->GetFontBaked(size);
}

TextStamp::~TextStamp() = default;

int TextStamp::width_of(std::string_view text) const {
    float width = 0;
    for (const char c : text) width += font_->glyphs->FindGlyph(static_cast<ImWchar>(c))->AdvanceX;
    return static_cast<int>(std::lround(width));
}

int TextStamp::height() const {
    return static_cast<int>(std::lround(font_->glyphs->Size));
}

std::vector<std::string> TextStamp::lines_of(std::string_view text, int width) const {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto blank = std::min(text.find(' '), text.size());
        const std::string word(text.substr(0, blank));
        text.remove_prefix(std::min(blank + 1, text.size()));
        if (!lines.empty() && width_of(lines.back() + ' ' + word) <= width)
            lines.back() += ' ' + word;
        else
            lines.push_back(word);
    }
    return lines;
}

void TextStamp::draw(render::Image& image, int x, int y, std::string_view text,
                     render::Rgb8 colour) const {
    auto pen = static_cast<float>(x);
    for (const char c : text) {
        const ImFontGlyph& glyph = *font_->glyphs->FindGlyph(static_cast<ImWchar>(c));
        const ImTextureData& coverages = *font_->atlas.TexData;
        const int from_x =
            static_cast<int>(std::lround(glyph.U0 * static_cast<float>(coverages.Width)));
        const int from_y =
            static_cast<int>(std::lround(glyph.V0 * static_cast<float>(coverages.Height)));
        const int to_x = static_cast<int>(std::lround(pen + glyph.X0));
        const int to_y = y + static_cast<int>(std::lround(glyph.Y0));
        const int width = static_cast<int>(std::lround(glyph.X1 - glyph.X0));
        const int height = static_cast<int>(std::lround(glyph.Y1 - glyph.Y0));
        pen += glyph.AdvanceX;
        for (int row = 0; row < height; ++row)
            for (int column = 0; column < width; ++column) {
                const int at_x = to_x + column, at_y = to_y + row;
                const ImageSize size = image.size();
                if (at_x < 0 || at_y < 0 || at_x >= size.width || at_y >= size.height) continue;
                const int coverage =
                    coverages.Pixels[(from_y + row) * coverages.Width + from_x + column];
                const auto below = image.at(at_x, at_y);
                image.set(at_x, at_y,
                          {mixed(below.r, colour.r, coverage), mixed(below.g, colour.g, coverage),
                           mixed(below.b, colour.b, coverage)});
            }
    }
}

}  // namespace mariani::app
