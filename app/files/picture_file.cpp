#include "app/files/picture_file.hpp"

#include "app/files/folders.hpp"
#include "app/files/location_file.hpp"
#include "app/files/own_file.hpp"
#include "app/files/settings_text.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"
#include "render/picture/palette.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include <fmt/core.h>

namespace mariani::app {
namespace fs = std::filesystem;
namespace {

constexpr const char* settings_key = "mariani:settings";
constexpr const char* size_key = "mariani:size";
constexpr const char* automatic_key = "mariani:automatic";  // the dwell limit, found by the window
constexpr const char* altered_key = "mariani:altered";
constexpr const char* colours_key = "mariani:palette-colours";
constexpr std::size_t max_colours = 1u << 16;

// "#0007ff #102030 …"
std::string colours_text(const std::vector<render::Rgb8>& colours) {
    std::string text;
    for (const render::Rgb8 colour : colours)
        text += (text.empty() ? "" : " ") + render::hex_text(colour);
    return text;
}

// Throws std::invalid_argument.
std::vector<render::Rgb8> colours_of(std::string_view text) {
    std::vector<render::Rgb8> colours;
    for (; !text.empty(); text.remove_prefix(std::min<std::size_t>(text.size(), 8))) {
        std::uint32_t packed = 0;
        const auto digits = text.substr(0, 7);
        const char* end = digits.data() + digits.size();
        const bool framed =
            digits.size() == 7 && digits.front() == '#' && (text.size() == 7 || text[7] == ' ');
        if (!framed || std::from_chars(digits.data() + 1, end, packed, 16).ptr != end ||
            colours.size() == max_colours)
            throw std::invalid_argument("its palette's colours are damaged");
        colours.push_back({static_cast<std::uint8_t>(packed >> 16),
                           static_cast<std::uint8_t>(packed >> 8),
                           static_cast<std::uint8_t>(packed)});
    }
    if (colours.empty()) throw std::invalid_argument("its palette has no colours");
    return colours;
}

std::optional<std::string> text_named(const std::vector<render::PngText>& texts,
                                      std::string_view keyword) {
    for (const auto& text : texts)
        if (text.keyword == keyword) return text.text;
    return std::nullopt;
}

bool holds_colours(const fs::path& file, const std::vector<render::Rgb8>& colours) {
    try {
        return render::read_palette(file).colours == colours;
    } catch (const std::runtime_error&) {
        return false;  // missing, or a different file by now
    }
}

// A file name that cannot lead elsewhere: a picture may come from anyone.
std::string safe_stem(const std::string& palette) {
    std::string stem = fs::path(palette).stem().string().substr(0, 60);
    std::ranges::replace_if(
        stem,
        [](char c) {
            const bool alphanumeric =
                (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            return !alphanumeric && c != '-' && c != '_';
        },
        '_');
    return stem.empty() ? "palette" : stem;
}

fs::path unpacked(const std::string& palette, const std::vector<render::Rgb8>& colours) {
    const fs::path folder = data_folder() / "palettes";
    fs::create_directories(folder);
    std::string lines;
    for (const auto& [r, g, b] : colours) lines += fmt::format("{} {} {}\n", r, g, b);
    const std::string stem = safe_stem(palette);
    for (int number = 1;; ++number) {
        const fs::path file =
            folder / (number == 1 ? stem + ".map" : fmt::format("{}-{}.map", stem, number));
        if (!fs::exists(file)) write_whole_file(file, lines);
        if (holds_colours(file, colours)) return file;
    }
}

void restore_palette(RestoredPicture& picture, const std::vector<render::PngText>& texts) {
    auto& palette = picture.settings.colouring.palette;
    if (!render::is_palette_file(palette)) return;
    const auto text = text_named(texts, colours_key);
    if (!text) return;
    const auto colours = colours_of(*text);
    if (holds_colours(palette, colours)) return;
    const fs::path file = unpacked(palette, colours);
    picture.notices.push_back(
        fmt::format("The picture's palette was unpacked to {}.", file.string()));
    palette = file.string();
}

std::string parameters_text(const FramePlan& computed) {
    const auto& [g, r, B] = computed.subdivision;
    return fmt::format(
        "dwell {} g {} r {} B {} fill {} shortcuts {} block {} threads {} insertion {}",
        computed.dwell_limit, g, r, B, name_of(computed.fill), computed.shortcuts ? "on" : "off",
        to_text(ImageSize{computed.block.width, computed.block.height}), computed.threads,
        name_of(computed.insertion));
}

std::string title_of(const View& view) {
    const std::string set =
        view.julia ? "Julia set of c = " + to_text(*view.julia) : std::string("Mandelbrot set");
    return fmt::format("The {} around {}, height {}", set, to_text(view.centre),
                       to_text(view.height));
}

RestoredPicture restore(const std::vector<render::PngText>& texts, const Settings& base) {
    const auto settings = text_named(texts, settings_key);
    if (!settings)
        throw std::invalid_argument(
            "it is not a picture made by mariani: it has no settings in it");
    RestoredPicture picture;
    picture.settings = picture_settings_from_json(*settings, base);
    picture.settings.automatic_dwell_limit = text_named(texts, automatic_key).has_value();
    const auto size = parse_size(text_named(texts, size_key).value_or(""));
    if (!size || !limits::export_side.holds(size->width) ||
        !limits::export_side.holds(size->height))
        throw std::invalid_argument("its size is damaged");
    picture.size = *size;
    if (text_named(texts, altered_key))
        picture.notices.push_back(
            "This picture's state was edited by hand: the state shown has the same number of "
            "steps, but not those edits.");
    restore_palette(picture, texts);
    return picture;
}

RestoredPicture at_location(Location location, const Settings& base) {
    RestoredPicture picture{base, {}, std::move(location.notices)};
    picture.settings.workload = Workload::mandelbrot;
    picture.settings.view = location.view;
    set_dwell_limit(picture.settings, location.dwell_limit);
    return picture;
}

}  // namespace

std::vector<render::PngText> picture_texts(const Settings& settings, ImageSize size,
                                           const FramePlan& computed) {
    const std::string& palette = settings.colouring.palette;
    auto texts = picture_texts(settings, size, title_of(settings.view));
    texts.insert(texts.end(),
                 {{"mariani:view", to_text(settings.view)},
                  {"mariani:engine",
                   fmt::format("{} {} {} {}", name_of(computed.engine), name_of(computed.scheme),
                               name_of(computed.backend), name_of(computed.precision))},
                  {"mariani:parameters", parameters_text(computed)},
                  {"mariani:palette", palette}});
    if (render::is_palette_file(palette))
        texts.push_back({colours_key, colours_text(render::read_palette(palette).colours)});
    return texts;
}

std::vector<render::PngText> proof_texts(const FramePlan& computed, const EngineStats& stats) {
    if (!stats.deltas) return {};
    const DeltaStats& deltas = *stats.deltas;
    return {
        {"mariani:proof",
         fmt::format(
             "{}: {} pixels by deltas, {} in two doubles, {} in many digits, {} by a theorem, "
             "{} filled, {} not proven; {} steps, {} jumps, {} rebases; reference of {} steps in "
             "{} bits",
             name_of(computed.quality), deltas.pixels_of(Rung::deltas),
             deltas.pixels_of(Rung::double_double), deltas.pixels_of(Rung::direct),
             deltas.pixels_of(Rung::theorem), deltas.pixels_of(Rung::filled),
             deltas.pixels_of(Rung::none), deltas.work.steps, deltas.work.jumps,
             deltas.work.rebases, deltas.reference_steps, deltas.reference_bits)}};
}

std::vector<render::PngText> picture_texts(const Settings& settings, ImageSize size,
                                           const std::string& title, bool altered) {
    std::vector<render::PngText> texts{{"Title", title},
                                       {"Software", "mariani " MARIANI_VERSION},
                                       {"mariani:version", MARIANI_VERSION},
                                       {settings_key, picture_settings_to_json(settings)},
                                       {size_key, to_text(size)}};
    if (settings.automatic_dwell_limit) texts.push_back({automatic_key, "dwell limit"});
    if (altered) texts.push_back({altered_key, "edited by hand after the initial state"});
    return texts;
}

bool holds_settings(const fs::path& path) {
    return text_named(render::read_png_texts(path), settings_key).has_value();
}

bool is_picture_name(const fs::path& path) {
    return lower_extension(path) == ".png" || is_location_file(path);
}

RestoredPicture read_picture(const fs::path& path, const Settings& base) {
    if (is_location_file(path)) return at_location(read_location_file(path), base);
    const auto texts = render::read_png_texts(path);
    try {
        return restore(texts, base);
    } catch (const std::invalid_argument& why) {
        throw std::runtime_error(fmt::format("cannot restore {}: {}", path.string(), why.what()));
    }
}

}  // namespace mariani::app
