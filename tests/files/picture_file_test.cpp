#include "app/files/picture_file.hpp"

#include "compute/service/resolve.hpp"
#include "render/picture/palette.hpp"
#include "tests/files/sample_settings.hpp"
#include "tests/files/sandbox.hpp"

#include <algorithm>

namespace mariani::app {
namespace {

class PictureFileTest : public Sandbox {
  protected:
    void write(const Settings& settings) const {
        render::write_png(path, render::Image({16, 8}, render::PixelFormat::rgb),
                          texts_of(settings));
    }
    void write_texts(const std::vector<render::PngText>& texts) const {
        render::write_png(path, render::Image({2, 2}, render::PixelFormat::rgb), texts);
    }
    static std::vector<render::PngText> texts_of(const Settings& settings) {
        Hardware hardware;
        hardware.cuda_unavailable = "there is no GPU";
        const auto computed = resolve(frame_request(settings, {16, 8}), hardware, {}).plan;
        return picture_texts(settings, {16, 8}, computed);
    }
    // The texts of a good picture with one of them changed.
    static std::vector<render::PngText> changed(const std::string& keyword, const std::string& text,
                                                const Settings& settings = {}) {
        auto texts = texts_of(settings);
        for (auto& each : texts)
            if (each.keyword == keyword) each.text = text;
        return texts;
    }
    std::string error() const {
        return error_of([this] { read_picture(path); });
    }

