#include "compute/workloads/mandelbrot/deep/engine/subdivision.hpp"

#include "compute/cpu/tasks.hpp"
#include "compute/subdivision/border.hpp"
#include "compute/subdivision/lattice.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>

namespace mariani::deep {
namespace {

using namespace mariani::subdivision;

class Levels {
  public:
    Levels(const Request& request, const PixelPoints& points, const Decide& decide,
           const std::stop_token& stop, Picture& picture)
        : request_(request),
          params_(request.subdivision->params),
          points_(points),
          decide_(decide),
          stop_(stop),
          picture_(picture),
          layout_(layout_of(picture.part, request.size, params_.g)) {}

    void run() {
        std::vector<LatticeCell> cells;
        append(cells, first_regions(layout_, params_.g));
        for (std::int64_t lattice = params_.g; !cells.empty(); lattice *= params_.r) {
            const auto begin = std::chrono::steady_clock::now();
            lattice_ = lattice;
            level_ = {};
            level_.level = static_cast<int>(picture_.levels.size());
            level_.side =
                static_cast<double>(longer_side(request_.size)) / static_cast<double>(lattice);
            cells = finish(cells);
            if (stop_.stop_requested()) return;
            level_.ms = mariani::cpu::ms_since(begin);
            picture_.levels.push_back(level_);
        }
        std::ranges::sort(picture_.regions, {}, [](const Region& region) {
            return std::tuple(region.level, region.rect.y, region.rect.x);
        });
    }

  private:
    static void append(std::vector<LatticeCell>& cells, const Children& children) {
        for (std::int64_t k = 0; k < children.count(); ++k) cells.push_back(children[k]);
    }

    // All regions of the level. Returns the cells of the next one.
    std::vector<LatticeCell> finish(const std::vector<LatticeCell>& cells) {
        decide_borders(cells);
        std::vector<LatticeCell> next;
        if (stop_.stop_requested()) return next;
        const std::size_t first = picture_.regions.size();
        for (const LatticeCell& cell : cells) {
            picture_.regions.push_back(examined(cell));
            if (picture_.regions.back().outcome != Outcome::subdivided) continue;
            const Children below = children(request_.size, lattice_, cell, params_.r);
            level_.empty_children += std::int64_t{params_.r} * params_.r - below.count();
            append(next, below);
        }
        decide_leaves(std::span(picture_.regions).subspan(first));
        return next;
    }

    std::uint32_t index_of(int x, int y) const {
        return static_cast<std::uint32_t>(index(picture_.part, x, y));
    }
    template <typename Use>
    void for_each_pixel(const PixelRect& rect, const Use& use) const {
        for (int y = rect.y; y < rect.y + rect.height; ++y)
            for (int x = rect.x; x < rect.x + rect.width; ++x) use(index_of(x, y));
    }
    void append(std::vector<std::uint32_t>& pixels, const PixelRect& rect) const {
        for_each_pixel(rect, [&](std::uint32_t pixel) { pixels.push_back(pixel); });
    }

    // The pixels that the border of the region above left open.
    PixelRect unknown(LatticeCell cell) const {
        if (level_.level == 0) return picture_.part;
        const auto r = static_cast<std::uint32_t>(params_.r);
        return inside(cell_rect(request_.size, lattice_ / r, {cell.ix / r, cell.iy / r}));
    }

    RingSides new_border(LatticeCell cell) const {
        return new_ring_sides(cell_rect(request_.size, lattice_, cell), unknown(cell));
    }

    void decide_borders(const std::vector<LatticeCell>& cells) {
        std::vector<std::uint32_t> pixels;
        for (const LatticeCell& cell : cells)
            for (const PixelRect& side : new_border(cell).side) append(pixels, side);
        level_.pixels_iterated += static_cast<std::int64_t>(pixels.size());
        decide_(pixels);
    }

