#include "app/produce/pyramid/pyramid_plan.hpp"

#include "app/produce/poster.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"
#include "compute/service/dwell_access.hpp"
#include "compute/subdivision/parts.hpp"
#include "render/picture/parallel_for.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <span>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr double dear_share = 1e-3;  // of a level's work, in one cell
constexpr int costs_side = 256;      // of the picture that costs are estimated from

// The g of a cell whose regions are those of a lattice g x g of the whole, where that can be.
int g_of_cell(int g, ImageSize size, int cell) {
    const std::int64_t regions = std::int64_t{g} * cell;
    return static_cast<int>((regions + longer_side(size) - 1) / longer_side(size));
}

// A map shows the regions that were asked for.
std::optional<std::string> why_g_too_small(const Settings& settings, const PyramidShape& shape,
                                           int level) {
    const int least = (longer_side(level_size(shape, level)) + shape.cell - 1) / shape.cell;
    const bool is_map = settings.colouring.shown != render::Quantity::dwell;
    if (!is_map || settings.engine.g.value_or(least) >= least) return std::nullopt;
    return fmt::format(
        "g is {}: regions would be larger than the cells of {} pixels a side; g must be at least "
        "{}, or --cell larger",
        *settings.engine.g, shape.cell, least);
}

// Borders are part of the work as often as they are iterated: once by Ex, WPR and the processor.
std::optional<std::string> why_no_work(const EngineRequest& engine) {
    if (engine.shortcuts)
        return "a map of the work needs --shortcuts off: what they save depends on the device";
    if (engine.scheme.value_or(Scheme::wpr) != Scheme::wpr)
        return "a map of the work needs --scheme wpr: how often others iterate a border depends on "
               "the cells";
    return std::nullopt;
}

PyramidLevel level_of(const Settings& settings, const PyramidShape& shape, int level,
                      const EngineDispatcher& dispatcher) {
    const ImageSize size = level_size(shape, level);
    FrameRequest request = stored_request(settings, size);
    const bool whole_picture = longer_side(size) <= limits::export_side.max;
    if (!whole_picture) {
        request.image = {shape.cell, shape.cell};
        request.part = whole(request.image);
        request.piece = Piece{size};
    }
    const FramePlan plan = dispatcher.plan_of(request);
    if (is_deep(plan.precision) && settings.colouring.shown != render::Quantity::dwell)
        refuse("maps of deep zoom depend on how it is cut into cells: choose --show dwell");
    PyramidLevel made{plan.precision, plan.engine, plan.subdivision};
    int& g = made.subdivision.g;
    if (whole_picture && !settings.engine.g) g = automatic_g(size, g);
    if (longer_side(size) > shape.cell && (whole_picture || settings.engine.g)) {
        refuse(why_g_too_small(settings, shape, level));
        g = g_of_cell(g, size, shape.cell);
    }
    if (is_deep(plan.precision) && plan.engine != EngineKind::ex)
        refuse("the engine is " + std::string(choice_of(plan.engine).label) +
               ": the cells of a poster of deep zoom are computed by Ex");
    return made;
}

// Where the dwells of pixels are added up: sums over rectangles of the small picture.
class CostMap {
  public:
    explicit CostMap(const HostField<std::uint32_t>& dwells)
        : size_{dwells.extent.width, dwells.extent.height},
          sums_(static_cast<std::size_t>(size_.width + 1) *
                static_cast<std::size_t>(size_.height + 1)) {
        for (int y = 0; y < size_.height; ++y)
            for (int x = 0; x < size_.width; ++x)
                sum(x + 1, y + 1) = dwells.at(x, y) + sum(x, y + 1) + sum(x + 1, y) - sum(x, y);
    }

    // Iterations of all pixels of a rectangle of a picture of this size, were each iterated.
    double cost(const PixelRect& rect, ImageSize picture) const {
        const auto [left, right] = range(rect.x, rect.width, picture.width, size_.width);
        const auto [top, bottom] = range(rect.y, rect.height, picture.height, size_.height);
        const std::uint64_t total =
            sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top);
        const double pixels = double{1} * (right - left) * (bottom - top);
        return static_cast<double>(total) / pixels * static_cast<double>(pixel_count(rect));
    }

  private:
    static PixelShare range(int from, int length, int whole, int size) {
        const auto scaled = [&](int at) {
            return static_cast<int>(std::int64_t{at} * size / whole);
        };
        const int begin = std::min(scaled(from), size - 1);
        return {begin, std::max(begin + 1, scaled(from + length))};
    }

    std::uint64_t& sum(int x, int y) {
        return sums_[static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.width + 1) +
                     static_cast<std::size_t>(x)];
    }
    std::uint64_t sum(int x, int y) const { return const_cast<CostMap*>(this)->sum(x, y); }

    ImageSize size_;
    std::vector<std::uint64_t> sums_;
};

// By Ex, whose dwells no tree decides.
FrameRequest costs_request(const PyramidManifest& manifest) {
    FrameRequest request =
        stored_request(manifest.settings, scaled_to(manifest.shape.size, costs_side));
    request.count_work = request.keep_regions = request.smooth = false;
    request.engine = EngineKind::ex;
    request.scheme.reset();
    request.shortcuts = true;
    return request;
}