    const fs::path path = folder / "p.png";
};

TEST_F(PictureFileTest, RestoresWhatItWasMadeFrom) {
    const Settings sample = sample_settings();
    write(sample);
    const auto picture = read_picture(path);
    EXPECT_EQ(picture.settings.view, sample.view);
    EXPECT_EQ(picture.settings.engine, sample.engine);
    EXPECT_EQ(picture.settings.colouring, sample.colouring);
    EXPECT_EQ(picture.settings.overlay, sample.overlay);
    EXPECT_EQ(read_picture(path, sample).settings, sample);
    EXPECT_EQ(picture.size, (ImageSize{16, 8}));
    EXPECT_TRUE(picture.notices.empty());
}

TEST_F(PictureFileTest, LeavesTheUsersOwnSettingsAlone) {
    write(sample_settings());
    EXPECT_EQ(read_picture(path).settings.exports, ExportSettings{});
    EXPECT_EQ(read_picture(path).settings.interface_scale, 1.0f);
}

// So do those that were made before an automatic one was kept.
TEST_F(PictureFileTest, ADwellLimitThatSomebodyGaveStays) {
    Settings given, automatic;
    automatic.automatic_dwell_limit = true;
    write(given);
    EXPECT_EQ(read_picture(path, automatic).settings, given);
    write(automatic);
    EXPECT_EQ(read_picture(path, given).settings, automatic);
}

TEST_F(PictureFileTest, SaysWhatItIsToPeopleToo) {
    write(sample_settings());
    std::string all;
    for (const auto& [keyword, text] : render::read_png_texts(path))
        if (keyword != "mariani:settings") all += keyword + "=" + text + "\n";
    EXPECT_EQ(all,
              "Title=The Julia set of c = -0.1,0.3333333333333333 around "
              "-0.7436438626899999,0.13182590271234568, height 4.508666666666667e-08\n"
              "Software=mariani 0.1.0\n"
              "mariani:version=0.1.0\n"
              "mariani:size=16x8\n"
              "mariani:automatic=dwell limit\n"
              "mariani:view=center -0.7436438626899999,0.13182590271234568 height "
              "4.508666666666667e-08 julia -0.1,0.3333333333333333\n"
              "mariani:engine=dp mbr cpu f64\n"
              "mariani:parameters=dwell 9999999 g 3 r 5 B 7 fill safe shortcuts off block 8x4 "
              "threads 3 insertion region\n"
              "mariani:palette=viridis\n");
}

TEST_F(PictureFileTest, TravelsWithThePaletteOfTheUser) {
    Settings settings;
    const auto palette = folder / "my own.MAP";
    settings.colouring.palette = palette.string();
    put(palette, "0 0 0\n255 7 16\n1 2 3\n");
    write(settings);
    EXPECT_EQ(read_picture(path).settings, settings);  // the file is still there

    const auto colours = render::read_palette(palette).colours;
    for (const bool changed : {false, true}) {
        fs::remove(palette);
        if (changed) put(palette, "9 9 9\n");
        const auto picture = read_picture(path);
        const fs::path unpacked = picture.settings.colouring.palette;
        EXPECT_EQ(unpacked.parent_path(), folder / "data" / "mariani" / "palettes");
        EXPECT_EQ(render::read_palette(unpacked).colours, colours);
        ASSERT_EQ(picture.notices.size(), 1u);
        EXPECT_SAYS(picture.notices[0], unpacked.string());
    }
    EXPECT_EQ(names_in(folder / "data" / "mariani" / "palettes").size(), 1u);
}

TEST_F(PictureFileTest, AHostilePaletteNameLeadsNowhere) {
    Settings settings;
    settings.colouring.palette = (folder / "x.map").string();
    put(folder / "x.map", "1 2 3\n");
    auto texts = texts_of(settings);
    for (auto& [keyword, text] : texts) {
        const auto place = text.find(settings.colouring.palette);
        if (place != std::string::npos)
            text.replace(place, settings.colouring.palette.size(), "/../..\u00e9/..evil$(x).map");
    }
    write_texts(texts);
    const fs::path unpacked = read_picture(path).settings.colouring.palette;
    EXPECT_EQ(unpacked.parent_path(), folder / "data" / "mariani" / "palettes");
}

TEST_F(PictureFileTest, RefusesWhatIsNoPictureOfOurs) {
    EXPECT_SAYS(error(), path.string());  // there is none
    put(path, "not a png at all");
    EXPECT_SAYS(error(), path.string());
    put(path, "");
    EXPECT_NE(error(), "");
    write_texts({{"Title", "a holiday"}});
    EXPECT_SAYS(error(), "not a picture made by mariani");
    EXPECT_SAYS(error_of([this] { read_picture(folder); }), "it is a folder");
}

TEST_F(PictureFileTest, RefusesDamagedTexts) {
    write_texts(changed("mariani:settings", "{"));
    EXPECT_SAYS(error(), "not JSON");
    write_texts(changed("mariani:settings", R"({"engine": {"g": 0}})"));
    EXPECT_SAYS(error(), "engine.g is 0");
    write_texts(changed("mariani:size", "0x0"));
    EXPECT_SAYS(error(), "size is damaged");
    write_texts(changed("mariani:size", "99999x5"));
    EXPECT_SAYS(error(), "size is damaged");

    Settings settings;
    settings.colouring.palette = (folder / "x.map").string();
    put(folder / "x.map", "1 2 3\n");
    for (const std::string colours :
         {"", "#12345", "#1234567", "123456", "#12345g", "#123456,#123456", "#123456 #12"}) {
        write_texts(changed("mariani:palette-colours", colours, settings));
        EXPECT_SAYS(error(), "palette") << colours;
    }
}

// Every prefix of a file is refused or, once the texts are complete, restored: nothing else.
TEST_F(PictureFileTest, SurvivesTruncationAndFlippedBytes) {
    write(sample_settings());
    const auto bytes = text_of(path);
    for (std::size_t length = 0; length < bytes.size(); length += 23) {
        put(path, bytes.substr(0, length));
        error();
    }
    for (std::size_t i = 0; i < bytes.size(); i += 17) {
        auto damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ 0x5a);
        put(path, damaged);
        error();
    }
}

TEST(PictureNames, CapitalsMakeNoDifference) {
    for (const char* name : {"a.png", "B.PNG", "c.kfr", "D.KFR", "e.toml"})
        EXPECT_TRUE(is_picture_name(name)) << name;
    for (const char* name : {"a.jpg", "png", "a.png.part", ""})
        EXPECT_FALSE(is_picture_name(name)) << name;
}

}  // namespace
}  // namespace mariani::app
