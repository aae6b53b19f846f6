#include "app/window/fonts.hpp"

#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <string>

#include <imgui.h>

namespace mariani::app {
namespace {

constexpr float text_size = 16;
constexpr float mono_size = 17;  // its letters are then as large as the text's
constexpr const char* root = "/usr/share/fonts/";

// Latin, Greek, punctuation, super- and subscripts, arrows, mathematics, shapes.
constexpr ImWchar glyphs[] = {0x20,   0xff,   0x370,  0x3ff,  0x2010, 0x2027, 0x2070, 0x209f,
                              0x2190, 0x21ff, 0x2200, 0x22ff, 0x25a0, 0x25ff, 0};

ImFont* add_font(std::initializer_list<const char*> files, float pixels, bool merge = false) {
    for (const char* file : files) {
        const std::string path = std::string(root) + file;
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(path, ignored)) continue;
        ImFontConfig config;
        config.OversampleH = 2;
        config.OversampleV = 1;
        config.PixelSnapH = true;
        config.MergeMode = merge;
        ImFont* font =
            ImGui::GetIO().Fonts->AddFontFromFileTTF(path.c_str(), pixels, &config, glyphs);
        if (font) return font;
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
    // Glyphs that the font itself has not got.
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
