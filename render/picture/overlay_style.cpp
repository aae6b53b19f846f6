#include "render/picture/overlay_style.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <span>

namespace mariani::render {

OverlayStyle replayed(OverlayStyle style, int level) {
    constexpr float min_tint = 0.3F;
    style.shown = true;
    style.replay_level = level;
    if (level >= 0) style.tint = std::max(style.tint, min_tint);
    return style;
}

Appearance appearance(const OverlayStyle& style, const Region& region) {
    const int level = region.level;
    if ((style.levels >> std::min(level, 31) & 1u) == 0) return Appearance::hidden;
    if (style.replay_level >= 0 && level > style.replay_level) return Appearance::hidden;
    if (style.replay_level >= 0 && level == style.replay_level) return Appearance::unresolved;
    const std::array wanted{style.filled, style.subdivided, style.leaves};
    const auto outcome = static_cast<std::size_t>(region.outcome);
    return wanted[outcome] ? static_cast<Appearance>(outcome) : Appearance::hidden;
}

Rgb8 level_colour(int level) {
    constexpr int last = role::levels.size() - 1;
    return role::levels[static_cast<std::size_t>(std::clamp(level, 0, last))];
}

Tint outcome_tint(Appearance appearance) {
    switch (appearance) {
        case Appearance::filled:
            return {role::filled, 1};
        case Appearance::leaf:
            return {role::leaf, 1};
        case Appearance::unresolved:
            return {role::unresolved, 1};
        default:
            return {};
    }
}

Rgb8 outcome_colour(PixelOutcome outcome) {
    switch (outcome) {
        case PixelOutcome::filled:
            return role::filled;
        case PixelOutcome::leaf:
            return role::leaf;
        case PixelOutcome::border:
            return role::filled_border;
        default:
            return role::subdivided_border;
    }
}

Tint tint_of(const OverlayStyle& style, Appearance appearance) {
    Tint tint = outcome_tint(appearance);
    if (appearance != Appearance::unresolved) tint.opacity *= style.tint;
    return tint;
}

LineOpacity line_opacity(const OverlayStyle& style, double side, int line_width) {
    const double lines = side / line_width;  // in line widths: at 2 only outline is left
    const auto ramp = [lines](double from, double to) {
        return static_cast<float>(std::clamp((lines - from) / (to - from), 0.0, 1.0));
    };
    return {style.line_opacity * ramp(2, 12), style.line_opacity * 0.5f * ramp(6, 24)};
}

namespace {

// A colour premultiplied with its opacity: red, green, blue, opacity.
using Shade = std::array<float, 4>;

Shade shade(Rgb8 colour, float opacity) {
    const float share = opacity / 255;
    return {share * colour.r, share * colour.g, share * colour.b, opacity};
}

Shade over(const Shade& above, const Shade& below) {
    Shade both;
    for (std::size_t i = 0; i < both.size(); ++i) both[i] = above[i] + below[i] * (1 - above[3]);
    return both;
}

std::uint32_t packed(const Shade& shade) {
    std::uint32_t bytes = 0;
    for (std::size_t i = 0; i < shade.size(); ++i)
        bytes |= static_cast<std::uint32_t>(std::lround(shade[i] * 255)) << 8 * i;
    return bytes;
}

// The outline of a level's regions.
struct Stroke {
    Shade line{};
    Shade casing{};
};

// How the regions over a pixel are drawn: strokes by level, the coarsest on top, and a tint below
// them. Subdivided regions have no tint, and nothing is shown below an unresolved one.
struct Stack {
    std::array<Stroke, overlay_levels> strokes;
    Shade area{};
    std::optional<std::size_t> unresolved;  // the level whose borders are left free
};

class Looks {
  public:
    Looks(std::span<const LevelCuts> levels, const OverlayStyle& style, double scale,
          int line_width)
        : levels_(levels.size()), style_(style) {
        for (std::size_t level = 0; level < levels_; ++level) {
            const double side = levels[level].side * scale;
            const LineOpacity opacity = line_opacity(style, side, line_width);
            strokes_[level] = {shade(level_colour(static_cast<int>(level)), opacity.line),
                               shade(casing_colour, opacity.casing)};
            if (side >= 0.5) drawn_ = level + 1;
            const bool replayed = static_cast<int>(level) == style.replay_level;
            if (opacity.line > 0 || (replayed && side >= 0.5)) outlined_ = level + 1;
        }
    }

    // One past the last level with visible lines or borders.
    std::size_t outlined() const { return outlined_; }

    std::vector<std::uint32_t> table() const {
        std::vector<std::uint32_t> table((levels_ + 1) * (levels_ + 1) * 4 * levels_);
        for (std::size_t level = 0; level < levels_; ++level)
            for (const Outcome outcome : {Outcome::filled, Outcome::subdivided, Outcome::leaf}) {
                Region deepest;
                deepest.level = static_cast<std::uint8_t>(level);
                deepest.outcome = outcome;
                fill(table, kind_of(deepest), stack_of(deepest));
            }
        return table;
    }

