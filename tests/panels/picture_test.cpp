// The panels as pictures: needs a display with OpenGL 4.5. If MARIANI_PANEL_PICTURES=FOLDER is set,
// the pictures are kept there for inspection.
#include "render/picture/picture.hpp"

#include "compute/service/engine_dispatcher.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/png.hpp"
#include "tests/panels/canvas.hpp"
#include "tests/panels/fake_observations.hpp"

#include <cstdlib>
#include <set>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class PictureTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string why_not;
        canvas_ = Canvas::open(why_not);
        if (!canvas_) GTEST_SKIP() << why_not;
    }

    void keep(const render::Image& image, const std::string& name) {
        if (const char* folder = std::getenv("MARIANI_PANEL_PICTURES"))
            render::write_png(std::filesystem::path(folder) / (name + ".png"), image);
    }

    // The set, from a real engine and the real palette.
    render::Image set(const View& view, ImageSize size, std::uint32_t dwell,
                      Frame* kept = nullptr) {
        FrameRequest request;
        request.view = view;
        request.image = size;
        request.part = whole(size);
        request.dwell_limit = dwell;
        request.engine = EngineKind::ask;
        request.backend = Backend::cpu;
        request.keep_regions = true;
        FrameProgress progress;
        const auto frame = EngineDispatcher().compute(request, {}, progress);
        if (kept) *kept = *frame;
        render::PaletteLibrary palettes(std::filesystem::path(PROJECT_FOLDER) / "assets/palettes");
        const render::ColourMap colours({}, palettes.get("blue-gold"), dwell,
                                        summarise(frame->dwells.host<std::uint32_t>(), dwell));
        return render::draw_picture(frame->dwells.host<std::uint32_t>(),
                                    frame->fractions.host<float>(), colours);
    }

    // The whole window: the picture under everything drawn over it.
    void whole_window(Stage& stage) {
        const auto size = ImGui::GetIO().DisplaySize;
        const auto layout =
            window_layout(stage.settings, stage.seen.laboratory_shown, stage.fonts(), size.x);
        Frame frame;
        const ImageSize picture{static_cast<int>(layout.picture.width), static_cast<int>(size.y)};
        const auto image = set(stage.settings.view, picture, 512, &frame);
        stage.seen.frame = std::make_shared<Frame>(frame);
        for (auto& bookmark : stage.seen.bookmarks)
            bookmark.thumbnail =
                canvas_->texture(set(bookmark.view, {192, 120}, bookmark.dwell_limit));
        const auto texture = canvas_->texture(image);
        stage.scene = [=](const PanelContext& context) {
            const auto& [left, width] = context.seen.layout.picture;
            ImGui::GetBackgroundDrawList()->AddImage(ImTextureID{texture}, {left, 0},
                                                     {left + width, size.y});
            side_panel(context);
            picture_legend(context);
            status_overlay(context);
            region_tooltip(context);
            help_window(context);
        };
    }

    Canvas* canvas_ = nullptr;
};

int colours_in(const render::Image& image) {
    std::set<std::uint32_t> colours;
    for (int y = 0; y < image.size().height; y += 3)
        for (int x = 0; x < image.size().width; x += 3) {
            const auto colour = image.at(x, y);
            colours.insert(static_cast<std::uint32_t>(colour.r << 16 | colour.g << 8 | colour.b));
        }
    return static_cast<int>(colours.size());
}

TEST_F(PictureTest, EveryPanelIsDrawn) {
    const std::pair<const char*, void (*)(const PanelContext&)> panels[]{
        {"view", view_panel},       {"bookmarks", bookmarks_panel},
        {"colour", colour_panel},   {"export", export_panel},
        {"regions", regions_panel}, {"engine", engine_panel},
        {"levels", levels_panel},   {"advanced", advanced_panel},
        {"timings", timings_panel}, {"laboratory", laboratory_entry}};
    for (const auto& [name, panel] : panels) {
        Stage stage({470, 620});
        stage.seen = fake_observations();
        stage.settings.overlay.shown = true;
        stage.show(panel);
        stage.frames(3);
        const auto image = canvas_->draw(stage);
        keep(image, name);
        EXPECT_GT(colours_in(image), 20) << name;
    }
}

TEST_F(PictureTest, TheWholeWindowAtSmallAndLargeSizes) {
    for (const auto& [name, size, scale] :
         {std::tuple("window-1280x800", ImVec2(1280, 800), 1.0f),
          std::tuple("window-3840x2160", ImVec2(3840, 2160), 2.0f),
          std::tuple("window-640x480", ImVec2(640, 480), 1.0f)}) {
        Stage stage(size, scale);
        stage.seen = fake_observations();
        stage.seen.computing = true;
        stage.seen.computing_for_ms = 5400;
        stage.seen.progress = 0.42;
        stage.seen.messages = {{Message::Kind::info, "Saved mariani-0001.png", 99},
                               {Message::Kind::error,
                                "The palette ink.map could not be read: line 3 "
                                "is not \"r g b\"",
                                90}};
        stage.settings.engine.B = 16;
        whole_window(stage);
        stage.frames(4);
        const auto image = canvas_->draw(stage);
        keep(image, name);
        EXPECT_GT(colours_in(image), 100) << name;
    }
}

TEST_F(PictureTest, HelpRefusalsAndTheHoveredRegion) {
    Stage stage({1280, 1250});
    stage.seen = fake_observations();
    stage.seen.precision_exhausted = true;
    whole_window(stage);
    stage.frames(2);
    stage.enter("Height", "wide");
    stage.settings.panel_part = PanelPart::regions;
    stage.frames(2);
    stage.enter("B stopping size", "0");
    stage.seen.hovered_region =
        Region{{220, 110, 110, 100}, 12, 512, 20480, 3, Outcome::subdivided};
    stage.hover({300, 300});
    keep(canvas_->draw(stage), "refusals");
    stage.seen.precision_exhausted = false;
    stage.seen.help_shown = true;
    stage.seen.hovered_region.reset();
    stage.frames(3);
    const auto image = canvas_->draw(stage);
    keep(image, "help");
    EXPECT_GT(colours_in(image), 100);
}

}  // namespace
}  // namespace mariani::app
