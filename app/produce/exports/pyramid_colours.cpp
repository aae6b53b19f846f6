#include "app/produce/exports/pyramid_colours.hpp"

#include "compute/model/growing_frame.hpp"
#include "compute/model/limits.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/picture.hpp"
#include "render/picture/supersampling.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr int summary_side = 1024;
// At most so many of a level are read for a part of a picture at once.
constexpr std::int64_t source_pixels = 1 << 21;

// The pixels of an axis of the source that those of the picture's axis cover, and how much of each:
// in parts of `weight_sum`, which the weights of a pixel of the picture add up to.
struct Axis {
    std::vector<PixelShare> shares;      // from the source rectangle's first pixel on
    std::vector<std::uint32_t> weights;  // of all shares one after another
    bool single = true;                  // each share is one pixel
    bool even = true;                    // all pixels of a share are covered alike
};
constexpr std::uint32_t weight_sum = 1 << 12;

Axis axis_of(int first, int count, int size, int whole) {
    Axis axis;
    axis.even = whole <= size || whole % size == 0;
    const int begin = covered(first, size, whole).from;
    for (int i = first; i < first + count; ++i) {
        const auto [from, to] = covered(i, size, whole);
        axis.shares.push_back({from - begin, to - begin});
        axis.single = axis.single && to - from == 1;
        std::int64_t before = 0;
        for (int at = from; at < to; ++at) {
            // Up to there lie so many of the pixel's `whole` parts, `size` to a source pixel.
            const std::int64_t parts = std::min<std::int64_t>(
                whole, (std::int64_t{at} + 1) * size - std::int64_t{i} * whole);
            const std::int64_t weight = parts * weight_sum / whole;
            axis.weights.push_back(static_cast<std::uint32_t>(weight - before));
            before = weight;
        }
    }
    return axis;
}

std::uint8_t mean_of(std::uint64_t sum, std::uint64_t count) {
    constexpr std::uint64_t most = 1 << 16;  // whose sum fits into 32 bits
    if (count <= most)
        return render::srgb_of_mean(static_cast<std::uint32_t>(sum),
                                    static_cast<std::uint32_t>(count));
    return render::srgb_of_mean(static_cast<std::uint32_t>((sum + count / 2) / count), 1);
}

void take_single(const render::Image& source, const Axis& columns, int row, std::uint8_t* out) {
    const auto pixels = source.row(row);
    for (const auto& [from, to] : columns.shares)
        out = std::copy_n(pixels.begin() + 3 * std::ptrdiff_t{from}, 3, out);
}

void take_means(const render::Image& source, const Axis& columns, PixelShare rows,
                std::uint8_t* out) {
    const auto& light = render::linear_light();
    for (const auto& [from, to] : columns.shares) {
        std::uint64_t sums[3] = {};
        for (int y = rows.from; y < rows.to; ++y) {
            const auto row = source.row(y);
            for (auto i = 3 * static_cast<std::size_t>(from); i < 3 * static_cast<std::size_t>(to);
                 i += 3)
                for (std::size_t c = 0; c < 3; ++c) sums[c] += light[row[i + c]];
        }
        const auto count =
            static_cast<std::uint64_t>(to - from) * static_cast<std::uint64_t>(rows.to - rows.from);
        for (const std::uint64_t sum : sums) *out++ = mean_of(sum, count);
    }
}

// `row_weights`: of the rows, in order.
void take_weighted(const render::Image& source, const Axis& columns, PixelShare rows,
                   const std::uint32_t* row_weights, std::uint8_t* out) {
    const auto& light = render::linear_light();
    const std::uint32_t* weights = columns.weights.data();
    for (const auto& [from, to] : columns.shares) {
        std::uint64_t sums[3] = {};
        for (int y = rows.from; y < rows.to; ++y) {
            const auto row = source.row(y);
            for (int x = from; x < to; ++x) {
                const std::uint64_t weight =
                    std::uint64_t{weights[x - from]} * row_weights[y - rows.from];
                for (std::size_t c = 0; c < 3; ++c)
                    sums[c] += weight * light[row[3 * static_cast<std::size_t>(x) + c]];
            }
        }
        constexpr std::uint64_t kept = 1 << 14, dropped = weight_sum * weight_sum / kept;
        for (const std::uint64_t sum : sums) *out++ = mean_of(sum / dropped, kept);
        weights += to - from;
    }
}

void fill(render::Image& image, PixelRect rect, render::Rgb8 colour) {
    for (int x = rect.x; x < rect.x + rect.width; ++x) image.set(x, rect.y, colour);
    const auto first = 3 * static_cast<std::size_t>(rect.x);
    const auto bytes = 3 * static_cast<std::size_t>(rect.width);
    for (int y = rect.y + 1; y < rect.y + rect.height; ++y)
        std::ranges::copy(image.row(rect.y).subspan(first, bytes),
                          image.row(y).subspan(first).begin());
}