// Dear cells first, so that none is left for the end. The others in steps of the golden ratio: of
// like cost, what takes long to compute and what takes long to compress would each come alone.
void order_cells(std::span<PlannedCell> cells) {
    std::ranges::stable_sort(cells, std::greater(), &PlannedCell::cost);
    double level = 0;
    for (const PlannedCell& cell : cells) level += cell.cost;
    const auto is_dear = [&](const PlannedCell& cell) { return cell.cost > dear_share * level; };
    const auto others = cells.subspan(std::ranges::count_if(cells, is_dear));
    const std::size_t count = others.size();
    auto step = static_cast<std::size_t>(static_cast<double>(count) / std::numbers::phi);
    while (std::gcd(step, count) > 1) ++step;
    const std::vector<PlannedCell> sorted(others.begin(), others.end());
    for (std::size_t i = 0; i < count; ++i) others[i] = sorted[i * step % count];
}

Field smooth_values(const Frame& frame) {
    const Field whole = host_copy(frame.dwells), parts = host_copy(frame.fractions);
    const auto dwells = whole.host<std::uint32_t>().values;
    const auto fractions = parts.host<float>().values;
    auto values = std::make_shared_for_overwrite<std::uint32_t[]>(dwells.size());
    const auto width = static_cast<std::size_t>(whole.extent().width);
    render::parallel_for(whole.extent().height, [&](int y) {
        const std::size_t first = static_cast<std::size_t>(y) * width;
        for (std::size_t i = first; i < first + width; ++i)
            values[i] = to_smooth_value({dwells[i], fractions[i]}, frame.plan.dwell_limit);
    });
    return {whole.extent(), values};
}

}  // namespace

FrameRequest stored_request(const Settings& settings, ImageSize size) {
    FrameRequest request = frame_request(settings, size);
    const auto shown = settings.colouring.shown;
    request.smooth = request.smooth && shown == render::Quantity::dwell;
    request.exterior = false;
    request.count_work = shown == render::Quantity::work;
    request.keep_regions = shown == render::Quantity::level || shown == render::Quantity::outcome;
    request.subdivide = request.subdivide && request.keep_regions;
    return request;
}

Field stored_field(const PyramidManifest& manifest, const Frame& frame) {
    if (manifest.smooth()) return smooth_values(frame);
    if (manifest.quantity() == render::Quantity::dwell) return frame.dwells;
    if (manifest.quantity() == render::Quantity::work) return frame.work;
    const auto [width, height] = frame.plan.image;
    RegionMap map = frame.regions->map({width, height});
    copy_to_host(map);
    const auto lines = border_lines(map);
    std::vector<std::uint32_t> values(static_cast<std::size_t>(pixel_count(frame.plan.part)));
    const auto row_length = static_cast<std::size_t>(width);
    for (int y = 0; y < height; ++y)
        origins_in_row(
            map, lines, y, manifest.quantity() == render::Quantity::level,
            std::span(values).subspan(static_cast<std::size_t>(y) * row_length, row_length));
    return field_of(frame.plan.part, std::move(values));
}

PyramidManifest plan_pyramid(const Settings& settings, const PyramidShape& shape,
                             const EngineDispatcher& dispatcher) {
    refuse(why_invalid(shape));
    PyramidManifest manifest{shape, settings, {}, MARIANI_VERSION};
    EngineRequest& engine = manifest.settings.engine;
    const bool work = manifest.quantity() == render::Quantity::work;
    refuse(why_not_smooth(manifest));
    if (work) refuse(why_no_work(engine));
    for (int level = 0; level < shape.levels; ++level)
        manifest.levels.push_back(level_of(settings, shape, level, dispatcher));
    engine.backend.reset();  // what no value depends on is chosen anew by who goes on
    engine.device.reset();
    engine.threads.reset();
    engine.block.reset();
    engine.scheme.reset();
    if (work && engine.engine.value_or(EngineKind::ask) == EngineKind::ask)
        engine.scheme = Scheme::wpr;
    return manifest;
}

FrameRequest piece_request(const PyramidManifest& manifest, int level, PixelRect pixels) {
    const PyramidLevel& how = manifest.levels.at(static_cast<std::size_t>(level));
    FrameRequest request = stored_request(manifest.settings, {pixels.width, pixels.height});
    request.scheme.reset();
    request.piece = Piece{level_size(manifest.shape, level), pixels.x, pixels.y};
    request.precision = how.precision;
    request.engine = how.engine;
    set_subdivision(request, how.subdivision);
    return request;
}

FrameRequest cell_request(const PyramidManifest& manifest, CellPlace cell) {
    return piece_request(manifest, cell.level, pixels_of(manifest.shape, cell));
}

std::optional<std::vector<PlannedCell>> planned_cells(const PyramidManifest& manifest,
                                                      EngineDispatcher& dispatcher,
                                                      const std::stop_token& stop) {
    FrameProgress unseen;
    const auto frame = dispatcher.compute(costs_request(manifest), stop, unseen);
    if (!frame) return std::nullopt;
    const Field dwells = host_copy(frame->dwells);
    const CostMap map(dwells.host<std::uint32_t>());
    std::vector<PlannedCell> cells;
    for (int level = manifest.shape.levels - 1; level >= 0; --level) {
        const auto first = static_cast<std::ptrdiff_t>(cells.size());
        const GridSize grid = cells_of(manifest.shape, level);
        const ImageSize size = level_size(manifest.shape, level);
        for (int y = 0; y < grid.rows; ++y)
            for (int x = 0; x < grid.columns; ++x) {
                const CellPlace cell{level, x, y};
                cells.push_back({cell, map.cost(pixels_of(manifest.shape, cell), size)});
            }
        order_cells(std::span(cells).subspan(static_cast<std::size_t>(first)));
    }
    return cells;
}

}  // namespace mariani::app
