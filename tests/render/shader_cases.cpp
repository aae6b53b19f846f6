#include "tests/render/shader_cases.hpp"

#include "render/picture/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace mariani::test {
namespace {

using render::Colouring;
using render::Mapping;
using render::OverlayStyle;
using render::Palette;

Palette palette_of(std::string name, int count) {
    Palette palette{std::move(name), {}};
    for (int i = 0; i < count; ++i)
        palette.colours.push_back({static_cast<std::uint8_t>(i * 37 + 11),
                                   static_cast<std::uint8_t>(i * 5 / 3),
                                   static_cast<std::uint8_t>(255 - i / 7)});
    return palette;
}

constexpr std::array strange_fractions{0.0f,
                                       std::numeric_limits<float>::denorm_min(),
                                       1e-9f,
                                       0.25f,
                                       0.5f,
                                       0.99999994f,
                                       1.0f,
                                       2.0f,
                                       -0.5f,
                                       std::numeric_limits<float>::infinity(),
                                       std::numeric_limits<float>::quiet_NaN()};

// From none to beyond any picture, and what no engine should produce.
void add_exterior(Dwells& dwells) {
    const std::size_t count = dwells.values.size();
    for (std::size_t i = 0; i < count; ++i) {
        const bool strange = i % 16 < strange_fractions.size();
        const double share = static_cast<double>(i) / static_cast<double>(count);
        dwells.distances.push_back(strange ? strange_fractions[i % 16]
                                           : static_cast<float>(std::exp2(40 * share - 16)));
        dwells.normals.push_back(strange ? strange_fractions[(i / 16) % strange_fractions.size()]
                                         : static_cast<float>(share));
    }
}

// `count` dwells from `min_dwell` to the limit: at and next to all powers of two, and
// logarithmically in between.
DwellCase spread(std::uint32_t limit, std::uint32_t min_dwell, int count) {
    DwellCase result{limit, {{0, 0, count, 1}, {}, {}}};
    auto& values = result.dwells.values;
    for (const std::uint32_t value : {min_dwell, limit - 1, limit, limit + 1, 0xffffffffu})
        values.push_back(value);
    for (std::uint64_t power = 1; power < limit; power *= 2)
        for (const std::uint64_t value : {power - 1, power, power + 1})
            values.push_back(
                static_cast<std::uint32_t>(std::min<std::uint64_t>(limit, min_dwell + value)));
    const double range = std::log1p(limit - min_dwell);
    for (int i = static_cast<int>(values.size()); i < count; ++i)
        values.push_back(min_dwell + static_cast<std::uint32_t>(std::expm1(range * i / count)));
    for (std::size_t i = 0; i < values.size(); ++i)
        result.dwells.fractions.push_back(i % 16 < strange_fractions.size()
                                              ? strange_fractions[i % 16]
                                              : static_cast<float>(i % 997) / 996);
    add_exterior(result.dwells);
    return result;
}

DwellCase all_of(std::uint32_t dwell, std::uint32_t limit) {
    DwellCase result{limit, {{0, 0, 64, 1}, std::vector(64, dwell), std::vector(64, 0.5f)}};
    add_exterior(result.dwells);
    return result;
}

// Colours by distance, and shading over each mapping.
void add_exterior_cases(std::vector<Named<Colouring>>& cases) {
    for (const auto& [name, mapping] : {std::pair("cyclic", Mapping::cyclic),
                                        {"equalised", Mapping::equalised},
                                        {"distance", Mapping::distance}}) {
        Colouring colouring;
        colouring.mapping = mapping;
        colouring.smooth = mapping == Mapping::cyclic;
        if (mapping == Mapping::distance) cases.push_back({name, colouring});
        colouring.shaded = true;
        cases.push_back({fmt::format("{}, shaded", name), colouring});
        colouring.reversed = true;
        colouring.offset = 0.37;
        colouring.light_angle = 359.9;
        colouring.light_height = 0;
        cases.push_back({fmt::format("{}, in low light, reversed", name), colouring});
        colouring.light_height = 90;
        cases.push_back({fmt::format("{}, lit from above", name), colouring});
    }
}

Region region(PixelRect rect, int level, Outcome outcome) {
    Region result;
    result.rect = rect;
    result.level = static_cast<std::uint8_t>(level);
    result.outcome = outcome;
    return result;
}

RegionCase subdivided(const View& view, ImageSize size, int g, int r, int B) {
    return {size, *regions_of(dwells_of(view, size, 80), g, r, B)};
}

template <typename Change>
Named<OverlayStyle> changed(std::string name, const Change& change) {
    OverlayStyle style;
    change(style);
    return {std::move(name), style};
}

}  // namespace