// Whether use(column, row) is true of every chunk with pixels in the rectangle.
template <typename Use>
bool all_chunks(PixelRect rect, const Use& use) {
    for (int row = rect.y / chunk_side; row * chunk_side < rect.y + rect.height; ++row)
        for (int column = rect.x / chunk_side; column * chunk_side < rect.x + rect.width; ++column)
            if (!use(column, row)) return false;
    return true;
}

}  // namespace

int summary_level(const PyramidShape& shape) {
    const auto distance = [&](int level) {
        return std::abs(std::log2(longer_side(level_size(shape, level)) / double{summary_side}));
    };
    int nearest = 0;
    for (int level = 1; level < shape.levels; ++level)
        if (distance(level) < distance(nearest)) nearest = level;
    return nearest;
}

render::Colouring stored_colouring(render::Colouring colouring, const PyramidManifest& manifest) {
    colouring = render::without_exterior(std::move(colouring));
    colouring.shown = manifest.quantity();
    colouring.smooth = colouring.smooth && manifest.smooth();
    return colouring;
}

std::optional<std::string> left_out_of(const Settings& settings, const PyramidManifest& manifest) {
    const render::Colouring& colouring = settings.colouring;
    std::vector<std::string_view> left_out;
    if (colouring.shown != manifest.quantity()) left_out.push_back(values_of(colouring.shown));
    if (colouring.samples != manifest.samples()) left_out.push_back("other samples");
    const bool bands = colouring.smooth && !manifest.smooth();
    if (bands) left_out.push_back("smooth colours");
    if (colouring.mapping == render::Mapping::distance) left_out.push_back("distances");
    if (colouring.shaded) left_out.push_back("shading");
    if (settings.overlay.shown) left_out.push_back("the region grid");
    if (left_out.empty()) return std::nullopt;
    return fmt::format(
        "this poster has {} and nothing else, so it is shown without {}, which `mariani render` "
        "has, up to {} pixels a side{}",
        values_of(manifest.quantity()), fmt::join(left_out, ", "), limits::export_side.max,
        bands && manifest.quantity() == render::Quantity::dwell
            ? "; a poster that is made with --smooth has smooth colours"
            : "");
}

PyramidColours::PyramidColours(const std::filesystem::path& folder) : reader_(folder) {}

std::int64_t PyramidColours::refresh() {
    const std::lock_guard lock(mutex_);
    return std::ssize(reader_.refresh());
}

std::int64_t PyramidColours::finished_cells() const {
    const std::lock_guard lock(mutex_);
    return std::ssize(reader_.records());
}

std::int64_t PyramidColours::missing_cells(int level, PixelRect rect) const {
    const std::lock_guard lock(mutex_);
    const int side = shape().cell;
    std::int64_t missing = 0;
    for (int y = rect.y / side; y * side < rect.y + rect.height; ++y)
        for (int x = rect.x / side; x * side < rect.x + rect.width; ++x)
            if (!reader_.records().contains({level, x, y})) ++missing;
    return missing;
}

std::optional<int> PyramidColours::level_to_summarise() const {
    for (int level = summary_level(shape()); level < shape().levels; ++level)
        if (missing_cells(level, whole(level_size(shape(), level))) == 0) return level;
    return std::nullopt;
}

// A level much larger than it need be, as the poster has no smaller one, is sampled.
DwellSummary PyramidColours::summarised(int level) {
    const ImageSize size = level_size(shape(), level);
    const int step = std::max(1, longer_side(size) / (2 * summary_side));
    std::vector<std::uint32_t> values;
    all_chunks(whole(size), [&](int column, int row) {
        const int x = column * chunk_side, y = row * chunk_side;
        const PixelRect rect{x, y, std::min(chunk_side, size.width - x),
                             std::min(chunk_side, size.height - y)};
        const auto of_chunk = stored_values(level, rect);
        const auto first = [step](int at) { return (step - at % step) % step; };
        for (int v = first(y); v < rect.height; v += step)
            for (int u = first(x); u < rect.width; u += step)
                values.push_back(
                    of_chunk[static_cast<std::size_t>(v) * static_cast<std::size_t>(rect.width) +
                             static_cast<std::size_t>(u)]);
        return true;
    });
    const auto sampled = [step](int side) { return (side + step - 1) / step; };
    return summary_of(manifest(), {{0, 0, sampled(size.width), sampled(size.height)}, values});
}