  private:
    Stack stack_of(const Region& deepest) const {
        Stack stack;
        Region region;
        for (std::size_t level = 0; level < std::min<std::size_t>(deepest.level + 1, drawn_);
             ++level) {
            region.level = static_cast<std::uint8_t>(level);
            region.outcome = level < deepest.level ? Outcome::subdivided : deepest.outcome;
            const Appearance shown = appearance(style_, region);
            if (shown == Appearance::hidden) continue;
            stack.strokes[level] = strokes_[level];
            if (shown == Appearance::unresolved) stack.unresolved = level;
            const Tint tint = tint_of(style_, shown);
            stack.area = over(stack.area, shade(tint.colour, tint.opacity));
        }
        return stack;
    }

    // For each position that a pixel may have on outlines: casings from one level on, lines from
    // another.
    void fill(std::vector<std::uint32_t>& table, RegionKind kind, const Stack& stack) const {
        Shade with_lines = stack.area;
        for (std::size_t line = levels_ + 1; line-- > 0;) {
            if (line == stack.unresolved)
                with_lines = {};
            else if (line < levels_)
                with_lines = over(stack.strokes[line].line, with_lines);
            Shade look = with_lines;
            for (std::size_t casing = line + 1; casing-- > 0;) {
                if (casing < line) {
                    const auto& [outline, shadow] = stack.strokes[casing];
                    look = over(casing == stack.unresolved ? outline : shadow, look);
                }
                table[(casing * (levels_ + 1) + line) * 4 * levels_ + kind] = packed(look);
            }
        }
    }

    std::size_t levels_;
    const OverlayStyle& style_;
    std::array<Stroke, overlay_levels> strokes_;
    std::size_t drawn_ = 0;  // one past the last level at least half a pixel wide
    std::size_t outlined_ = 0;
};

// One axis of a viewport over a picture.
class Axis {
  public:
    Axis(std::span<OverlayAxisPixel> pixels, double scale, double offset)
        : pixels_(pixels), scale_(scale), shift_(-offset * scale) {}

    struct Range {
        int begin;
        int end;
    };

    Range place_picture(int length) {
        for (int at = 0, begin = edge(0); at < length && begin < end(); ++at) {
            const int next = edge(at + 1);
            for (int i = std::max(begin, 0); i < std::min(next, end()); ++i)
                pixels_[static_cast<std::size_t>(i)].source = static_cast<std::uint16_t>(at);
            begin = next;
        }
        const int begin = std::clamp(edge(0), 0, end());
        return {begin, std::clamp(edge(length), begin, end())};
    }

    // Marks the outlines within the cells of a level; to be called after all deeper levels.
    void place_cells(std::span<const int> cuts, std::size_t level, int line_width) {
        for (std::size_t k = 1; k < cuts.size(); ++k) {
            const int begin = edge(cuts[k - 1]);
            const int next = edge(cuts[k]);
            if (begin >= end()) return;
            mark(&OverlayAxisPixel::casing, level, begin, next, 2 * line_width);
            mark(&OverlayAxisPixel::line, level, begin, next, line_width);
        }
    }

  private:
    int end() const { return static_cast<int>(pixels_.size()); }

    // The first pixel, possibly outside the viewport, that shows the picture from `at` on.
    int edge(int at) const {
        const double place = std::floor(shift_ + scale_ * at + 0.5);
        return static_cast<int>(std::clamp(place, -1e9, 1e9));
    }

    // The outermost `width` pixels at both ends of a cell.
    void mark(std::uint8_t OverlayAxisPixel::*what, std::size_t level, int begin, int next,
              int width) {
        const auto fill = [&](int from, int to) {
            for (int i = std::max(from, 0); i < std::min(to, end()); ++i)
                pixels_[static_cast<std::size_t>(i)].*what = static_cast<std::uint8_t>(level);
        };
        fill(begin, std::min(begin + width, next));
        fill(std::max(next - width, begin), next);
    }

    std::span<OverlayAxisPixel> pixels_;
    double scale_;
    double shift_;
};

}  // namespace

OverlayTables overlay_tables(const RegionMap& map, const OverlayStyle& style,
                             const Placement& placement, ImageSize viewport, int line_width) {
    const double scale = 1 / placement.scale;
    const Looks looks(map.levels, style, scale, line_width);
    const auto levels = static_cast<std::uint8_t>(map.levels.size());
    OverlayTables tables;
    if (levels == 0) return tables;
    tables.levels = levels;
    tables.looks = looks.table();
    const auto width = static_cast<std::size_t>(viewport.width);
    tables.axes.resize(width + static_cast<std::size_t>(viewport.height), {0, levels, levels});
    const std::span axes(tables.axes);
    Axis columns(axes.first(width), scale, placement.offset.x);
    Axis rows(axes.subspan(width), scale, placement.offset.y);
    const auto x = columns.place_picture(map.size().width);
    const auto y = rows.place_picture(map.size().height);
    tables.covered = {x.begin, y.begin, x.end - x.begin, y.end - y.begin};
    for (std::size_t level = looks.outlined(); level-- > 0;) {
        columns.place_cells(map.levels[level].columns, level, line_width);
        rows.place_cells(map.levels[level].rows, level, line_width);
    }
    return tables;
}

}  // namespace mariani::render
