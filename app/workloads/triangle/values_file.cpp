#include "app/workloads/triangle/values_file.hpp"

#include "app/files/npy.hpp"

#include <cstdint>
#include <vector>

namespace mariani::app {
namespace {

ElementType element_of(triangle::Task test) {
    if (test == triangle::Task::accumulate) return ElementType::uint8;
    return test == triangle::Task::edm ? ElementType::float32 : ElementType::uint32;
}

std::vector<std::uint64_t> dimensions_of(const triangle::Plan& plan) {
    const triangle::Shape shape = triangle::shape_of(plan);
    const auto side = static_cast<std::uint64_t>(shape.side);
    const auto rho = static_cast<std::uint64_t>(shape.block);
    const auto blocks = static_cast<std::uint64_t>(triangle::block_count(shape));
    if (plan.test == triangle::Task::collision) return {blocks, rho, rho / 32};
    if (plan.layout == triangle::Layout::tiles) return {blocks, rho, rho};
    if (plan.layout == triangle::Layout::full) return {side, side};
    return {static_cast<std::uint64_t>(triangle::cell_count(shape))};
}

}  // namespace

void write_triangle_values(const std::filesystem::path& path, const triangle::Plan& plan,
                           std::span<const std::byte> output) {
    NpyArrayWriter writer(path, element_of(plan.test), dimensions_of(plan));
    writer.write(output);
    writer.commit();
}

}  // namespace mariani::app