    void decide_leaves(std::span<Region> regions) {
        std::vector<std::uint32_t> pixels;
        for (const Region& region : regions)
            if (region.outcome == Outcome::leaf) append(pixels, inside(region.rect));
        level_.pixels_iterated += static_cast<std::int64_t>(pixels.size());
        level_.leaf_pixels += static_cast<std::int64_t>(pixels.size());
        decide_(pixels);
        for (Region& region : regions) {
            if (region.outcome != Outcome::leaf) continue;
            const std::uint64_t spent = iterations_in(inside(region.rect));
            region.iterations += spent;
            level_.iterations += static_cast<std::int64_t>(spent);
            level_.leaf_iterations += static_cast<std::int64_t>(spent);
        }
    }

    std::uint64_t iterations_in(const PixelRect& rect) const {
        std::uint64_t sum = 0;
        for_each_pixel(rect, [&](std::uint32_t pixel) { sum += picture_.iterations[pixel]; });
        return sum;
    }

    // Its outcome, once its border is decided; filled if that is the outcome.
    Region examined(LatticeCell cell) {
        Region region;
        region.rect = cell_rect(request_.size, lattice_, cell);
        region.level = static_cast<std::uint8_t>(level_.level);
        for (const PixelRect& side : new_border(cell).side)
            region.iterations += iterations_in(side);
        const BorderRange border = border_range(
            region.rect, [&](int x, int y) { return picture_.dwells[index_of(x, y)]; });
        region.border_min = border.min;
        region.border_max = border.max;
        ++level_.regions;
        level_.iterations += static_cast<std::int64_t>(region.iterations);
        if (fills(border, region.rect)) {
            region.outcome = Outcome::filled;
            ++level_.filled;
            fill(inside(region.rect), border.min);
        } else if (subdivides(request_.size, params_, lattice_)) {
            region.outcome = Outcome::subdivided;
            ++level_.subdivided;
        } else {
            region.outcome = Outcome::leaf;
            ++level_.leaves;
        }
        return region;
    }

    void fill(const PixelRect& rect, std::uint32_t dwell) {
        level_.pixels_filled += pixel_count(rect);
        picture_.known += pixel_count(rect);
        for_each_pixel(rect, [&](std::uint32_t pixel) {
            picture_.dwells[pixel] = dwell;
            picture_.rungs[pixel] = Rung::filled;
        });
    }

    // `safe` fills nothing inside: its formulas are those of doubles.
    bool fills(const BorderRange& border, const PixelRect& rect) const {
        if (!border.uniform() || !is_decided(rect)) return false;
        const FillRule rule = request_.subdivision->rule;
        if (border.min == request_.dwell_limit) return rule != FillRule::safe;
        return rule != FillRule::interior && !encloses_zero(rect);
    }

    // What is not proven differs from everything.
    bool is_decided(const PixelRect& rect) const {
        if (request_.quality == Quality::preview) return true;
        for (const PixelRect& side : ring_sides(rect).side)
            for (int y = side.y; y < side.y + side.height; ++y)
                for (int x = side.x; x < side.x + side.width; ++x)
                    if (picture_.rungs[index_of(x, y)] == Rung::none) return false;
        return true;
    }

    // A region with the whole set within it has a uniform border too.
    bool encloses_zero(const PixelRect& rect) const {
        const auto sign_re = [&](int x) { return mpfr_sgn(points_.re(x).value.get()); };
        const auto sign_im = [&](int y) { return mpfr_sgn(points_.im(y).value.get()); };
        return sign_re(rect.x) <= 0 && sign_re(rect.x + rect.width - 1) >= 0 &&
               sign_im(rect.y) >= 0 && sign_im(rect.y + rect.height - 1) <= 0;
    }

    const Request& request_;
    const SubdivisionParams params_;
    const PixelPoints& points_;
    const Decide& decide_;
    const std::stop_token& stop_;
    Picture& picture_;
    const Layout layout_;
    std::int64_t lattice_ = 0;  // of the level
    LevelStats level_;
};

}  // namespace

void subdivide(const Request& request, const PixelPoints& points, const Decide& decide,
               const std::stop_token& stop, Picture& picture) {
    Levels(request, points, decide, stop, picture).run();
}

}  // namespace mariani::deep
