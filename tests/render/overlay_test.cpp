// The grid as drawn into files.
#include "render/picture/overlay_style.hpp"
#include "render/picture/picture.hpp"
#include "tests/render/image_difference.hpp"
#include "tests/render/shader_cases.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::render {
namespace {

constexpr Rgb8 ground{40, 40, 40};

Image plain(ImageSize size) {
    Image image(size, PixelFormat::rgb);
    std::ranges::fill(image.bytes(), std::uint8_t{40});
    return image;
}

OverlayStyle lines_only() {
    OverlayStyle style;
    style.tint = 0;
    style.line_opacity = 1;
    return style;
}

Region region(PixelRect rect, int level, Outcome outcome) {
    Region result;
    result.rect = rect;
    result.level = static_cast<std::uint8_t>(level);
    result.outcome = outcome;
    return result;
}

TEST(Overlay, OutlinesLieOnTheRegionsOwnBorder) {
    const std::vector regions{region({5, 7, 20, 16}, 0, Outcome::leaf)};
    Image image = plain({40, 30});
    draw_overlay(image, map_regions(regions, {40, 30}), lines_only());
    for (int y = 0; y < 30; ++y)
        for (int x = 0; x < 40; ++x) {
            const int depth = std::min({x - 5, 24 - x, y - 7, 22 - y});  // 0: the border
            if (depth == 0)
                ASSERT_EQ(image.at(x, y), level_colour(0)) << x << ',' << y;
            else if (depth == 1)
                ASSERT_LT(image.at(x, y).g, ground.g) << x << ',' << y;  // the dark casing
            else
                ASSERT_EQ(image.at(x, y), ground) << x << ',' << y;
        }
}

TEST(Overlay, TintsAreasByOutcome) {
    OverlayStyle style;
    style.tint = 1;
    const std::vector regions{region({0, 0, 20, 20}, 1, Outcome::filled),
                              region({20, 0, 20, 20}, 1, Outcome::leaf),
                              region({0, 20, 20, 20}, 1, Outcome::subdivided)};
    Image image = plain({40, 40});
    draw_overlay(image, map_regions(regions, {40, 40}), style);
    EXPECT_EQ(image.at(10, 10), outcome_tint(Outcome::filled).colour);
    EXPECT_EQ(image.at(30, 10), outcome_tint(Outcome::leaf).colour);
    EXPECT_EQ(image.at(10, 30), ground);
    EXPECT_EQ(image.at(30, 30), ground);
}

TEST(Overlay, FiltersByOutcomeAndLevel) {
    const std::vector regions{
        region({0, 0, 40, 20}, 0, Outcome::subdivided), region({0, 0, 20, 20}, 1, Outcome::filled),
        region({20, 0, 20, 20}, 1, Outcome::subdivided), region({20, 0, 20, 20}, 2, Outcome::leaf)};
    const auto drawn = [&](const OverlayStyle& style) {
        Image image = plain({40, 20});
        draw_overlay(image, map_regions(regions, {40, 20}), style);
        return std::pair{image.at(0, 0) != ground, image.at(20, 0) != ground};
    };
    OverlayStyle style = lines_only();
    style.subdivided = false;
    EXPECT_EQ(drawn(style), std::pair(true, true));
    style.leaves = false;
    EXPECT_EQ(drawn(style), std::pair(true, false));
    style = lines_only();
    style.levels = 1u << 2;
    EXPECT_EQ(drawn(style), std::pair(false, true));
}

TEST(Overlay, ReplaysTheSubdivisionLevelByLevel) {
    OverlayStyle style;
    style.replay_level = 1;
    EXPECT_EQ(appearance(style, region({}, 0, Outcome::subdivided)), Appearance::subdivided);
    EXPECT_EQ(appearance(style, region({}, 0, Outcome::filled)), Appearance::filled);
    EXPECT_EQ(appearance(style, region({}, 1, Outcome::leaf)), Appearance::unresolved);
    EXPECT_EQ(appearance(style, region({}, 1, Outcome::filled)), Appearance::unresolved);
    EXPECT_EQ(appearance(style, region({}, 2, Outcome::filled)), Appearance::hidden);
    style.filled = false;  // outcomes are not known yet, so that they hide nothing
    EXPECT_EQ(appearance(style, region({}, 1, Outcome::filled)), Appearance::unresolved);
    EXPECT_EQ(appearance(style, region({}, 0, Outcome::filled)), Appearance::hidden);
}

TEST(Overlay, OfAnUnresolvedRegionTheBorderIsSeenAndTheInsideIsNotAsBlackAsTheSet) {
    OverlayStyle style = replayed(lines_only(), 0);
    const std::vector regions{region({5, 7, 20, 16}, 0, Outcome::filled)};
    Image image = plain({40, 30});
    draw_overlay(image, map_regions(regions, {40, 30}), style);
    for (int y = 7; y < 23; ++y)
        for (int x = 5; x < 25; ++x) {
            const int depth = std::min({x - 5, 24 - x, y - 7, 22 - y});  // 0: the border
            ASSERT_EQ(image.at(x, y), depth == 0   ? ground
                                      : depth == 1 ? level_colour(0)
                                                   : role::unresolved)
                << x << ',' << y;
        }
    EXPECT_NE(role::unresolved, (Rgb8{0, 0, 0}));
}

TEST(Overlay, LeavesAPictureOfTinyRegionsVisible) {
    const auto dwells = test::dwells_of(test::paper, {128, 128}, 64);
    const auto regions = test::regions_of(dwells, 2, 2, 1);
    Image image = plain({128, 128});
    OverlayStyle style = lines_only();
    style.levels = ~0xfu;  // regions of 4 pixels and less
    draw_overlay(image, map_regions(*regions, {128, 128}), style);
    std::int64_t sum = 0;
    for (const auto byte : image.bytes()) sum += std::abs(byte - 40);
    EXPECT_LT(sum / static_cast<std::int64_t>(image.bytes().size()), 25);
}

TEST(Overlay, BandsOfAPosterAgreeWithTheWhole) {
    const auto dwells = test::dwells_of(test::paper, {90, 70}, 64);
    const RegionMap map = map_regions(*test::regions_of(dwells, 3, 2, 4), {90, 70});
    const OverlayStyle style;
    Image all = plain({90, 70});
    draw_overlay(all, map, style, {}, 2);
    for (int y = 0; y < 70; y += 13) {
        Image band = plain({90, std::min(13, 70 - y)});
        draw_overlay(band, map, style, {1, {0, y}}, 2);
        for (int row = 0; row < band.size().height; ++row)
            ASSERT_TRUE(std::ranges::equal(band.row(row), all.row(y + row))) << y + row;
    }
}

// The simple definition: the regions one after the other, the deepest first, each with its tint,
// its casing and its outline.
class Painter {
  public:
    Painter(const test::RegionCase& regions, const OverlayStyle& style, const Placement& placement,
            int line_width)
        : regions_(regions), style_(style), placement_(placement), line_width_(line_width) {
        for (const Region& region : regions.regions)
            sides_[region.level] =
                std::max(sides_[region.level], std::min(region.rect.width, region.rect.height));
    }

