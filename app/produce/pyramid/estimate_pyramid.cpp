#include "app/produce/pyramid/estimate_pyramid.hpp"

#include "compute/model/memory_estimate.hpp"
#include "compute/service/dwell_access.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <span>
#include <system_error>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr int least_sample_side = 512, sample_side = 2048;
constexpr int least_square = 8;  // of the small picture, of which some are not uniform
constexpr std::size_t most_sampled_cells = 9, least_tried_chunks = 16, tried_chunks = 128;

// Without subdivision, about ten seconds.
double most_iterations(Backend backend) {
    return backend == Backend::cuda ? 2e13 : 2e10;
}

// So many pixels are computed in that time.
double affordable_pixels(const PyramidManifest& manifest, std::span<const PlannedCell> cells,
                         Backend backend) {
    double cost = 0, pixels = 0;
    for (const PlannedCell& planned : cells) {
        cost += planned.cost;
        pixels += static_cast<double>(pixel_count(pixels_of(manifest.shape, planned.cell)));
    }
    return most_iterations(backend) * pixels / std::max(cost, 1.0);
}

// The picture from which the bytes of larger ones are extrapolated.
FrameRequest sample_request(const PyramidManifest& manifest, double pixels) {
    const ImageSize size = manifest.shape.size;
    const int side = static_cast<int>(
        std::clamp(std::sqrt(pixels), double{least_sample_side}, double{sample_side}));
    return stored_request(manifest.settings, scaled_to(size, std::min(longer_side(size), side)));
}

double log_ratio(double a, double b) {
    return std::log2(a / b);
}

// How many of the squares into which a picture is cut are not uniform.
struct MixedCount {
    double across = 1;  // squares along the longer side
    double mixed = 0;

    // If their number grows by this dimension.
    double at(double finer, double dimension) const {
        return mixed * std::exp2(dimension * log_ratio(finer, across));
    }
};

// The side of the smallest squares of the small picture that are no smaller than a chunk of the
// largest level.
int square_side(const PyramidShape& shape, int sampled) {
    int side = least_square;
    while (side < chunk_side &&
           std::int64_t{side} * longer_side(shape.size) < std::int64_t{chunk_side} * sampled)
        side *= 2;
    return side;
}

// By side, halved from a chunk's on down to the least.
std::vector<MixedCount> mixed_counts(const Field& values, ElementType type, std::uint32_t padding,
                                     int least) {
    const PixelRect rect = values.extent();
    const int longest = std::max(rect.width, rect.height);
    std::vector<MixedCount> counts;
    for (int side = chunk_side; side >= least; side /= 2)
        counts.push_back(
            {double{1} * longest / side,
             static_cast<double>(chunks_of(values, rect, side, type, padding).mixed_count)});
    return counts;
}

// Chunks of the largest level, tried where the small picture is mixed.
struct TriedChunks {
    double mixed_share = 0;
    double bytes = 0, seconds = 0;  // of a mixed one, compressed
};

// The chunk of the largest level in the i-th of a number of equal shares of the mixed squares;
// where in its square, steps of irrational ratios say.
PixelRect chunk_to_try(const PyramidShape& shape, const FieldChunks& squares, std::size_t i,
                       std::size_t count) {
    std::vector<int> mixed;
    for (int at = 0; at < std::ssize(squares.places); ++at)
        if (squares.places[static_cast<std::size_t>(at)] != FieldChunks::uniform)
            mixed.push_back(at);
    const int square = mixed[(2 * i + 1) * mixed.size() / (2 * count)];
    const auto pixel = [&](int column, int columns, double step, int size) {
        double whole = 0;
        const double within = std::modf(static_cast<double>(i) * step, &whole);
        const int at = static_cast<int>((column + within) / columns * size);
        return std::min(at, size - 1) / chunk_side * chunk_side;
    };
    const int x =
        pixel(square % squares.columns, squares.columns, std::numbers::phi, shape.size.width);
    const int y =
        pixel(square / squares.columns, squares.rows, std::numbers::sqrt2, shape.size.height);
    return {x, y, std::min(chunk_side, shape.size.width - x),
            std::min(chunk_side, shape.size.height - y)};
}

std::optional<TriedChunks> try_chunks(const PyramidManifest& manifest, const FieldChunks& squares,
                                      std::size_t count, EngineDispatcher& dispatcher,
                                      const std::stop_token& stop) {
    TriedChunks tried;
    double mixed = 0;
    ChunkCodec codec;
    for (std::size_t i = 0; squares.mixed_count > 0 && i < count; ++i) {
        const PixelRect pixels = chunk_to_try(manifest.shape, squares, i, count);
        FrameProgress unseen;
        const auto frame = dispatcher.compute(piece_request(manifest, 0, pixels), stop, unseen);
        if (!frame) return std::nullopt;
        const FieldChunks chunk = chunks_of(stored_field(manifest, *frame), frame->plan.part,
                                            chunk_side, manifest.type(), manifest.fill_value());
        if (chunk.mixed_count == 0) continue;
        const auto begin = std::chrono::steady_clock::now();
        tried.bytes += static_cast<double>(codec.compress(chunk.chunk(0)).size());
        tried.seconds +=
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        ++mixed;
    }
    if (mixed == 0) return tried;
    return TriedChunks{mixed / static_cast<double>(count), tried.bytes / mixed,
                       tried.seconds / mixed};
}

