#include "compute/workloads/triangle/reference.hpp"

#include "compute/workloads/triangle/cpu/rows.hpp"
#include "compute/workloads/triangle/elements.hpp"
#include "compute/workloads/triangle/plan.hpp"

#include <cstdint>
#include <cstring>

namespace mariani::triangle {
namespace {

float distance_of(const Point& a, const Point& b, int features) {
    switch (features) {
        case 1:
            return distance<1>(a, b);
        case 2:
            return distance<2>(a, b);
        case 3:
            return distance<3>(a, b);
        default:
            return distance<4>(a, b);
    }
}

float gap_of(const Point& a, const Point& b, int dimensions) {
    return dimensions == 1 ? gap<1>(a, b) : gap<3>(a, b);
}

}  // namespace

bool has_output(Task test) {
    return test == Task::accumulate || test == Task::edm || test == Task::collision;
}

std::optional<std::vector<std::byte>> expected_output(const Plan& plan,
                                                      const std::stop_token& stop) {
    const Shape shape = shape_of(plan);
    const auto points = input_of(plan);
    std::vector<std::byte> bytes(static_cast<std::size_t>(output_bytes(plan)));
    const auto put = [&](Cell cell) {
        const auto at = static_cast<std::size_t>(value_at(shape, plan.layout, cell));
        const auto row = static_cast<std::size_t>(cell.row),
                   column = static_cast<std::size_t>(cell.column);
        if (plan.test == Task::accumulate) {
            bytes[at] = std::byte{1};
        } else if (plan.test == Task::edm) {
            const float value = distance_of(points[row], points[column], plan.features);
            std::memcpy(&bytes[at * sizeof(value)], &value, sizeof(value));
        } else if (gap_of(points[row], points[column], plan.features) < 0) {
            // Words are little-endian, here and on every device.
            bytes[at / 8] |= std::byte{1} << (at % 8);
        }
    };
    const bool done = cpu::for_each_row_of(plan, plan.side, stop, [&](int row) {
        for (int column = 0; column < row + (plan.diagonal ? 1 : 0); ++column) put({row, column});
    });
    if (!done) return std::nullopt;
    return bytes;
}

Count differences(const Plan& plan, const std::vector<std::byte>& found,
                  const std::vector<std::byte>& expected) {
    const std::size_t size = plan.test == Task::accumulate ? 1 : sizeof(std::uint32_t);
    Count different = 0;
    for (std::size_t at = 0; at < expected.size(); at += size)
        different += std::memcmp(&found[at], &expected[at], size) != 0;
    return different;
}

}  // namespace mariani::triangle
