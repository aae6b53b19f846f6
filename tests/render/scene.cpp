#include "tests/render/scene.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace mariani::test {
namespace {

// The smooth dwell minus the dwell, from a few steps after the escape.
float fraction_of(double re, double im, double c_re, double c_im) {
    int further = 0;
    while (re * re + im * im < 1e8 && further < 12) {
        const double next = re * re - im * im + c_re;
        im = 2 * re * im + c_im;
        re = next;
        ++further;
    }
    const double log_of_radius = 0.5 * std::log(re * re + im * im);
    return static_cast<float>(
        std::clamp(further + 1 - std::log2(log_of_radius / std::log(2.0)), 1e-3, 1.0));
}

int boundary(int index, int side, int lattice) {
    return static_cast<int>(std::int64_t{index} * side / lattice);
}

class Subdivision {
  public:
    Subdivision(const Dwells& dwells, int g, int r, int B) : dwells_(dwells), g_(g), r_(r), B_(B) {}

    std::vector<Region> regions() const {
        std::vector<Region> all;
        std::vector<LatticeCell> level;
        for (std::uint32_t y = 0; y < static_cast<std::uint32_t>(g_); ++y)
            for (std::uint32_t x = 0; x < static_cast<std::uint32_t>(g_); ++x)
                level.push_back({x, y});
        int lattice = g_;
        for (int depth = 0; !level.empty(); ++depth, lattice *= r_)
            level = children_of(level, depth, lattice, all);
        return all;
    }

  private:
    std::vector<LatticeCell> children_of(const std::vector<LatticeCell>& level, int depth,
                                         int lattice, std::vector<Region>& all) const {
        std::vector<LatticeCell> children;
        for (const auto& cell : level) {
            Region region = region_at(cell, depth, lattice);
            if (empty(region.rect)) continue;
            all.push_back(region);
            if (region.outcome != Outcome::subdivided) continue;
            const auto r = static_cast<std::uint32_t>(r_);
            for (std::uint32_t i = 0; i < r * r; ++i)
                children.push_back({cell.ix * r + i % r, cell.iy * r + i / r});
        }
        return children;
    }

    Region region_at(const LatticeCell& cell, int depth, int lattice) const {
        const int x = boundary(static_cast<int>(cell.ix), dwells_.part.width, lattice);
        const int y = boundary(static_cast<int>(cell.iy), dwells_.part.height, lattice);
        Region region;
        region.rect = {x, y,
                       boundary(static_cast<int>(cell.ix) + 1, dwells_.part.width, lattice) - x,
                       boundary(static_cast<int>(cell.iy) + 1, dwells_.part.height, lattice) - y};
        region.level = static_cast<std::uint8_t>(depth);
        region.border_min = 0xffffffffu;
        for (int row = y; row < y + region.rect.height; ++row)
            for (int column = x; column < x + region.rect.width; ++column) {
                if (row > y && row + 1 < y + region.rect.height && column > x &&
                    column + 1 < x + region.rect.width)
                    continue;
                const auto dwell = dwells_.values[static_cast<std::size_t>(row) *
                                                      static_cast<std::size_t>(dwells_.part.width) +
                                                  static_cast<std::size_t>(column)];
                region.border_min = std::min(region.border_min, dwell);
                region.border_max = std::max(region.border_max, dwell);
            }
        const int side = std::max(dwells_.part.width, dwells_.part.height);
        const bool divisible = side > std::int64_t{B_} * lattice * r_;
        region.outcome = region.border_min == region.border_max ? Outcome::filled
                         : divisible                            ? Outcome::subdivided
                                                                : Outcome::leaf;
        return region;
    }

    const Dwells& dwells_;
    int g_, r_, B_;
};

}  // namespace

Dwells dwells_of(const View& view, ImageSize size, std::uint32_t limit, bool fractions) {
    Dwells dwells{whole(size), {}, {}};
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const PlanePoint c = point_at(view, size, x + 0.5, y + 0.5);
            const double c_re = c.re.nearest(), c_im = c.im.nearest();
            double re = c_re, im = c_im;
            std::uint32_t dwell = 0;
            for (; dwell < limit && re * re + im * im < 4; ++dwell) {
                const double next = re * re - im * im + c_re;
                im = 2 * re * im + c_im;
                re = next;
            }
            dwells.values.push_back(dwell);
            if (fractions)
                dwells.fractions.push_back(dwell < limit ? fraction_of(re, im, c_re, c_im) : 0);
        }
    return dwells;
}

std::shared_ptr<const std::vector<Region>> regions_of(const Dwells& dwells, int g, int r, int B) {
    return std::make_shared<const std::vector<Region>>(Subdivision(dwells, g, r, B).regions());
}

std::filesystem::path source_folder(std::string_view name) {
    return std::filesystem::path(MARIANI_SOURCE) / name;
}

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "mariani-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a temporary folder");
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace mariani::test
