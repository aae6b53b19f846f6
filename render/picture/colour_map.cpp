#include "render/picture/colour_map.hpp"

#include "render/picture/overlay_style.hpp"
#include "render/picture/roles.hpp"

#include <cstdlib>
#include <iterator>
#include <numbers>
#include <stdexcept>

namespace mariani::render {
namespace {

constexpr std::uint32_t curve_count = DwellBins::count + 1;
constexpr std::uint32_t lights_count = 4096;  // directions of the normal told apart
constexpr float steps_per_pixel = 1024;       // of the curve over distances

constexpr std::uint32_t packed(Rgb8 colour) {
    return colour.r | std::uint32_t{colour.g} << 8 | std::uint32_t{colour.b} << 16;
}

constexpr std::uint32_t other_stripe = packed(role::stripe);

Rgb8 unpacked(std::uint32_t colour) {
    return {static_cast<std::uint8_t>(colour), static_cast<std::uint8_t>(colour >> 8),
            static_cast<std::uint8_t>(colour >> 16)};
}

std::uint32_t high_product(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint32_t>((std::uint64_t{a} * b) >> 32);
}

// From one colour to the next, in 2^-16 of the way; halves upwards. Red and blue at once.
std::uint32_t mixed(std::uint32_t from, std::uint32_t to, std::uint32_t part) {
    const auto outer = [](std::uint64_t colour) {
        return (colour & 0xffu) | (colour & 0xff0000u) << 16;
    };
    const std::uint32_t rest = 0x10000u - part;
    const std::uint64_t red_and_blue =
        (outer(from) * rest + outer(to) * part + 0x800000008000u) >> 16;
    const std::uint32_t green =
        ((from >> 8 & 0xffu) * rest + (to >> 8 & 0xffu) * part + 0x8000u) >> 16;
    return static_cast<std::uint32_t>((red_and_blue & 0xffu) | (red_and_blue >> 16 & 0xff0000u)) |
           green << 8;
}

// Every colour on the way from one to the next; false if they are too many.
bool add_between(std::uint32_t from, std::uint32_t to, FewColours& colours) {
    if (!colours.add(unpacked(from))) return false;
    for (int shift = 0; shift < 24; shift += 8) {
        const auto a = static_cast<std::int32_t>(from >> shift & 0xffu);
        const auto b = static_cast<std::int32_t>(to >> shift & 0xffu);
        const auto steps = static_cast<std::uint32_t>(std::abs(b - a));
        for (std::uint32_t step = 0; step < steps; ++step) {
            const std::uint32_t last = (step * 0x10000u + 0x8000u) / steps;  // before this step
            for (const std::uint32_t part : {last, last + 1})
                if (!colours.add(unpacked(mixed(from, to, part)))) return false;
        }
    }
    return colours.add(unpacked(to));
}

struct SmoothDwell {
    std::uint32_t whole;
    std::uint32_t part;  // in 2^-16
};

// Their sum, which is continuous over the plane as neither of them is; at least 0.
SmoothDwell smooth_dwell(std::uint32_t dwell, float fraction) {
    if (!(std::abs(fraction) < 32768.0f)) return {dwell, 0};  // not a number, or none of a dwell's
    const float whole = std::floor(fraction);
    if (whole < 0 && dwell < static_cast<std::uint32_t>(-whole)) return {0, 0};
    return {dwell + static_cast<std::uint32_t>(static_cast<std::int32_t>(whole)),
            static_cast<std::uint32_t>(std::min((fraction - whole) * 65536.0f, 65535.0f))};
}

// A distance in the curve's steps; 0 for what is no distance.
SmoothDwell steps_of_distance(float distance) {
    if (!(distance > 0)) return {0, 0};
    return {static_cast<std::uint32_t>(std::min(distance * steps_per_pixel, 4294967040.0f)), 0};
}

// A phase from [0, 1]; 1 is the last phase before the palette begins again.
std::uint32_t phase_of(double turns) {
    return static_cast<std::uint32_t>(std::min(std::ldexp(turns, 32), 4294967295.0));
}

double stretched(std::uint32_t above, const DwellSummary& summary) {
    const double span = std::log1p(summary.high - summary.min);
    return span > 0 ? std::min(std::log1p(above) / span, 1.0) : 0.0;
}

std::vector<std::uint32_t> curve_of_distance(DistanceScale scale) {
    std::vector<std::uint32_t> curve;
    curve.reserve(curve_count);
    for (std::uint32_t bin = 0; bin < DwellBins::count; ++bin)
        curve.push_back(
            phase_of(scale.place_of(DwellBins::first_of(bin) / double{steps_per_pixel})));
    curve.push_back(0xffffffffu);
    return curve;
}

// The light on a slope of 45 degrees that falls away in each direction, in 256ths of the most,
// which one that faces the light receives: Lambert's cosine, as an sRGB value.
std::vector<std::uint32_t> lights_of(const Colouring& colouring) {
    constexpr double radians = std::numbers::pi / 180, gamma = 2.2;
    const double from_side = std::cos(colouring.light_height * radians);
    const double from_above = std::sin(colouring.light_height * radians);
    std::vector<std::uint32_t> lights(lights_count);
    for (std::uint32_t i = 0; i < lights_count; ++i) {
        const double normal = 360 * (i + 0.5) / lights_count;
        const double cosine = std::cos((normal - colouring.light_angle) * radians);
        const double light =
            std::max(0.0, from_side * cosine + from_above) / (from_side + from_above);
        lights[i] = static_cast<std::uint32_t>(std::lround(256 * std::pow(light, 1 / gamma)));
    }
    return lights;
}

// A turn of the palette: the last colour is the first of the next turn where it repeats.
std::vector<Rgb8> turn_of(const Palette& palette, bool repeats, bool reversed) {
    std::vector<Rgb8> colours = palette.colours;
    if (repeats && repeats_mirrored(palette))
        colours.insert(colours.end(), palette.colours.rbegin() + 1, palette.colours.rend());
    else if (repeats || colours.size() == 1)
        colours.push_back(colours.front());
    if (reversed) std::ranges::reverse(colours);
    return colours;
}

// The curve's phases at the start of each bin, and at the end of the last.
std::vector<std::uint32_t> curve_of(Mapping mapping, const DwellSummary& summary) {
    std::vector<std::uint32_t> curve;
    curve.reserve(curve_count);
    std::int64_t below = 0;
    for (std::uint32_t bin = 0; bin < DwellBins::count; ++bin) {
        if (mapping == Mapping::stretched) {
            curve.push_back(phase_of(stretched(DwellBins::first_of(bin), summary)));
        } else {
            curve.push_back(
                phase_of(static_cast<double>(below) /
                         static_cast<double>(std::max<std::int64_t>(summary.escaped, 1))));
            below += summary.histogram[bin];
        }
    }
    curve.push_back(0xffffffffu);
    return curve;
}

}  // namespace

ColourMap::ColourMap(const Colouring& colouring, const Palette& palette, std::uint32_t dwell_limit,
                     const DwellSummary& summary, DistanceScale scale) {
    if (const auto why = why_invalid(colouring)) throw std::invalid_argument(*why);
    const bool cyclic = colouring.mapping == Mapping::cyclic;
    const bool by_distance = colouring.mapping == Mapping::distance;
    const auto byte = [&](std::size_t i) {
        return static_cast<std::uint8_t>(std::lround(colouring.inside[i] * 255));
    };
    uniforms_.mapped = cyclic ? 0 : 1;
    uniforms_.offset = phase_of(colouring.offset);
    uniforms_.min_dwell = by_distance ? 0 : summary.min;
    uniforms_.count = dwell_limit;
    uniforms_.inside = packed({byte(0), byte(1), byte(2)});
    uniforms_.smooth = colouring.smooth ? 1 : 0;
    uniforms_.by_distance = by_distance ? 1 : 0;
    uniforms_.lights = colouring.shaded ? lights_count : 0;
    if (cyclic && colouring.period > 1) {  // a period of one dwell would not move
        const double step = std::ldexp(1 / colouring.period, 32);
        uniforms_.step_high = static_cast<std::uint32_t>(step);
        uniforms_.step_low = phase_of(step - std::floor(step));
    }
    const auto colours = turn_of(palette, cyclic, colouring.reversed);
    uniforms_.intervals = static_cast<std::uint32_t>(colours.size() - 1);
    table_.reserve(colours.size() + curve_count + uniforms_.lights);
    std::ranges::transform(colours, std::back_inserter(table_), packed);
    const auto add = [this](const std::vector<std::uint32_t>& entries) {
        table_.insert(table_.end(), entries.begin(), entries.end());
    };
    if (!cyclic) add(by_distance ? curve_of_distance(scale) : curve_of(colouring.mapping, summary));
    if (colouring.shaded) add(lights_of(colouring));
}

ColourMap ColourMap::of_work(const Palette& palette, std::uint32_t max_work) {
    DwellSummary summary;
    summary.max = summary.high = max_work;
    ColourMap map({}, palette, 0, summary);
    map.uniforms_.first = 1;
    map.uniforms_.count = 0xffffffffu;
    map.uniforms_.inside = packed(idle_colour);
    return map;
}

ColourMap ColourMap::of_levels() {
    ColourMap map;
    map.uniforms_.mapped = 2;
    for (int level = 0; level < static_cast<int>(mapped_levels); ++level)
        map.table_.push_back(packed(level_colour(level)));
    return map;
}

ColourMap ColourMap::of_outcomes() {
    ColourMap map;
    map.uniforms_.mapped = 3;
    for (std::size_t i = 0; i < pixel_outcomes; ++i)
        map.table_.push_back(packed(outcome_colour(static_cast<PixelOutcome>(i))));
    return map;
}

std::span<const std::uint32_t> ColourMap::turn() const {
    return std::span(table_).first(uniforms_.intervals + 1);
}

std::span<const std::uint32_t> ColourMap::curve() const {
    return std::span(table_).subspan(turn().size(), curve_count);
}

bool ColourMap::has_curve_of(const ColourMap& other) const {
    return has_curve() && other.has_curve() && uniforms_.min_dwell == other.uniforms_.min_dwell &&
           std::ranges::equal(curve(), other.curve());
}

bool ColourMap::has_palette_of(const ColourMap& other) const {
    return has_curve() && other.has_curve() && uniforms_.offset == other.uniforms_.offset &&
           std::ranges::equal(turn(), other.turn());
}

ColourMap ColourMap::with_curve_between(const ColourMap& from, const ColourMap& to,
                                        double share) const {
    ColourMap map = *this;
    const std::uint32_t min = std::min(from.uniforms_.min_dwell, to.uniforms_.min_dwell);
    map.uniforms_.min_dwell = min;
    for (std::uint32_t bin = 0; bin < DwellBins::count; ++bin) {
        const std::uint64_t dwell = std::uint64_t{min} + DwellBins::first_of(bin);
        const auto at = static_cast<std::uint32_t>(std::min<std::uint64_t>(dwell, 0xffffffffu));
        const double begin = from.curve_phase(at, 0), end = to.curve_phase(at, 0);
        map.table_[turn().size() + bin] = static_cast<std::uint32_t>(begin + (end - begin) * share);
    }
    return map;
}

// The members below, mixed(), smooth_dwell(), steps_of_distance() and high_product() mirror the
// functions of the same names in shaders/colour.glsl; tests/render/shader_agreement_test.cpp
// compares them on every kind of input.
std::uint32_t ColourMap::curve_phase(std::uint32_t dwell, std::uint32_t part) const {
    const std::span<const std::uint32_t> phases = curve();
    if (dwell < uniforms_.min_dwell) return phases[0];
    const std::uint32_t above = dwell - uniforms_.min_dwell;
    const auto [bin, first, log2_width] = DwellBins::place(above);
    // The dwell's position within its bin, in 2^-32 bins.
    const std::uint32_t whole = log2_width > 0 ? (above - first) << (32 - log2_width) : 0;
    const std::uint32_t rest =
        log2_width <= 16 ? part << (16 - log2_width) : part >> (log2_width - 16);
    const std::uint32_t from = phases[bin];
    return from + high_product(phases[bin + 1] - from, whole + rest);
}

std::uint32_t ColourMap::dwell_phase(std::uint32_t dwell, std::uint32_t part) const {
    if (uniforms_.mapped != 0) return curve_phase(dwell, part);
    return dwell * uniforms_.step_high + high_product(dwell, uniforms_.step_low) +
           high_product(part << 16, uniforms_.step_high);
}

double ColourMap::turns_at(std::uint32_t dwell, float fraction) const {
    const auto [whole, part] = smooth_dwell(dwell, fraction);
    return std::ldexp(dwell_phase(whole, part), -32);
}

std::uint32_t ColourMap::colour_at(std::uint32_t phase) const {
    const std::uint64_t place = std::uint64_t{phase} * uniforms_.intervals;
    const auto before = static_cast<std::uint32_t>(place >> 32);
    return mixed(table_[before], table_[before + 1], static_cast<std::uint32_t>(place) >> 16);
}

std::uint32_t ColourMap::lit(std::uint32_t colour, float normal) const {
    const bool known = normal >= 0 && normal < 1;
    const auto direction =
        known ? static_cast<std::uint32_t>(normal * static_cast<float>(lights_count)) : 0u;
    const std::uint32_t light = table_[table_.size() - lights_count + direction];
    const std::uint32_t red_and_blue = ((colour & 0xff00ffu) * light + 0x800080u) >> 8;
    const std::uint32_t green = ((colour & 0xff00u) * light + 0x8000u) >> 8;
    return (red_and_blue & 0xff00ffu) | (green & 0xff00u);
}

std::uint32_t ColourMap::packed_colour(std::uint32_t value, float fraction,
                                       PixelExterior exterior) const {
    const Uniforms& u = uniforms_;
    if (u.mapped >= 2) return table_[std::min<std::size_t>(value, table_.size() - 1)];
    if (value - u.first >= u.count) return u.inside;
    const auto [dwell, part] = u.by_distance != 0
                                   ? steps_of_distance(exterior.distance)
                                   : smooth_dwell(value, u.smooth != 0 ? fraction : 0);
    const std::uint32_t colour = colour_at(dwell_phase(dwell, part) + u.offset);
    return u.lights != 0 ? lit(colour, exterior.normal) : colour;
}

Rgb8 ColourMap::colour(std::uint32_t dwell, float fraction, PixelExterior exterior) const {
    return unpacked(packed_colour(dwell, fraction, exterior));
}

Rgb8 ColourMap::hatch(int x, int y) const {
    const bool stripe = ((x + y) & 4) != 0;  // mirrored in shaders/colour.glsl
    return unpacked(stripe ? uniforms_.inside ^ other_stripe : uniforms_.inside);
}

bool ColourMap::by_dwells_alone() const {
    return uniforms_.mapped < 2 && uniforms_.smooth == 0 && uniforms_.by_distance == 0 &&
           uniforms_.lights == 0;
}

void ColourMap::colours(std::span<const std::uint32_t> dwells, std::span<const float> fractions,
                        std::uint8_t* rgb, const HostExterior& exterior) const {
    const std::span<const float> distances = exterior.distances.values;
    const std::span<const float> normals = exterior.normals.values;
    const bool in_steps = by_dwells_alone() || (fractions.empty() && distances.empty());
    Rgb8 colour;
    for (std::size_t i = 0; i < dwells.size(); ++i, rgb += 3) {
        const bool repeated = in_steps && i > 0 && dwells[i] == dwells[i - 1];  // mostly
        if (!repeated)
            colour = unpacked(packed_colour(
                dwells[i], fractions.empty() ? 0.0f : fractions[i],
                distances.empty() ? PixelExterior{} : PixelExterior{distances[i], normals[i]}));
        rgb[0] = colour.r;
        rgb[1] = colour.g;
        rgb[2] = colour.b;
    }
}

// False if they are too many.
bool ColourMap::add_palette(FewColours& colours) const {
    constexpr std::uint32_t most_dwells = 1u << 16;
    if (uniforms_.lights != 0) return false;
    if (uniforms_.mapped >= 2)
        return std::ranges::all_of(
            table_, [&](std::uint32_t entry) { return colours.add(unpacked(entry)); });
    if (by_dwells_alone() && uniforms_.count < most_dwells) {  // not all may be reached
        for (std::uint32_t i = 0; i < uniforms_.count; ++i)
            if (!colours.add(colour(uniforms_.first + i))) return false;
        return true;
    }
    for (std::uint32_t i = 0; i < uniforms_.intervals; ++i)
        if (!add_between(table_[i], table_[i + 1], colours)) return false;
    return true;
}

std::optional<FewColours> ColourMap::few_colours() const {
    FewColours colours;
    const bool inside = uniforms_.mapped >= 2 || colours.add(unpacked(uniforms_.inside));
    const bool hatch = !shows_dwells() || colours.add(unpacked(uniforms_.inside ^ other_stripe));
    if (!inside || !hatch || !add_palette(colours)) return std::nullopt;
    return colours;
}

ColourMap frame_colours(Quantity shown, const Colouring& colouring, PaletteLibrary& palettes,
                        const FrameRange& range) {
    switch (shown) {
        case Quantity::work:
            return ColourMap::of_work(palettes.get(work_palette), range.max_work);
        case Quantity::level:
            return ColourMap::of_levels();
        case Quantity::outcome:
            return ColourMap::of_outcomes();
        default:
            return {colouring, palettes.get(colouring.palette), range.dwell_limit, range.dwells,
                    distance_scale(range.height, range.pixel)};
    }
}

}  // namespace mariani::render
