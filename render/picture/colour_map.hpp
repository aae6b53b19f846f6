// From a dwell, or another quantity of a pixel, to its colour. The shader (shaders/colour.glsl) and
// the CPU use the tables and integers made here in the same steps: a file has the same bits as the
// screen.
#pragma once

#include "compute/model/dwell_summary.hpp"
#include "compute/model/field.hpp"
#include "render/picture/colouring.hpp"
#include "render/picture/image.hpp"
#include "render/picture/palette.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mariani::render {

// Where distances from the set lie on the palette: logarithmically, and almost evenly next to the
// set, where its filaments are. Places are shares of the palette, distances are in frame pixels.
struct DistanceScale {
    double farthest = 1;  // at the palette's end
    double even = 0.5;    // up to where the palette runs almost evenly

    double place_of(double distance) const {
        return std::min(std::log1p(distance / even) / std::log1p(farthest / even), 1.0);
    }
    double distance_at(double place) const {
        return even * std::expm1(place * std::log1p(farthest / even));
    }
};

// For a picture so many pixels high, each of which is `pixel` of the frame's: coarse frames that
// stand in for it have its colours.
inline DistanceScale distance_scale(double height, double pixel = 1) {
    return {0.25 * height * pixel, 0.5 * pixel};
}

// A pixel's values, as in ExteriorFields.
struct PixelExterior {
    float distance = 0;
    float normal = 0;
};

class ColourMap {
  public:
    // The parameters as the shader takes them; a phase is a fraction of a palette turn in 2^-32.
    struct Uniforms {
        // 0: the phase grows by `step` per dwell; 1: along the curve; 2, 3: the table has a colour
        // for each level or PixelOutcome, which the shader derives from the region's kind.
        std::uint32_t mapped = 0;
        std::uint32_t step_high = 0;
        std::uint32_t step_low = 0;     // step_high * 2^32 + step_low, in 2^-64 turns
        std::uint32_t offset = 0;       // a phase
        std::uint32_t intervals = 0;    // between the colours of a turn
        std::uint32_t min_dwell = 0;    // the dwell where the curve begins
        std::uint32_t first = 0;        // `count` values from here on are on the palette; all
        std::uint32_t count = 0;        // others, such as those of the inside, are not
        std::uint32_t inside = 0;       // their colour, packed like the table's
        std::uint32_t smooth = 0;       // 1: fractions are used
        std::uint32_t by_distance = 0;  // 1: the curve is over distances, not dwells
        std::uint32_t lights = 0;       // the table's last entries: shares of the light
        bool operator==(const Uniforms&) const = default;
    };

    // Only the stretched and equalised mappings read the summary: that of the frame being coloured
    // (for a poster: of the window's frame, so that both look alike). Only the mapping by distance
    // reads the scale. Throws std::invalid_argument with what why_invalid() says of the colouring.
    ColourMap(const Colouring& colouring, const Palette& palette, std::uint32_t dwell_limit,
              const DwellSummary& summary = {}, DistanceScale scale = {});

    // For iterations spent, up to `max_work`: logarithmic, and idle_colour for none.
    static ColourMap of_work(const Palette& palette, std::uint32_t max_work);
    static ColourMap of_levels();
    static ColourMap of_outcomes();

    // Where dwells lie on the palette, for the stretched and equalised mappings and for work.
    bool has_curve() const { return uniforms_.mapped == 1 && uniforms_.by_distance == 0; }
    bool has_curve_of(const ColourMap& other) const;
    // The same palette's colours, whatever the curve.
    bool has_palette_of(const ColourMap& other) const;
    // This map with a curve on its way from `from`'s, at share 0, to `to`'s, at 1; all have curves.
    ColourMap with_curve_between(const ColourMap& from, const ColourMap& to, double share) const;

    // `fraction` as in Frame; ignored unless the colouring is smooth. Likewise the exterior unless
    // the colouring needs it.
    Rgb8 colour(std::uint32_t dwell, float fraction = 0, PixelExterior exterior = {}) const;

    // Where a dwell lies on the palette before the offset turns it: in turns, [0, 1). Where dwells
    // are what is mapped.
    double turns_at(std::uint32_t dwell, float fraction = 0) const;

    // Colours of a run of pixels; fractions may be empty, and the exterior if the colouring does
    // not need it. rgb takes 3 bytes per pixel.
    void colours(std::span<const std::uint32_t> dwells, std::span<const float> fractions,
                 std::uint8_t* rgb, const HostExterior& exterior = {}) const;

    // Whether pixels are shown by their dwells: those that have none, as it is not known, are
    // hatched then, in two colours (draw_picture).
    bool shows_dwells() const { return uniforms_.mapped < 2 && uniforms_.first == 0; }
    Rgb8 hatch(int x, int y) const;

    // Every colour that a pixel can have, whatever its value; nullopt if they are too many.
    std::optional<FewColours> few_colours() const;

    bool shows_levels() const { return uniforms_.mapped == 2; }
    const Uniforms& uniforms() const { return uniforms_; }
    // The palette's own colours along a turn, one more than there are intervals, r + g * 256 + b *
    // 65536; then the curve: a phase for each bin and the end of the last; and where it is shaded,
    // the light on each of `lights` directions of the normal, in 256ths. Or only the colours of
    // levels or outcomes.
    const std::vector<std::uint32_t>& table() const { return table_; }

    bool operator==(const ColourMap&) const = default;

  private:
    ColourMap() = default;
    std::span<const std::uint32_t> turn() const;
    std::span<const std::uint32_t> curve() const;
    std::uint32_t colour_at(std::uint32_t phase) const;
    std::uint32_t curve_phase(std::uint32_t dwell, std::uint32_t part) const;
    std::uint32_t dwell_phase(std::uint32_t dwell, std::uint32_t part) const;
    bool add_palette(FewColours& colours) const;
    bool by_dwells_alone() const;
    std::uint32_t packed_colour(std::uint32_t value, float fraction, PixelExterior exterior) const;
    std::uint32_t lit(std::uint32_t colour, float normal) const;

    Uniforms uniforms_;
    std::vector<std::uint32_t> table_;
};

// The ranges of a frame on which its colours depend.
struct FrameRange {
    std::uint32_t dwell_limit = 0;
    const DwellSummary& dwells;
    std::uint32_t max_work = 0;  // iterations of one pixel
    // What distance_scale() takes: the whole picture's height, and its pixel in the frame's.
    double height = 4;
    double pixel = 1;
};

// Throws what ColourMap and PaletteLibrary::get throw.
ColourMap frame_colours(Quantity shown, const Colouring& colouring, PaletteLibrary& palettes,
                        const FrameRange& range);

// The palette for work: lighter is more.
inline constexpr const char* work_palette = "inferno";

}  // namespace mariani::render
