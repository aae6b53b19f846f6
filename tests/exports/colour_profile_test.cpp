#include "app/produce/exports/colour_profile.hpp"

#include "tests/files/sandbox.hpp"

#include <lcms2.h>

namespace mariani::app {
namespace {

class ColourProfileTest : public Sandbox {
  protected:
    fs::path saved(cmsHPROFILE profile) const {
        const fs::path file = folder / "p.icc";
        cmsSaveProfileToFile(profile, file.c_str());
        cmsCloseProfile(profile);
        return file;
    }
    // Primaries and gamma of Adobe RGB (1998).
    fs::path wide() const {
        cmsCIExyY white;
        cmsWhitePointFromTemp(&white, 6504);
        const cmsCIExyYTRIPLE primaries{{0.64, 0.33, 1}, {0.21, 0.71, 1}, {0.15, 0.06, 1}};
        cmsToneCurve* gamma = cmsBuildGamma(nullptr, 563 / 256.0);
        cmsToneCurve* curves[] = {gamma, gamma, gamma};
        const cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, curves);
        cmsFreeToneCurve(gamma);
        return saved(profile);
    }
    static render::Image of(render::Rgb8 colour) {
        render::Image image({2, 1}, render::PixelFormat::rgb);
        image.set(0, 0, colour);
        image.set(1, 0, colour);
        return image;
    }
    std::string refusal(const fs::path& file) const {
        return error_of([&] { ColourProfile::of_file(file); });
    }
};

TEST_F(ColourProfileTest, OfSrgbAlwaysHasTheSameBytesAndChangesNoColour) {
    const auto profile = ColourProfile::srgb();
    const auto again = ColourProfile::srgb();
    ASSERT_GT(profile.bytes().size(), 128u);
    EXPECT_TRUE(std::ranges::equal(profile.bytes(), again.bytes()));
    auto image = of({10, 200, 30});
    profile.convert(image);
    EXPECT_EQ(image, of({10, 200, 30}));
    const cmsHPROFILE read = cmsOpenProfileFromMem(
        profile.bytes().data(), static_cast<cmsUInt32Number>(profile.bytes().size()));
    ASSERT_TRUE(read);
    EXPECT_EQ(cmsGetColorSpace(read), cmsSigRgbData);
    cmsCloseProfile(read);
}

TEST_F(ColourProfileTest, OfAFileConvertsIntoItsColours) {
    const fs::path file = wide();
    const auto profile = ColourProfile::of_file(file);
    EXPECT_FALSE(profile.is_srgb());
    EXPECT_EQ(profile.bytes().size(), fs::file_size(file));
    auto image = of({0, 255, 0});
    profile.convert(image);
    const auto [r, g, b] = image.at(1, 0);
    // The green of sRGB lies inside: published values are 144, 255, 60.
    EXPECT_NEAR(r, 144, 3);
    EXPECT_GE(g, 252);
    EXPECT_NEAR(b, 60, 4);
    auto grey = of({128, 128, 128});
    profile.convert(grey);
    EXPECT_NEAR(grey.at(0, 0).r, 127, 2);
    EXPECT_NEAR(grey.at(0, 0).b, grey.at(0, 0).r, 1);
}

TEST_F(ColourProfileTest, RefusesWhatIsNoProfileOfRgbAndSaysWhy) {
    cmsToneCurve* gamma = cmsBuildGamma(nullptr, 2.2);
    const fs::path grey = saved(cmsCreateGrayProfile(cmsD50_xyY(), gamma));
    cmsFreeToneCurve(gamma);
    EXPECT_SAYS(refusal(grey), "it is for GRAY, and the pictures are RGB");
    put(folder / "text.icc", "no profile");
    EXPECT_SAYS(refusal(folder / "text.icc"), "text.icc as a colour profile: it is no ICC profile");
    EXPECT_SAYS(refusal(folder / "none.icc"), "there is no such file");
    EXPECT_SAYS(refusal(folder), "it is a folder");
}

}  // namespace
}  // namespace mariani::app