std::optional<render::ColourMap> PyramidColours::colours(const render::Colouring& given,
                                                         render::PaletteLibrary& palettes) {
    const render::Colouring colouring = stored_colouring(given, manifest());
    refuse(render::why_invalid(colouring));
    const auto level = level_to_summarise();
    if (!level) return std::nullopt;
    const std::lock_guard lock(summary_mutex_);
    if (summarised_level_ != level) {
        summary_ = summarised(*level);
        summarised_level_ = level;
    }
    return render::frame_colours(colouring.shown, colouring, palettes,
                                 {manifest().dwell_limit(), summary_, summary_.max,
                                  static_cast<double>(shape().size.height)});
}

std::vector<std::uint32_t> PyramidColours::stored_values(int level, PixelRect rect) {
    const std::lock_guard lock(mutex_);
    return reader_.dwells(level, rect, unknown_dwell);
}

// The value of all pixels of the rectangle, where all its chunks are stored as one value.
std::optional<std::uint32_t> PyramidColours::uniform(int level, PixelRect rect) {
    const std::lock_guard lock(mutex_);
    const int in_cell = chunks_a_side(shape());
    std::optional<std::uint32_t> all;
    const bool is_one = all_chunks(rect, [&](int column, int row) {
        const auto record = reader_.records().find({level, column / in_cell, row / in_cell});
        if (record == reader_.records().end()) return false;
        auto value = record->second.uniform;
        if (!value) {
            const auto chunk = reader_.chunk(level, column, row);
            if (!chunk) return false;
            value = chunk->uniform;
        }
        if (!value || value == unknown_dwell || (all && all != value)) return false;
        all = value;
        return true;
    });
    return is_one ? all : std::nullopt;
}

std::optional<render::Rgb8> PyramidColours::one_colour(const PictureCut& cut, PixelRect window,
                                                       const render::ColourMap& colours) {
    const auto value = uniform(cut.level, source_of(cut, window));
    if (!value) return std::nullopt;
    const auto [dwell, fraction] = manifest().pixel_of(*value);
    return colours.colour(dwell, fraction);
}

render::Image PyramidColours::draw(const PictureCut& cut, PixelRect window,
                                   const render::ColourMap& colours) {
    render::Image image({window.width, window.height}, render::PixelFormat::rgb);
    draw_into(image, window, window, cut, colours);
    return image;
}

void PyramidColours::draw_into(render::Image& image, PixelRect part, PixelRect window,
                               const PictureCut& cut, const render::ColourMap& colours) {
    const PixelRect source = source_of(cut, part);
    if (pixel_count(source) > source_pixels && pixel_count(part) > 1) {
        PixelRect other = part;
        int PixelRect::*const side =
            part.width > part.height ? &PixelRect::width : &PixelRect::height;
        int PixelRect::*const place = part.width > part.height ? &PixelRect::x : &PixelRect::y;
        part.*side /= 2;
        other.*place += part.*side;
        other.*side -= part.*side;
        draw_into(image, part, window, cut, colours);
        draw_into(image, other, window, cut, colours);
        return;
    }
    if (const auto colour = one_colour(cut, part, colours)) {
        fill(image, {part.x - window.x, part.y - window.y, part.width, part.height}, *colour);
        return;
    }
    auto dwells = stored_values(cut.level, source);
    std::vector<float> fractions(manifest().smooth() ? dwells.size() : 0);
    for (std::size_t i = 0; i < fractions.size(); ++i) {
        const auto [dwell, fraction] = from_smooth_value(dwells[i]);
        dwells[i] = dwell;
        fractions[i] = fraction;
    }
    const render::Image drawn =
        render::draw_picture({source, dwells}, {source, fractions}, colours);
    const auto columns = axis_of(part.x, part.width, cut.size.width, cut.rect.width);
    const auto rows = axis_of(part.y, part.height, cut.size.height, cut.rect.height);
    const std::uint32_t* row_weights = rows.weights.data();
    for (int y = 0; y < part.height; ++y) {
        std::uint8_t* const out =
            image.row(part.y - window.y + y).data() + 3 * std::ptrdiff_t{part.x - window.x};
        const PixelShare row = rows.shares[static_cast<std::size_t>(y)];
        if (columns.single && rows.single)
            take_single(drawn, columns, row.from, out);
        else if (columns.even && rows.even)
            take_means(drawn, columns, row, out);
        else
            take_weighted(drawn, columns, row, row_weights, out);
        row_weights += row.to - row.from;
    }
}

std::optional<std::string> why_unfinished(const PyramidColours& poster, int level, PixelRect rect) {
    const std::int64_t missing = poster.missing_cells(level, rect);
    if (missing == 0) return std::nullopt;
    return fmt::format(
        "{} of the cells of level {} that it needs are not computed yet: go on with: mariani "
        "poster {}",
        missing, level, poster.folder().string());
}

}  // namespace mariani::app