// A shard's index and its frames of uniform chunks; nearly all cells have a shard.
double bytes_of_cell(const PyramidShape& shape) {
    constexpr double index_entry = 16, frames = 200;
    return index_entry * chunks_a_side(shape) * chunks_a_side(shape) + frames;
}

PixelRect middle_of(const PixelRect& rect, int side) {
    const int width = std::min(rect.width, side), height = std::min(rect.height, side);
    return {rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2, width, height};
}

}  // namespace

std::optional<DiskEstimate> estimated_disk(const PyramidManifest& manifest,
                                           std::span<const PlannedCell> cells, Backend backend,
                                           EngineDispatcher& dispatcher,
                                           const std::stop_token& stop) {
    const double pixels = affordable_pixels(manifest, cells, backend);
    FrameProgress unseen;
    const auto frame = dispatcher.compute(sample_request(manifest, pixels), stop, unseen);
    if (!frame) return std::nullopt;
    const Field values = host_copy(stored_field(manifest, *frame));
    const ElementType type = manifest.type();
    const std::uint32_t padding = manifest.fill_value();
    const PyramidShape& shape = manifest.shape;
    const int side = square_side(shape, std::max(values.extent().width, values.extent().height));
    const auto chunks = static_cast<std::size_t>(std::clamp(
        pixels / (chunk_side * chunk_side), double{least_tried_chunks}, double{tried_chunks}));
    const auto tried = try_chunks(manifest, chunks_of(values, values.extent(), side, type, padding),
                                  chunks, dispatcher, stop);
    if (!tried) return std::nullopt;
    const auto across = [&](int level) {
        return double{1} * longer_side(level_size(shape, level)) / chunk_side;
    };
    const auto counts = mixed_counts(values, type, padding, side);
    const MixedCount& finest = counts.back();
    const double finer = log_ratio(across(0), finest.across);
    // The share of a mixed square, by area, that is mixed in the largest level, per halving.
    const double dimension =
        finer > 0 && tried->mixed_share > 0 ? 2 + std::log2(tried->mixed_share) / finer : 2;
    const auto mixed_chunks = [&](int level) {
        for (const MixedCount& count : counts)
            if (count.across >= across(level)) return count.at(across(level), 2);
        return finest.at(across(level), dimension);
    };
    DiskEstimate estimate;
    for (int level = 0; level < shape.levels; ++level) {
        const GridSize shards = cells_of(shape, level);
        const GridSize grid = chunks_of(shape, level);
        const double mixed = std::min(double{1} * grid.columns * grid.rows, mixed_chunks(level));
        estimate.bytes += static_cast<std::int64_t>(
            mixed * tried->bytes + bytes_of_cell(shape) * shards.columns * shards.rows);
        estimate.compressing_s += mixed * tried->seconds;
    }
    return estimate;
}

SampledCells sampled_cells(const PyramidManifest& manifest, const std::vector<PlannedCell>& cells,
                           const PyramidDevice& device) {
    const GridSize grid = cells_of(manifest.shape, 0);
    const auto base = static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows);
    std::vector<PlannedCell> largest(cells.end() - static_cast<std::ptrdiff_t>(base), cells.end());
    std::ranges::stable_sort(largest, std::greater(), &PlannedCell::cost);
    const std::size_t count = std::min(base, most_sampled_cells);
    // The whole of cheap cells, else their middles.
    const double affordable = affordable_pixels(manifest, largest, device.backend);
    int side = manifest.shape.cell;
    while (side > chunk_side && static_cast<double>(count) * side * side > affordable) side /= 2;
    SampledCells sampled;
    double pixels = 0, computed = 0;  // of these cells, and of what is computed of them
    for (std::size_t i = 0; i < count; ++i) {
        // The middle of an equal share of the order each.
        const PlannedCell& planned = largest[(2 * i + 1) * base / (2 * count)];
        const PixelRect cell = pixels_of(manifest.shape, planned.cell);
        FrameRequest request = piece_request(manifest, 0, middle_of(cell, side));
        pixels += static_cast<double>(pixel_count(cell));
        computed += static_cast<double>(pixel_count(request.part));
        request.backend = device.backend;
        if (device.backend == Backend::cuda) request.device = device.gpu;
        sampled.requests.push_back(request);
    }
    const auto cost_of = [](std::span<const PlannedCell> some) {
        return std::accumulate(some.begin(), some.end(), 0.0,
                               [](double sum, const PlannedCell& cell) { return sum + cell.cost; });
    };
    sampled.times = static_cast<double>(base) / static_cast<double>(count) * pixels / computed;
    if (const double cost = cost_of(largest); cost > 0) sampled.times *= cost_of(cells) / cost;
    return sampled;
}

std::optional<std::string> why_no_room(const std::filesystem::path& folder, std::int64_t bytes) {
    std::filesystem::path there = std::filesystem::absolute(folder);
    std::error_code error;
    while (!std::filesystem::exists(there, error) && there.has_relative_path())
        there = there.parent_path();
    const auto space = std::filesystem::space(there, error);
    if (error || std::cmp_greater_equal(space.available, bytes)) return std::nullopt;
    return fmt::format("the poster will take about {}, and the disk of {} has room for {}",
                       bytes_text(bytes), folder.string(),
                       bytes_text(static_cast<std::int64_t>(space.available)));
}

}  // namespace mariani::app
