// Ex: every pixel, in bands.
#pragma once

#include "compute/cpu/painter.hpp"
#include "compute/cpu/pieces.hpp"
#include "compute/subdivision/border.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

namespace mariani::cpu {

// Enough pixels for the lanes to stay busy, few enough for the threads to end together.
inline std::int64_t band_pixels(PixelRect part, int threads) {
    constexpr std::int64_t min_pixels = 16384, max_pixels = 1 << 20, bands_per_thread = 64;
    const std::int64_t bands = threads == 1 ? 1 : threads * bands_per_thread;
    return std::clamp(pixel_count(part) / bands, min_pixels, max_pixels);
}

inline Region whole_region(const Surface& canvas, std::int64_t iterations) {
    const auto border = subdivision::border_range(
        canvas.part, [&](int x, int y) { return canvas.dwells[canvas.index(x, y)]; });
    return {canvas.part, border.min,   border.max, static_cast<std::uint64_t>(iterations),
            0,           Outcome::leaf};
}

// The part is one leaf, iterated in bands.
template <subdivision::Elements E>
PaintResult paint_ex(const Surface& surface, const FramePlan& plan, ThreadPool& thread_pool) {
    const Canvas<E> canvas{surface, E::of(plan)};
    std::vector<PixelRect> bands;
    append_bands(bands, canvas.part, band_pixels(canvas.part, thread_pool.threads()));
    std::vector<std::int64_t> iterations(bands.size());
    std::vector<RegionTime> times(plan.record_times ? bands.size() : 0);
    const auto start = std::chrono::steady_clock::now();
    thread_pool.for_each(static_cast<std::int64_t>(bands.size()), [&](std::int64_t i) {
        const auto band = static_cast<std::size_t>(i);
        const PixelRun run{bands[band]};
        const std::int64_t begin = ns_since(start);
        if (iterate(canvas, std::span(&run, 1), std::span(&iterations[band], 1)))
            canvas.show_finished(std::span(&run.rect, 1));
        if (plan.record_times)
            times[band] = {run.rect,
                           {},
                           begin,
                           ns_since(start),
                           static_cast<std::uint16_t>(ThreadPool::slot()),
                           0,
                           Outcome::leaf,
                           RegionPart::inside};
    });
    if (canvas.stop.stop_requested()) return {};

    LevelStats level;
    level.side = std::max(canvas.part.width, canvas.part.height);
    level.regions = level.leaves = 1;
    level.pixels_iterated = pixel_count(canvas.part);
    level.iterations = std::accumulate(iterations.begin(), iterations.end(), std::int64_t{0});
    level.leaf_pixels = level.pixels_iterated;
    level.leaf_iterations = level.iterations;
    PaintResult painted{{level}, {}, {std::move(times), {}}};
    if (plan.keep_regions) painted.regions = {whole_region(canvas, level.iterations)};
    return painted;
}

}  // namespace mariani::cpu
