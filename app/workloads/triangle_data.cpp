#include "app/workloads/triangle_data.hpp"

#include "app/workloads/triangle_scene.hpp"

#include <cstring>

namespace mariani::app {
namespace {

using triangle::Cell;
using triangle::Count;
using triangle::Task;

float distance_of(const TriangleScene& scene, Cell cell) {
    const auto& a = scene.points[static_cast<std::size_t>(cell.row)];
    const auto& b = scene.points[static_cast<std::size_t>(cell.column)];
    switch (scene.plan.features) {
        case 1:
            return triangle::distance<1>(a, b);
        case 2:
            return triangle::distance<2>(a, b);
        case 3:
            return triangle::distance<3>(a, b);
        default:
            return triangle::distance<4>(a, b);
    }
}

bool touch(const TriangleScene& scene, Cell cell) {
    const auto& a = scene.points[static_cast<std::size_t>(cell.row)];
    const auto& b = scene.points[static_cast<std::size_t>(cell.column)];
    const float gap = scene.plan.features == 1 ? triangle::gap<1>(a, b) : triangle::gap<3>(a, b);
    return triangle::touches(gap) != 0;
}

template <typename T>
T output_value(const TriangleScene& scene, Count at) {
    T value;
    std::memcpy(&value, scene.output.data() + static_cast<std::size_t>(at) * sizeof(T), sizeof(T));
    return value;
}

void take_contact(TriangleData& data, Cell cell) {
    ++data.contacts;
    if (data.touching.size() < TriangleData::most_kept) data.touching.push_back(cell);
    data.touches[static_cast<std::size_t>(cell.row)] = true;
    data.touches[static_cast<std::size_t>(cell.column)] = true;
}

void take_distance(TriangleData& data, Cell cell, float distance) {
    if (cell.row == cell.column || (data.nearest && distance >= data.distance)) return;
    data.nearest = cell;
    data.distance = distance;
}

}  // namespace

double value_of(const TriangleScene& scene, Cell cell) {
    if (scene.misses(cell)) return 0;
    if (scene.plan.test == Task::edm) {
        if (!scene.detailed()) return distance_of(scene, cell);
        return output_value<float>(scene, triangle::value_at(scene.shape, scene.plan.layout, cell));
    }
    if (!scene.detailed()) return touch(scene, cell) ? 1 : 0;
    const auto word = output_value<std::uint32_t>(scene, triangle::contact_word(scene.shape, cell));
    return (word & triangle::contact_bit(cell)) != 0 ? 1 : 0;
}

std::optional<TriangleData> data_of(const TriangleScene& scene, const std::stop_token& stop) {
    const bool spheres = scene.plan.test == Task::collision;
    TriangleData data;
    data.touches.resize(scene.points.size());
    for (int row = 0; row < scene.shape.side; ++row) {
        if (stop.stop_requested()) return std::nullopt;
        for (int column = 0; column <= row; ++column) {
            const Cell cell{row, column};
            if (!in_domain(scene.shape, cell)) continue;
            const double value = value_of(scene, cell);
            if (!spheres)
                take_distance(data, cell, static_cast<float>(value));
            else if (value > 0)
                take_contact(data, cell);
        }
    }
    return data;
}

}  // namespace mariani::app
