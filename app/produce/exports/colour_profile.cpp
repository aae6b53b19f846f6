#include "app/produce/exports/colour_profile.hpp"

#include "render/files/regular_file.hpp"

#include <algorithm>
#include <array>
#include <lcms2.h>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::int64_t max_bytes = 16 << 20;

using Profile = std::shared_ptr<void>;

Profile owned(cmsHPROFILE profile) {
    return {profile, [](cmsHPROFILE held) {
                if (held) cmsCloseProfile(held);
            }};
}

Profile made_srgb() {
    auto profile = owned(cmsCreate_sRGBProfile());
    if (!profile) throw std::runtime_error("cannot make the profile of sRGB: out of memory");
    return profile;
}

std::string description_of(cmsHPROFILE profile) {
    std::array<char, 80> text{};
    cmsGetProfileInfoASCII(profile, cmsInfoDescription, "en", "US", text.data(),
                           static_cast<cmsUInt32Number>(text.size()));
    std::string name(text.data());
    std::ranges::replace_if(
        name, [](char c) { return c < 0x20 || c > 0x7e; }, ' ');
    return name.substr(0, name.find_last_not_of(' ') + 1);
}

std::string space_name(cmsColorSpaceSignature space) {
    std::string name;
    for (int shift = 24; shift >= 0; shift -= 8)
        name += static_cast<char>(static_cast<std::uint32_t>(space) >> shift & 0x7f);
    return name.substr(0, name.find_last_not_of(' ') + 1);
}

[[noreturn]] void refuse_profile(const std::filesystem::path& path, const std::string& why) {
    throw std::runtime_error(
        fmt::format("cannot use {} as a colour profile: {}", path.string(), why));
}

// The moment at which it was made, and what would be computed from it.
void remove_date(std::span<std::byte> profile) {
    constexpr std::array<unsigned char, 12> date{0x07, 0xD0, 0, 1, 0, 1};  // 2000-01-01
    constexpr std::size_t date_place = 24, id_place = 84, id_bytes = 16;
    std::ranges::copy(std::as_bytes(std::span(date)), profile.begin() + date_place);
    std::ranges::fill(profile.subspan(id_place, id_bytes), std::byte{0});
}

}  // namespace

ColourProfile ColourProfile::srgb() {
    const Profile profile = made_srgb();
    constexpr double version = 2.1;  // which every program reads, other than 4
    cmsSetProfileVersion(profile.get(), version);
    cmsUInt32Number size = 0;
    if (!cmsSaveProfileToMem(profile.get(), nullptr, &size))
        throw std::runtime_error("cannot make the profile of sRGB");
    ColourProfile made;
    made.name_ = "sRGB";
    made.bytes_.resize(size);
    if (!cmsSaveProfileToMem(profile.get(), made.bytes_.data(), &size))
        throw std::runtime_error("cannot make the profile of sRGB");
    remove_date(made.bytes_);
    return made;
}

ColourProfile ColourProfile::of_file(const std::filesystem::path& path) {
    const std::string text = render::read_whole_file(path, max_bytes);
    const auto profile =
        owned(cmsOpenProfileFromMem(text.data(), static_cast<cmsUInt32Number>(text.size())));
    if (!profile) refuse_profile(path, "it is no ICC profile");
    const auto space = cmsGetColorSpace(profile.get());
    if (space != cmsSigRgbData)
        refuse_profile(path,
                       fmt::format("it is for {}, and the pictures are RGB: ask the printer for an "
                                   "RGB profile, or leave the conversion to them",
                                   space_name(space)));
    const Profile srgb = made_srgb();
    // Without its cache a conversion is safe on any thread.
    const cmsHTRANSFORM conversion = cmsCreateTransform(
        srgb.get(), TYPE_RGB_8, profile.get(), TYPE_RGB_8, INTENT_RELATIVE_COLORIMETRIC,
        cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION);
    if (!conversion)
        refuse_profile(
            path,
            "colours cannot be converted into it, as it describes an input device only or "
            "is damaged: ask for a profile of a monitor, printer or colour space");
    ColourProfile made;
    made.name_ = description_of(profile.get());
    if (made.name_.empty()) made.name_ = path.stem().string();
    const auto bytes = std::as_bytes(std::span(text));
    made.bytes_.assign(bytes.begin(), bytes.end());
    made.conversion_ = {conversion, [](cmsHTRANSFORM held) { cmsDeleteTransform(held); }};
    return made;
}

void ColourProfile::convert(render::Image& image) const {
    if (!conversion_) return;
    for (int y = 0; y < image.size().height; ++y) {
        const auto row = image.row(y);
        cmsDoTransform(conversion_.get(), row.data(), row.data(),
                       static_cast<cmsUInt32Number>(image.size().width));
    }
}

}  // namespace mariani::app