std::vector<Palette> palette_cases() {
    std::vector<Palette> cases;
    render::PaletteLibrary library(source_folder("assets/palettes"));
    for (const std::string& name : library.names()) cases.push_back(library.get(name));
    for (const int count : {1, 2, 257, 65'536})
        cases.push_back(palette_of(fmt::format("{} colours", count), count));
    return cases;
}

std::vector<Named<Colouring>> colouring_cases() {
    std::vector<Named<Colouring>> cases;
    for (const bool smooth : {false, true}) {
        const char* const suffix = smooth ? ", smooth" : "";
        const auto add = [&](const char* name, Colouring colouring) {
            colouring.smooth = smooth;
            cases.push_back({fmt::format("{}{}", name, suffix), colouring});
        };
        for (const auto& [name, mapping] : {std::pair("cyclic", Mapping::cyclic),
                                            {"stretched", Mapping::stretched},
                                            {"equalised", Mapping::equalised}}) {
            Colouring colouring;
            colouring.mapping = mapping;
            add(name, colouring);
            colouring.reversed = true;
            colouring.offset = 0.37;
            colouring.inside = {0.2f, 0.1f, 0.6f};
            add(fmt::format("{}, reversed, offset 0.37", name).c_str(), colouring);
        }
        for (const double period : {1.0, 1.0000001, 2.5, 37.7, 257.0, 65536.0, 1e7}) {
            Colouring colouring;
            colouring.mapping = Mapping::cyclic;
            colouring.period = period;
            colouring.offset = 0.999999;
            add(fmt::format("period {}, offset 0.999999", period).c_str(), colouring);
        }
    }
    add_exterior_cases(cases);
    return cases;
}

std::vector<Named<DwellCase>> dwell_cases() {
    std::vector<Named<DwellCase>> cases;
    for (const std::uint32_t limit : {1u, 2u, 300u, 65'535u, 10'000'000u}) {
        const auto add = [&](const char* name, DwellCase value) {
            cases.push_back({fmt::format("{}, limit {}", name, limit), std::move(value)});
        };
        add("from 0", spread(limit, 0, 2048));
        add("in the upper half", spread(limit, limit / 2, 2048));
        add("one dwell", all_of(limit - 1, limit));
        add("all inside", all_of(limit, limit));
    }
    return cases;
}

std::vector<Named<OverlayStyle>> overlay_style_cases() {
    std::vector<Named<OverlayStyle>> cases{
        {"default", {}},
        changed("no filled", [](auto& style) { style.filled = false; }),
        changed("filled only", [](auto& style) { style.leaves = style.subdivided = false; }),
        changed("nothing", [](auto& style) { style.levels = 0; }),
        changed("levels 1 and 3", [](auto& style) { style.levels = 0b1010; }),
        changed("levels from 2", [](auto& style) { style.levels = ~0b11u; }),
        changed("lines only", [](auto& style) { style.tint = 0, style.line_opacity = 1; }),
        changed("tint only", [](auto& style) { style.tint = 1, style.line_opacity = 0; }),
        changed("all opaque", [](auto& style) { style.tint = style.line_opacity = 1; }),
        changed("faint", [](auto& style) { style.tint = style.line_opacity = 0.013f; }),
        changed("replayed to level 2, without level 1 and subdivided",
                [](auto& style) {
                    style.replay_level = 2;
                    style.levels = ~0b10u;
                    style.subdivided = false;
                }),
    };
    for (const int level : {0, 1, 2, 40})
        cases.push_back(changed(fmt::format("replayed to level {}", level),
                                [&](auto& style) { style.replay_level = level; }));
    return cases;
}

std::vector<Named<RegionCase>> region_cases() {
    std::vector<Named<RegionCase>> cases{
        {"r 2", subdivided(paper, {150, 110}, 3, 2, 8)},
        {"r 3, odd sides", subdivided(seahorse, {121, 83}, 2, 3, 4)},
        {"down to a pixel", subdivided(paper, {96, 64}, 2, 2, 1)},
        {"lines of a pixel", subdivided(paper, {200, 1}, 4, 2, 2)},
        {"more regions than pixels", subdivided(paper, {13, 40}, 16, 2, 1)},
        {"one", {{40, 30}, {region({0, 0, 40, 30}, 0, Outcome::leaf)}}},
        {"amid nothing", {{40, 30}, {region({5, 7, 20, 16}, 0, Outcome::filled)}}},
        {"none", {{40, 30}, {}}},
    };
    RegionCase last{{64, 64}, {}};  // as deep as a map can represent
    for (int level = 0; level < 31; ++level)
        last.regions.push_back(region({0, 0, 64, 64}, level, Outcome::subdivided));
    for (int i = 0; i < 4; ++i)
        last.regions.push_back(
            region({16 * i, 0, 16, 64}, 31, i % 2 ? Outcome::filled : Outcome::leaf));
    cases.push_back({"at the last level", last});
    return cases;
}

std::vector<Named<render::Placement>> placement_cases() {
    return {{"pixel for pixel", {1, {0, 0}}},           {"moved", {1, {-13, 21}}},
            {"between pixels", {1, {0.5, -0.3}}},       {"stretched", {0.2, {17.31, 5.92}}},
            {"off the edges", {0.33, {-20.07, -7.41}}}, {"shrunk", {2.7, {-31.4, 3.3}}},
            {"far away", {40, {-2000, -1000}}},         {"beside it", {0.3, {500, 0}}}};
}

render::Image ground_of(ImageSize size) {
    render::Image image(size, render::PixelFormat::rgb);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            image.set(x, y,
                      {static_cast<std::uint8_t>(x * 5 + y), static_cast<std::uint8_t>(255 - x),
                       static_cast<std::uint8_t>(y * 11)});
    return image;
}

}  // namespace mariani::test