    void paint(Image& image) const {
        std::vector<std::array<double, 3>> canvas;
        const auto [width, height] = image.size();
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const auto [r, g, b] = image.at(x, y);
                canvas.push_back({1.0 * r, 1.0 * g, 1.0 * b});
            }
        for (std::size_t i = regions_.regions.size(); i-- > 0;)
            paint(canvas, image.size(), regions_.regions[i]);
        const auto byte = [](double value) {
            return static_cast<std::uint8_t>(std::lround(value));
        };
        for (std::size_t i = 0; i < canvas.size(); ++i)
            image.set(static_cast<int>(i) % width, static_cast<int>(i) / width,
                      {byte(canvas[i][0]), byte(canvas[i][1]), byte(canvas[i][2])});
    }

  private:
    int edge(int at, double offset) const {
        return static_cast<int>(std::floor((at - offset) / placement_.scale + 0.5));
    }

    void paint(std::vector<std::array<double, 3>>& canvas, ImageSize size,
               const Region& region) const {
        const double side = sides_[region.level] / placement_.scale;
        const Appearance shown = appearance(style_, region);
        if (shown == Appearance::hidden || side < 0.5) return;
        const LineOpacity opacity = line_opacity(style_, side, line_width_);
        const Tint tint = tint_of(style_, shown);
        const auto [left, top, width, height] = region.rect;
        const int x0 = edge(left, placement_.offset.x),
                  x1 = edge(left + width, placement_.offset.x);
        const int y0 = edge(top, placement_.offset.y), y1 = edge(top + height, placement_.offset.y);
        for (int y = std::max(y0, 0); y < std::min(y1, size.height); ++y)
            for (int x = std::max(x0, 0); x < std::min(x1, size.width); ++x) {
                auto& pixel = canvas[static_cast<std::size_t>(y * size.width + x)];
                const int depth = std::min({x - x0, x1 - 1 - x, y - y0, y1 - 1 - y});
                const bool unresolved = shown == Appearance::unresolved;
                if (unresolved && depth < line_width_) continue;  // its border is computed
                mix(pixel, tint.colour, tint.opacity);
                if (depth < (unresolved ? 2 : 1) * line_width_)
                    mix(pixel, level_colour(region.level), opacity.line);
                else if (depth < 2 * line_width_)
                    mix(pixel, casing_colour, opacity.casing);
            }
    }

