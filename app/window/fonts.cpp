#include "app/window/fonts.hpp"

#include "render/files/regular_file.hpp"

#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <string>

#include <imgui.h>

namespace mariani::app {
namespace {

constexpr const char* root = "/usr/share/fonts/";

constexpr std::int64_t max_bytes = 32 << 20;  // per font

// The font is loaded into memory that the atlas frees.
ImFont* add_file(const std::string& path, const ImFontConfig& config) {
    const std::string font = render::read_whole_file(path, max_bytes);
    void* owned = ImGui::MemAlloc(font.size());
    std::memcpy(owned, font.data(), font.size());
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(owned, static_cast<int>(font.size()), 0,
                                                      &config);
}

ImFont* add_font(std::initializer_list<const char*> files, bool merge = false) {
    for (const char* file : files) {
        ImFontConfig config;
        config.PixelSnapH = true;
        config.MergeMode = merge;
        try {
            if (ImFont* font = add_file(std::string(root) + file, config)) return font;
        } catch (const std::runtime_error&) {
            continue;  // not installed
        }
    }
    return nullptr;
}

ImFont* add_family(std::initializer_list<const char*> files) {
    ImFont* font = add_font(files);
    if (!font) return ImGui::GetIO().Fonts->AddFontDefaultVector();
    // Glyphs that the font itself lacks.
    add_font({"truetype/dejavu/DejaVuSans.ttf"}, true);
    return font;
}

}  // namespace

Fonts load_fonts() {
    Fonts fonts;
    fonts.text =
        add_family({"opentype/inter/Inter-Regular.otf", "truetype/inter/Inter-Regular.ttf",
                    "truetype/noto/NotoSans-Regular.ttf", "truetype/dejavu/DejaVuSans.ttf"});
    fonts.mono = add_family({"truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
                             "truetype/noto/NotoSansMono-Regular.ttf",
                             "truetype/dejavu/DejaVuSansMono.ttf"});
    return fonts;
}

}  // namespace mariani::app
