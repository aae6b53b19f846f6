#include "app/produce/pyramid/estimate_pyramid.hpp"

#include "compute/model/memory_estimate.hpp"
#include "compute/service/dwell_access.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <system_error>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr int sample_side = 2048;
constexpr int sampled_cells = 9;

// The picture from which the bytes of larger ones are extrapolated.
FrameRequest sample_request(const PyramidManifest& manifest) {
    const ImageSize size = manifest.shape.size;
    return dwells_request(manifest.settings,
                          scaled_to(size, std::min(longer_side(size), sample_side)));
}

// The squares into which a picture is cut, `across` of them along its longer side, that are not
// uniform: counted where the sample has enough pixels, else extrapolated.
class MixedSquares {
  public:
    MixedSquares(const Field& dwells, ElementType type, std::uint32_t padding) {
        const PixelRect rect = dwells.extent();
        const int longest = std::max(rect.width, rect.height);
        for (int side = chunk_side; side >= least_side; side /= 2) {
            across_.push_back(double{1} * longest / side);
            mixed_.push_back(
                static_cast<double>(chunks_of(dwells, rect, side, type, padding).mixed_count));
        }
    }

    double at(double across) const {
        if (mixed_.back() == 0) return 0;
        std::size_t i = 0;
        while (i + 1 < across_.size() && across_[i] < across) ++i;
        if (across_[i] >= across) return mixed_[i] * across * across / (across_[i] * across_[i]);
        const double grown = mixed_[i] / std::max(1.0, mixed_[i - 1]);
        const double dimension = std::clamp(std::log2(grown), 1.0, 2.0);
        return mixed_[i] * std::pow(across / across_[i], dimension);
    }

  private:
    static constexpr int least_side = 8;
    std::vector<double> across_, mixed_;
};

// Compressed, of a mixed chunk.
double bytes_of_chunk(const Field& dwells, ElementType type, std::uint32_t padding) {
    const FieldChunks chunks = chunks_of(dwells, dwells.extent(), chunk_side, type, padding);
    ChunkCodec codec;
    std::size_t bytes = 0;
    for (std::int32_t i = 0; i < chunks.mixed_count; ++i)
        bytes += codec.compress(chunks.chunk(i)).size();
    return static_cast<double>(bytes) /
           static_cast<double>(std::max<std::int64_t>(1, chunks.mixed_count));
}

// A shard's index and its frames of uniform chunks; nearly all cells have a shard.
double bytes_of_cell(const PyramidShape& shape) {
    constexpr double index_entry = 16, frames = 200;
    return index_entry * chunks_a_side(shape) * chunks_a_side(shape) + frames;
}

}  // namespace

std::optional<std::int64_t> estimated_bytes(const PyramidManifest& manifest,
                                            EngineDispatcher& dispatcher,
                                            const std::stop_token& stop) {
    FrameProgress unseen;
    const auto frame = dispatcher.compute(sample_request(manifest), stop, unseen);
    if (!frame) return std::nullopt;
    const Field dwells = host_copy(frame->dwells);
    const std::uint32_t padding = manifest.dwell_limit();
    const MixedSquares squares(dwells, manifest.type(), padding);
    const double chunk = bytes_of_chunk(dwells, manifest.type(), padding);
    double bytes = 0;
    for (int level = 0; level < manifest.shape.levels; ++level) {
        const ImageSize size = level_size(manifest.shape, level);
        const GridSize cells = cells_of(manifest.shape, level);
        const GridSize grid = chunks_of(manifest.shape, level);
        const double all = double{1} * grid.columns * grid.rows;
        const double mixed = squares.at(double{1} * longer_side(size) / chunk_side);
        bytes += chunk * std::min(all, mixed) +
                 bytes_of_cell(manifest.shape) * cells.columns * cells.rows;
    }
    return static_cast<std::int64_t>(bytes);
}

std::optional<ComputeEstimate> estimated_time(const PyramidManifest& manifest,
                                              const std::vector<PlannedCell>& cells,
                                              const std::vector<PyramidDevice>& devices,
                                              const std::stop_token& stop) {
    EngineDispatcher dispatcher;
    const GridSize grid = cells_of(manifest.shape, 0);
    const std::int64_t base = std::int64_t{grid.columns} * grid.rows;
    const std::span<const PlannedCell> order(cells.data() + (std::ssize(cells) - base),
                                             static_cast<std::size_t>(base));
    const int samples = static_cast<int>(std::min<std::int64_t>(base, sampled_cells));
    const auto time_of = [&](const PlannedCell& planned) -> std::optional<double> {
        FrameRequest request = cell_request(manifest, planned.cell);
        request.backend = devices.front().backend;
        if (devices.front().backend == Backend::cuda) request.device = devices.front().gpu;
        FrameProgress unseen;
        const auto begin = std::chrono::steady_clock::now();
        if (!dispatcher.compute(request, stop, unseen)) return std::nullopt;
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    if (!time_of(order.back())) return std::nullopt;  // warms up
    double seconds = 0;
    for (int i = 0; i < samples; ++i) {
        // The middle of an equal share of the order each.
        const auto time =
            time_of(order[static_cast<std::size_t>((2 * i + 1) * base / (2 * samples))]);
        if (!time) return std::nullopt;
        seconds += *time * static_cast<double>(base) / samples;
    }
    double all = 0;
    for (const PlannedCell& planned : cells) all += planned.cost;
    double base_cost = 0;
    for (const PlannedCell& planned : order) base_cost += planned.cost;
    if (base_cost > 0) seconds *= all / base_cost;
    return ComputeEstimate{seconds / static_cast<double>(devices.size()), samples};
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