    static void mix(std::array<double, 3>& pixel, Rgb8 colour, float opacity) {
        const std::array above{colour.r, colour.g, colour.b};
        for (std::size_t i = 0; i < 3; ++i)
            pixel[i] += (above[i] - pixel[i]) * static_cast<double>(opacity);
    }

    const test::RegionCase& regions_;
    const OverlayStyle& style_;
    Placement placement_;
    int line_width_;
    std::array<int, overlay_levels> sides_{};
};

TEST(Overlay, IsThatOfRegionsPaintedOneAfterTheOther) {
    for (const auto& [regions_name, regions] : test::region_cases()) {
        const RegionMap map = map_regions(regions.regions, regions.size);
        for (const auto& [style_name, style] : test::overlay_style_cases())
            for (const auto& [place_name, placement] : test::placement_cases())
                for (const int line_width : {1, 2, 3}) {
                    const Image below = test::ground_of(
                        placement == Placement{} ? regions.size : test::viewport_of_placements);
                    Image drawn = below, painted = below;
                    draw_overlay(drawn, map, style, placement, line_width);
                    Painter(regions, style, placement, line_width).paint(painted);
                    // The colours over a pixel and their blend are rounded: by half a step each.
                    EXPECT_LE(test::max_difference(drawn, painted), 1)
                        << regions_name << "; " << style_name << "; " << place_name << "; lines of "
                        << line_width;
                }
    }
}

TEST(Legend, LevelsAndOutcomesDifferAndLevelsDescendInLightness) {
    std::set<std::tuple<int, int, int>> seen;
    double last = 1000;
    for (int level = 0; level <= 10; ++level) {
        const Rgb8 c = level_colour(level);
        EXPECT_TRUE(seen.insert({c.r, c.g, c.b}).second) << level;
        const double lightness = 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
        EXPECT_LE(lightness, last) << level;
        EXPECT_GT(lightness, 100) << level;  // legible over dark pictures
        last = lightness;
    }
    EXPECT_EQ(level_colour(40), level_colour(10));
    EXPECT_NE(outcome_tint(Outcome::filled).colour, outcome_tint(Outcome::leaf).colour);
    EXPECT_EQ(outcome_tint(Outcome::subdivided).opacity, 0);
}

}  // namespace
}  // namespace mariani::render
