#include "compute/workloads/triangle/sphere_grid.hpp"

#include <numeric>

namespace mariani::triangle {

SortedSpheres sort_into_grid(std::span<const Point> spheres) {
    SortedSpheres grid{std::vector<int>(grid_cells + 1), std::vector<Point>(spheres.size()),
                       std::vector<int>(spheres.size())};
    const auto cell_of = [](const Point& sphere) {
        return static_cast<std::size_t>(grid_number(grid_place(sphere)));
    };
    for (const Point& sphere : spheres) ++grid.first[cell_of(sphere) + 1];
    std::inclusive_scan(grid.first.begin(), grid.first.end(), grid.first.begin());
    auto next = grid.first;
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        const auto place = static_cast<std::size_t>(next[cell_of(spheres[i])]++);
        grid.spheres[place] = spheres[i];
        grid.numbers[place] = static_cast<int>(i);
    }
    return grid;
}

Count compared_pairs(const SortedSpheres& grid) {
    Count pairs = 0;
    for (std::size_t place = 0; place < grid.spheres.size(); ++place)
        for (int run = 0; run < grid_runs; ++run) {
            const auto [begin, end] = grid_run(grid.first.data(), grid_place(grid.spheres[place]),
                                               static_cast<int>(place), run);
            pairs += end - begin;
        }
    return pairs;
}

}  // namespace mariani::triangle
