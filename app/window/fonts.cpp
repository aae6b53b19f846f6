#include "app/window/fonts.hpp"

#include "render/files/regular_file.hpp"

#include <cmath>
#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <string>

#include <imgui.h>

namespace mariani::app {
namespace {

constexpr float text_size = 16;
constexpr float mono_size = 17;  // makes its letters as large as the text's
constexpr const char* root = "/usr/share/fonts/";

// Latin, Greek, punctuation, super- and subscripts, arrows, mathematics, shapes.
constexpr ImWchar glyphs[] = {0x20,   0xff,   0x370,  0x3ff,  0x2010, 0x2027, 0x2070, 0x209f,
                              0x2190, 0x21ff, 0x2200, 0x22ff, 0x25a0, 0x25ff, 0};

constexpr std::int64_t max_bytes = 32 << 20;  // per font

// The font is loaded into memory that the atlas frees.
ImFont* add_file(const std::string& path, float pixels, const ImFontConfig& config) {
    const std::string font = render::read_whole_file(path, max_bytes);
    void* owned = ImGui::MemAlloc(font.size());
    std::memcpy(owned, font.data(), font.size());
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(owned, static_cast<int>(font.size()), pixels,
                                                      &config, glyphs);
}

ImFont* add_font(std::initializer_list<const char*> files, float pixels, bool merge = false) {
    for (const char* file : files) {
        const std::string path = std::string(root) + file;
        ImFontConfig config;
        config.OversampleH = 2;
        config.OversampleV = 1;
        config.PixelSnapH = true;
        config.MergeMode = merge;
        try {
            if (ImFont* font = add_file(path, pixels, config)) return font;
        } catch (const std::runtime_error&) {
            continue;  // not installed
        }
    }
    return nullptr;
}

ImFont* add_family(std::initializer_list<const char*> files, float pixels) {
    ImFont* font = add_font(files, pixels);
    if (!font) {
        ImFontConfig config;
        config.SizePixels = pixels;
        return ImGui::GetIO().Fonts->AddFontDefault(&config);
    }
    // Glyphs that the font itself lacks.
    add_font({"truetype/dejavu/DejaVuSans.ttf"}, pixels, true);
    return font;
}

}  // namespace

Fonts load_fonts(float pixels_per_unit) {
    ImGui::GetIO().Fonts->Clear();
    Fonts fonts;
    fonts.text =
        add_family({"opentype/inter/Inter-Regular.otf", "truetype/inter/Inter-Regular.ttf",
                    "truetype/noto/NotoSans-Regular.ttf", "truetype/dejavu/DejaVuSans.ttf"},
                   std::round(text_size * pixels_per_unit));
    fonts.mono =
        add_family({"truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
                    "truetype/noto/NotoSansMono-Regular.ttf", "truetype/dejavu/DejaVuSansMono.ttf"},
                   std::round(mono_size * pixels_per_unit));
    fonts.scale = 0;
    return fonts;
}

}  // namespace mariani::app
